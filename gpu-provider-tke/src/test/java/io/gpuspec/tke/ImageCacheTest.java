package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An image cache as an object. */
class ImageCacheTest {
  private static final ImageCache NGINX = ImageCache.of("imagecache-sample", "nginx");

  @Test
  void aNameAndImagesAreEnough() {
    assertThat(NGINX.toObject().tree())
        .isEqualTo(
            Map.of(
                "apiVersion",
                "eks.cloud.tencent.com/v1",
                "kind",
                "ImageCache",
                "metadata",
                Map.of("name", "imagecache-sample"),
                "spec",
                Map.of("images", List.of("nginx"))));
  }

  @Test
  void itSaysWhatItIsOf() {
    assertThat(NGINX).hasToString("ImageCache imagecache-sample of nginx");
    assertThat(ImageCache.of("base", "nginx", "mysql").size(30).retentionDays(7))
        .hasToString("ImageCache base of nginx, mysql: imageCacheSize=30, retentionDays=7");
  }

  /** The sample with more parameters of TKE's own page. */
  @Test
  void theSampleOfTheProductDocument() {
    ImageCache cache =
        ImageCache.of("imagecache-sample-more-para", "nginx", "mysql")
            .eipAttributes("{\"InternetMaxBandwidthOut\":2}")
            .size(30)
            .retentionDays(7)
            .imagePullSecrets("imc-operator-system/qcloudregistrykey");

    assertThat(cache.toObject().tree())
        .isEqualTo(
            Map.of(
                "apiVersion",
                "eks.cloud.tencent.com/v1",
                "kind",
                "ImageCache",
                "metadata",
                Map.of(
                    "name",
                    "imagecache-sample-more-para",
                    "annotations",
                    Map.of(
                        "eks.tke.cloud.tencent.com/eip-attributes",
                        "{\"InternetMaxBandwidthOut\":2}")),
                "spec",
                Map.of(
                    "images",
                    List.of("nginx", "mysql"),
                    "imageCacheSize",
                    30,
                    "retentionDays",
                    7,
                    "imagePullSecrets",
                    List.of("imc-operator-system/qcloudregistrykey"))));
  }

  @Test
  void everyStepIsAFieldOfTheObject() {
    ImageCache cache =
        NGINX
            .subnet("subnet-a1")
            .securityGroups("sg-a", "sg-b")
            .autoCreateEip(true)
            .imagePullSecrets("regcred", "default/other")
            .resolveConfig("nameserver 4.4.4.4");

    assertThat(cache.name()).isEqualTo("imagecache-sample");
    assertThat(spec(cache))
        .isEqualTo(
            Map.of(
                "images",
                List.of("nginx"),
                "subnetId",
                "subnet-a1",
                "securityGroupIds",
                List.of("sg-a", "sg-b"),
                "autoCreateEip",
                true,
                "imagePullSecrets",
                List.of("regcred", "default/other"),
                "resolveConfig",
                "nameserver 4.4.4.4"));
  }

  @ParameterizedTest
  @CsvSource({"10, 0", "32000, 36500"})
  void theLeastAndTheMostAreTaken(int size, int days) {
    assertThat(spec(NGINX.size(size).retentionDays(days)))
        .isEqualTo(
            Map.of("images", List.of("nginx"), "imageCacheSize", size, "retentionDays", days));
  }

  /** Correction 86: for an image of 5 GB, the tier is 200; the formula is asked for by its name. */
  @Test
  void theSizeFollowsFromTheImagesByTheRuleThatIsNamed() {
    MemorySize images = MemorySize.parse("5G");

    assertThat(spec(NGINX.sizeFor(images, ImageCacheDisk.TIER)).get("imageCacheSize"))
        .isEqualTo(200);
    assertThat(spec(NGINX.sizeFor(images, ImageCacheDisk.FORMULA)).get("imageCacheSize"))
        .isEqualTo(58);
  }

  private static Map<?, ?> spec(ImageCache cache) {
    return (Map<?, ?>) cache.toObject().tree().get("spec");
  }

  @Test
  void whatIsStatedTwiceIsTheLast() {
    assertThat(spec(NGINX.size(50).size(200))).isEqualTo(spec(NGINX.size(200)));
  }

