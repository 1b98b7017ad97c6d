package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.tree.YamlDocuments;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KustomizationTest {

  private static final String TEXT =
      """
      resources: [deployment.yaml]
      patches:
      - {path: one.yaml, target: {kind: Deployment}}
      - {patch: "[{op: remove, path: /spec/replicas}]"}
      patchesStrategicMerge:
      - ../two.yaml
      - "apiVersion: v1\\nkind: Pod\\nmetadata: {name: a}"
      patchesJson6902:
      - {path: ./three.json, target: {kind: Pod}}
      """;

  private static List<String> patches(String file, String text) {
    return Kustomization.patches(YamlDocuments.of(file, text).iterator().next(), file).toList();
  }

  /** What is written in the file itself, and not named, is no file. */
  @ParameterizedTest
  @ValueSource(strings = {"kustomization.yaml", "kustomization.yml", "Kustomization"})
  void filesOfPatchesAreThoseItNamesFromItsFolder(String name) {
    assertThat(patches(Path.of("base", "a", name).toString(), TEXT))
        .containsExactlyInAnyOrder(
            Path.of("base", "a", "one.yaml").toString(),
            Path.of("base", "two.yaml").toString(),
            Path.of("base", "a", "three.json").toString());
  }

  @Test
  void anotherFileNamesNone() {
    assertThat(patches("base/values.yaml", TEXT)).isEmpty();
    assertThat(patches("kustomization.yaml", "- patches: [{path: one.yaml}]\n")).isEmpty();
    assertThat(patches("kustomization.yaml", "resources: [{path: one.yaml}]\n")).isEmpty();
  }
}
