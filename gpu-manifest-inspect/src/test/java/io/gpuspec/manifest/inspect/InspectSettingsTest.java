package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code .gpuspec.yaml} may say, and what it does. */
class InspectSettingsTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  /** A warning of the group environment, and an info of the same. */
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        containers:
        - name: main
          image: r/train:v1
          env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]
          resources: {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 2}}
      """;

  private static InspectSettings of(String text) {
    return InspectSettings.parse("x.yaml", text.replace('/', '\n'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                                   | warning env-every-card, error request-unlike-limit, info shared-memory-default",
        "include: [requests]                  | error request-unlike-limit",
        "include: [env-every-card]            | warning env-every-card",
        "include: [env-every-card, requests]  | warning env-every-card, error request-unlike-limit",
        "exclude: [environment]               | error request-unlike-limit",
        "exclude: [env-every-card]            | error request-unlike-limit, info shared-memory-default",
        "include: [environment]/exclude: [env-every-card] | info shared-memory-default",
        "severity: {env-every-card: info}     | info env-every-card, error request-unlike-limit, info shared-memory-default",
        "severity: {environment: error}       | error env-every-card, error request-unlike-limit, error shared-memory-default",
        "severity: {environment: error, env-every-card: warning} | warning env-every-card, error request-unlike-limit, error shared-memory-default",
      })
  void rulesAndGroupsCountAsTheyAreTold(String settings, String found) {
    assertThat(INSPECTOR.with(of(settings)).parse("pod.yaml", POD).findings())
        .extracting(each -> each.severity() + " " + each.rule().id())
        .containsExactlyInAnyOrder(found.split(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | all rules",
        "include: [a, b] | a, b",
        "exclude: [a, b] | all rules without a, b",
        "include: [a]/exclude: [b]/provider: tke | a without b, on tke",
        "provider: eks | all rules, on eks",
      })
  void theyAreSaidInWords(String settings, String words) {
    assertThat(of(settings)).hasToString(words);
  }

  @Test
  void anEmptyFileAndNoFileChangeNothing() {
    assertThat(of("\n")).hasToString("all rules");
    assertThat(InspectSettings.defaults().provider()).isEmpty();
    assertThat(of("provider: tke\n").provider()).contains("tke");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "include: requests | x.yaml: include: expected a list; write [a, b]",
        "provider: [tke] | x.yaml: provider: expected one value, such as a name",
        "provider: | x.yaml: provider: expected one value, such as a name",
        "provider: tke/options: {a: [b]} | x.yaml: options.a: expected one value, such as a name",
        "edition: 2023-06 | x.yaml: edition: belongs to a provider; add provider",
        "options: {spot: true} | x.yaml: options: belongs to a provider; add provider",
        "kubernetesVersion: 1.30 | x.yaml: kubernetesVersion: expected a version of Kubernetes in quotes, found 1.3",
      })
  void whatIsNotMeantSoIsRefusedWithItsField(String textAndMessage) {
    String[] parts = textAndMessage.split(" \\| ");
    assertThatThrownBy(() -> of(parts[0]))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageStartingWith(parts[1]);
  }

  @Test
  void theNearestFileCounts(@TempDir Path folder) throws IOException {
    Path inner = Files.createDirectories(folder.resolve("a/b"));
    assertThat(InspectSettings.near(inner)).hasToString("all rules");

    Files.writeString(folder.resolve(InspectSettings.FILE), "provider: tke\n");
    assertThat(InspectSettings.near(inner).provider()).contains("tke");
    Files.writeString(inner.resolve(InspectSettings.FILE), "provider: eks\n");
    assertThat(InspectSettings.near(inner).provider()).contains("eks");
    assertThat(InspectSettings.near(folder).provider()).contains("tke");
  }

  /** Patterns are below the folder of the file, and without a file below where one stands. */
  @Test
  void filesAreLeftOutByThePathBelowTheirFolder(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve(InspectSettings.FILE), "ignorePaths: ['charts/**', '*.json']\n");
    InspectSettings read = InspectSettings.read(file);

    for (String left :
        List.of("charts/a.yaml", "charts/b/c.yaml", "a.json", "d/../charts/a.yaml")) {
      assertThat(read.isIgnored(folder.resolve(left))).as(left).isTrue();
    }
    for (String kept : List.of("a.yaml", "b/charts/a.yaml", "b/a.json")) {
      assertThat(read.isIgnored(folder.resolve(kept))).as(kept).isFalse();
    }
    assertThat(read.isIgnored(Path.of("charts/a.yaml"))).isTrue();
    assertThat(
            InspectSettings.parse("x", "ignorePaths: ['charts/**']")
                .isIgnored(Path.of("charts/a.yaml")))
        .isTrue();
    assertThat(
            InspectSettings.parse("x", "ignorePaths: ['charts/**']").isIgnored(Path.of("a.yaml")))
        .isFalse();
    assertThat(InspectSettings.defaults().isIgnored(Path.of("charts/a.yaml"))).isFalse();
  }
}