  @Test
  void aCacheOfUnstatedSizeIsReadyWith20() {
    ReadyImageCache ready = NGINX.ready("imc-a", Instant.EPOCH);

    assertThat(ready).isEqualTo(new ReadyImageCache("imc-a", List.of("nginx"), 20, Instant.EPOCH));
    assertThat(NGINX.size(200).ready("imc-a", Instant.EPOCH)).hasToString("imc-a (200 GB)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nginx",
        "ubuntu:20.04",
        "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime",
        "localhost:5000/a/b_c/d--e:V1",
        "registry.example.com/llm@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
      })
  void theNameOfAnImageIsTaken(String image) {
    assertThat(ImageCache.of("a", image).images()).containsExactly(image);
  }

  /** 512 characters with the tag at most. */
  @Test
  void aNameOfAnImageHasAnEnd() {
    String longest = "a".repeat(505) + ":latest";

    assertThat(ImageCache.of("a", longest).images()).containsExactly(longest);
    assertThatThrownBy(() -> ImageCache.of("a", "a" + longest))
        .isInstanceOf(InvalidValueException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nginx latest",
        "PyTorch/pytorch:1",
        "nginx:",
        "nginx:-1",
        "nginx@latest",
        "https://nginx",
        "a//b",
        "nginx,mysql"
      })
  void whatIsNoNameOfAnImageIsRefused(String image) {
    assertError(() -> ImageCache.of("a", image), "image.malformed", image);
  }

  @ParameterizedTest
  @MethodSource
  void whatIsNotAllowedIsRefused(UnaryOperator<ImageCache> step, String message) {
    assertThatThrownBy(() -> step.apply(NGINX))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(message);
  }

  static Stream<Arguments> whatIsNotAllowedIsRefused() {
    return Stream.of(
        refused(
            c -> ImageCache.of("Base", "nginx"),
            "image cache: name 'Base' is not allowed; write a DNS name of a-z, 0-9, - and ., such as base-gpu-cache"),
        refused(
            c -> ImageCache.of("a"),
            "image cache: images '' is not a list; give one at least, and none twice"),
        refused(
            c -> ImageCache.of("a", "nginx", "nginx:latest"),
            "image cache: images 'nginx' is a duplicate; name it once"),
        refused(c -> c.size(9), "image cache: size '9' is out of range; give 10 to 32000 GB"),
        refused(
            c -> c.size(32_001), "image cache: size '32001' is out of range; give 10 to 32000 GB"),
        refused(
            c -> c.retentionDays(-1),
            "image cache: retentionDays '-1' is out of range; give 0 to 36500 days"),
        refused(
            c -> c.subnet("vpc-a"),
            "image cache: subnet 'vpc-a' is not allowed; write its id, such as subnet-abc123"),
        refused(
            c -> c.securityGroups("default"),
            "image cache: securityGroups 'default' is not allowed; write its id, such as sg-abc123"),
        refused(
            c -> c.securityGroups("sg-a", "sg-a"),
            "image cache: securityGroups 'sg-a,sg-a' is not a list; give one at least, and none twice"),
        refused(
            c -> c.retentionDays(36_501),
            "image cache: retentionDays '36501' is out of range; give 0 to 36500 days"),
        refused(
            c -> c.imagePullSecrets("/a"),
            "image cache: imagePullSecrets '/a' is not allowed; write a Secret's name, after its namespace and a slash or alone"),
        refused(
            c -> c.imagePullSecrets("a/b/c"),
            "image cache: imagePullSecrets 'a/b/c' is not allowed; write a Secret's name, after its namespace and a slash or alone"),
        Arguments.of(
            step(c -> c.eipAttributes("2M")),
            "option eip-attributes: '2M' is not allowed; write a JSON object such as {\"InternetMaxBandwidthOut\": 50}, or nothing for the defaults"),
        Arguments.of(
            step(c -> c.resolveConfig("8.8.8.8")),
            "option resolv-conf: '8.8.8.8' is not allowed; write lines of a resolv.conf, such as nameserver 8.8.8.8"));
  }

  private static Arguments refused(UnaryOperator<ImageCache> step, String message) {
    return Arguments.of(step, message + "; see docs/catalogs/tke.md");
  }

  private static UnaryOperator<ImageCache> step(UnaryOperator<ImageCache> step) {
    return step;
  }
}
