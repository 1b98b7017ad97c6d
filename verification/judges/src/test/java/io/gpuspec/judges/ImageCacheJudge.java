package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.gpuspec.judges.Said.Step;
import io.gpuspec.manifest.KubeYaml;
import io.gpuspec.tke.ImageCache;
import io.gpuspec.tke.ImageCacheDisk;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever image cache is built, the API server admits without a warning and keeps as written. */
@Judge("kube-apiserver")
@AddLifecycleHook(PropertyTrial.class)
class ImageCacheJudge {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  @BeforeContainer
  static void imageCachesAreKnown() {
    CustomResources.installed();
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, seed = "20260111")
  @Label("admits and keeps the image caches that we build")
  void admitsAndKeeps(@ForAll("caches") Said<ImageCache> cache) throws JsonProcessingException {
    String text = KubeYaml.of(cache.get().toObject()).toString();

    Admission.Verdict verdict = new Admission(ControlPlane.shared().client()).of(text);

    assertThat(verdict.said()).as(text).isEmpty();
    assertThat(verdict.admitted()).as(text).isTrue();
    JsonNode written = YAML.readTree(text);
    assertThat(Kept.lost(written, verdict.kept().get(0))).as(text).isEmpty();
  }

  @Provide
  Arbitrary<Said<ImageCache>> caches() {
    return Combinators.combine(
            Arbitraries.oneOf(Texts.dnsLabels(), Texts.dnsLabelsWithDigitFirst()),
            images(),
            steps())
        .as(ImageCacheJudge::cache);
  }

  private static Said<ImageCache> cache(
      String name, List<String> images, List<Step<ImageCache>> steps) {
    String java =
        "ImageCache.of(%s, \"%s\")".formatted(Said.literal(name), String.join("\", \"", images));
    return new Said<>(java, () -> ImageCache.of(name, images.toArray(String[]::new))).then(steps);
  }

  private static Arbitrary<List<String>> images() {
    return Arbitraries.of(
            "nginx",
            "ubuntu:20.04",
            "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime",
            "registry.example:5000/a/b_c:V1",
            "10.0.0.1/llm@sha256:" + "0".repeat(64))
        .list()
        .uniqueElements()
        .ofMinSize(1);
  }

  private static Arbitrary<List<Step<ImageCache>>> steps() {
    return Containers.some(
        List.of(
            Arbitraries.of(
                step(".size(10)", c -> c.size(10)),
                step(".size(32_000)", c -> c.size(32_000)),
                step(
                    ".sizeFor(MemorySize.parse(\"6G\"), ImageCacheDisk.FORMULA)",
                    c -> c.sizeFor(MemorySize.parse("6G"), ImageCacheDisk.FORMULA))),
            Arbitraries.of(
                step(".retentionDays(0)", c -> c.retentionDays(0)),
                step(".retentionDays(36_500)", c -> c.retentionDays(36_500))),
            Arbitraries.of(step(".subnet(\"subnet-a1\")", c -> c.subnet("subnet-a1"))),
            Arbitraries.of(
                step(".securityGroups(\"sg-a\")", c -> c.securityGroups("sg-a")),
                step(".securityGroups(\"sg-1\", \"sg-b\")", c -> c.securityGroups("sg-1", "sg-b"))),
            Arbitraries.of(true, false)
                .map(on -> step(".autoCreateEip(" + on + ")", c -> c.autoCreateEip(on))),
            Arbitraries.of("", "{}", "{\"InternetMaxBandwidthOut\": 2}")
                .map(
                    json ->
                        step(
                            ".eipAttributes(" + Said.literal(json) + ")",
                            c -> c.eipAttributes(json))),
            Arbitraries.of(
                step(
                    ".imagePullSecrets(\"ns/a\", \"1.b\")",
                    c -> c.imagePullSecrets("ns/a", "1.b"))),
            Arbitraries.of("nameserver 8.8.8.8", "# ours\nnameserver ::1\nsearch a b\n")
                .map(
                    lines ->
                        step(
                            ".resolveConfig(" + Said.literal(lines) + ")",
                            c -> c.resolveConfig(lines)))));
  }

  private static Step<ImageCache> step(String java, UnaryOperator<ImageCache> change) {
    return new Step<>(java, change);
  }
}
