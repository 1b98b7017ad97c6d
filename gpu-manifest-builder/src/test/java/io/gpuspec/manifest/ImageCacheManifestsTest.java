package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.tke.ImageCache;
import io.gpuspec.tke.ImageCacheDisk;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The image caches of the best-practice document, said in Java: what comes out means what the
 * document's manifests mean, and is written as the approved files have it.
 */
class ImageCacheManifestsTest {
  private static final String CUDA = "nvidia/cuda:11.4.0-runtime-ubuntu20.04";
  private static final String PYTORCH = "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime";
  private static final String TENSORFLOW = "tensorflow/tensorflow:2.13.0-gpu";

  private static final ImageCache TRAINING =
      ImageCache.of("gpu-training-cache", PYTORCH, TENSORFLOW, CUDA)
          .size(200)
          .retentionDays(30)
          .autoCreateEip(false);
  private static final ImageCache BASE =
      ImageCache.of("base-gpu-cache", CUDA, "ubuntu:20.04").size(50).retentionDays(0);
  private static final ImageCache FRAMEWORK =
      ImageCache.of("framework-cache", PYTORCH, TENSORFLOW)
          .sizeFor(MemorySize.parse("9G"), ImageCacheDisk.TIER)
          .retentionDays(30);

  @Test
  void theCacheForTrainingIsTheDocuments() {
    assertMeans("tke-guide-imagecache-gpu-training-cache.yaml", TRAINING);
    DocumentExample.assertApproved(
        "tke-guide-imagecache-gpu-training-cache", KubeYaml.of(TRAINING.toObject()));
  }

  @Test
  void theLayeredCachesAreTheDocuments() {
    assertMeans("tke-guide-imagecache-base-gpu-cache.yaml", BASE);
    assertMeans("tke-guide-imagecache-framework-cache.yaml", FRAMEWORK);
  }

  @Test
  void theLayeredCachesAreWrittenAsTwoDocuments() {
    String yaml = KubeYaml.of(BASE.toObject(), FRAMEWORK.toObject()).toString();

    DocumentExample.assertApproved("tke-guide-imagecaches-layered", yaml);
    assertThat(Trees.read(yaml))
        .isEqualTo(Trees.widened(List.of(BASE.toObject().tree(), FRAMEWORK.toObject().tree())));
  }

  @Test
  void aCacheWithEverything() {
    ImageCache cache =
        ImageCache.of("registry.example-cache", "registry.example:5000/ai/llm:v1")
            .size(300)
            .retentionDays(7)
            .subnet("subnet-abc12345")
            .securityGroups("sg-abc1", "sg-abc2")
            .eipAttributes("{\"InternetMaxBandwidthOut\":2}")
            .imagePullSecrets("imc-operator-system/qcloudregistrykey", "my-registry-secret")
            .resolveConfig("nameserver 8.8.8.8\nnameserver 8.8.4.4\n");

    assertApproved(
        "imagecache-with-everything", KubeYaml.withComments(cache.toObject()).toString());
  }

  @Test
  void noObjectIsNoYaml() {
    assertThatThrownBy(KubeYaml::of).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aFractionIsRefusedWithItsPlace() {
    KubeObject object =
        KubeObject.of("v1", "Thing", "one").with("spec", Map.of("share", new BigDecimal("0.5")));

    assertError(() -> KubeYaml.of(object), "manifest.unwritable");
  }

  private static void assertMeans(String file, ImageCache cache) {
    Object document = tree(Documents.text(file));
    Object built = tree(KubeYaml.of(cache.toObject()).toString());

    assertThat(Differences.between(document, built)).isEmpty();
  }

  private static Object tree(String yaml) {
    List<Object> trees = Trees.read(yaml);
    assertThat(trees).hasSize(1);
    return trees.get(0);
  }

  private static void assertApproved(String name, String yaml) {
    assertThat(yaml).isEqualTo(Documents.resource("approved/" + name + ".approved.yml"));
  }
}
