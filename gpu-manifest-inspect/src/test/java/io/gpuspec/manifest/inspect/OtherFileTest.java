package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.tree.YamlDocuments;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtherFileTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {version: v1, flags: {migStrategy: none}}                | DevicePluginConfig
          {version: v1, sharing: {}}                               | DevicePluginConfig
          {version: v1, resources: {}}                             | DevicePluginConfig
          {version: v1, mig-configs: {}}                           | MigPartedConfig
          {groups: [{name: gpus, rules: [{alert: A, expr: up}]}]}  | PrometheusRules
          {groups: [{name: a}, {name: b, rules: [{record: c}]}]}   | PrometheusRules
          {version: v1}                                            |
          {version: v2, flags: {}}                                 |
          {flags: {}, sharing: {}}                                 |
          {groups: [{name: staff, rules: []}]}                     |
          {groups: [{name: staff}]}                                |
          {kind: Config, version: v1, flags: {}}                   |
          {kind: A, mig-configs: {}}                               |
          [{version: v1, flags: {}}]                               |
          """)
  void aFileIsKnownByItsFields(String text, String kind) {
    assertThat(OtherFile.kind(YamlDocuments.of("a.yaml", text).iterator().next()))
        .isEqualTo(Optional.ofNullable(kind));
  }
}
