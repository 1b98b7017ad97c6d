package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels of nodes beside the ConfigMap that they choose from. */
class ConfigRulesTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());
  private static final List<String> RULES =
      List.of("mig-layout-not-there", "plugin-config-not-there", "nodepool-replicas-not-made");

  private static final String LAYOUTS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: layouts, namespace: gpu}
      data:
        config.yaml: |
          version: v1
          mig-configs:
            all-disabled: [{devices: all, mig-enabled: false}]
            halves: [{devices: all, mig-enabled: true, mig-devices: {3g.20gb: 2}}]
      ---
      """;

  private static final String CONFIGS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: configs, namespace: gpu}
      data:
        default: "version: v1"
        slices: |
          version: v1
          sharing: {timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 4}]}}
      ---
      """;

  private static List<String> found(String text) {
    return INSPECTOR.parse("a.yaml", text).findings().stream()
        .filter(each -> RULES.contains(each.rule().id()))
        .map(each -> each.rule().id() + " " + each.line() + " " + each.message())
        .toList();
  }

  private static String node(String label) {
    return "apiVersion: v1\nkind: Node\nmetadata: {name: n, labels: {%s}}\n".formatted(label);
  }

  private static String policy(String part, String config) {
    return """
        apiVersion: nvidia.com/v1
        kind: ClusterPolicy
        metadata: {name: policy}
        spec: {%s: {config: %s}}
        ---
        """
        .formatted(part, config);
  }

  private static String daemonSet(String name, String image, String env, String config) {
    return """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: %s, namespace: gpu}
        spec:
          selector: {matchLabels: {name: %s}}
          template:
            metadata: {labels: {name: %s}}
            spec:
              volumes: [{name: configs, configMap: {name: %s}}, {name: chosen, emptyDir: {}}]
              containers:
              - name: main
                image: %s
                env: [%s]
                volumeMounts:
                - {name: configs, mountPath: /configs}
                - {name: chosen, mountPath: /chosen}
        ---
        """
        .formatted(name, name, name, config, image, env);
  }

  private static String plugin(String variables) {
    return daemonSet(
        "plugin",
        "nvcr.io/nvidia/k8s-device-plugin:v0.20.0",
        "{name: CONFIG_FILE, value: /chosen/config.yaml}, {name: CONFIG_FILE_SRCDIR, value: /configs}"
            + variables,
        "configs");
  }

  private static String perNode(String more) {
    return plugin(", {name: NODE_LABEL, value: nvidia.com/device-plugin.config}" + more);
  }

  private static String pool(String labels) {
    return """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: pool}
        spec:
          template:
            metadata: {labels: {%s}}
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}
              requirements: []
        """
        .formatted(labels);
  }

  @Test
  void aLayoutIsOneOfTheFileThatTheMigManagerReads() {
    assertThat(found(LAYOUTS + node("nvidia.com/mig.config: all-1g.5gb")))
        .containsExactly(
            "mig-layout-not-there 13 nvidia.com/mig.config: all-1g.5gb, and the layouts in ConfigMap layouts are all-disabled, halves.");
    assertThat(found(LAYOUTS + node("nvidia.com/mig.config: halves"))).isEmpty();
    assertThat(found(node("nvidia.com/mig.config: all-1g.5gb"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeSelector: {L: other}, containers: [{name: c, image: i}]}}",
        "{apiVersion: eksctl.io/v1alpha5, kind: ClusterConfig, metadata: {name: c, region: r}, managedNodeGroups: [{name: g, labels: {L: other}}]}",
        "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Node, metadata: {name: n, labels: {L: other}}}]}",
        "{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: p}, spec: {template: {spec: {requirements: [{key: L, operator: In, values: [halves, other]}]}}}}",
      })
  void theLabelIsFoundOnceWhereverItIsWritten(String object) {
    String text =
        object
            .replace("L:", "nvidia.com/mig.config:")
            .replace("key: L", "key: nvidia.com/mig.config");
    assertThat(found(LAYOUTS + text)).hasSize(1);
    assertThat(found(LAYOUTS + text.replace("other", "halves"))).isEmpty();
    assertThat(found(LAYOUTS + text.replace("other", "'{{ .Values.layout }}'"))).isEmpty();
    assertThat(found(LAYOUTS + text.replace("other", "''"))).isEmpty();
  }

  @Test
  void whatIsNotRequiredIsNoName() {
    String pool =
        "{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: p}, spec: {template: {spec: {requirements: [{key: nvidia.com/mig.config, operator: NotIn, values: [other]}]}}}}";
    assertThat(found(LAYOUTS + pool)).isEmpty();
  }

  @Test
  void theManagerOfTheFileSaysWhichFileItReads() {
    String node = node("nvidia.com/mig.config: all-1g.5gb");

    assertThat(found(LAYOUTS + policy("migManager", "{name: layouts}") + node)).hasSize(1);
    assertThat(found(LAYOUTS + policy("migManager", "{name: others}") + node)).isEmpty();
    assertThat(found(LAYOUTS + policy("migManager", "{}") + node)).isEmpty();
    String manager = "nvcr.io/nvidia/cloud-native/k8s-mig-manager:v0.13.1";
    assertThat(found(LAYOUTS + daemonSet("m", manager, "", "layouts") + node)).hasSize(1);
    assertThat(found(LAYOUTS + daemonSet("m", manager, "", "others") + node)).isEmpty();
  }

  @Test
  void filesAreOfClustersOfTheirOwn(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("a.yaml"), LAYOUTS);
    Files.writeString(folder.resolve("b.yaml"), node("nvidia.com/mig.config: all-1g.5gb"));

    assertThat(INSPECTOR.read(folder).findings().stream().map(each -> each.rule().id()))
        .doesNotContain("mig-layout-not-there");
  }

  @Test
  void aConfigIsOneThatThePluginHas() {
    String node = node("nvidia.com/device-plugin.config: slice");

    assertThat(found(CONFIGS + perNode("") + node))
        .hasSize(1)
        .first()
        .asString()
        .endsWith(
            "nvidia.com/device-plugin.config: slice, and the configs in ConfigMap configs are default, slices.");
    assertThat(found(CONFIGS + perNode("") + node.replace("slice", "slices"))).isEmpty();
    assertThat(found(CONFIGS + policy("devicePlugin", "{name: configs}") + node)).hasSize(1);
  }

  @Test
  void whatAnotherPluginHasIsNotKnown() {
    String node = node("nvidia.com/device-plugin.config: slice");
    String other =
        daemonSet(
            "other",
            "nvcr.io/nvidia/k8s-device-plugin:v0.20.0",
            "{name: NODE_LABEL, value: nvidia.com/device-plugin.config}",
            "others");

    assertThat(found(CONFIGS + node)).isEmpty();
    assertThat(found(CONFIGS + perNode("") + other + node)).isEmpty();
    assertThat(found(CONFIGS + plugin("").replace("/chosen/config.yaml", "/configs/slices") + node))
        .isEmpty();
    String operator = policy("devicePlugin", "{name: others}");
    assertThat(found(CONFIGS + operator + perNode("") + node)).isEmpty();
    assertThat(
            found(
                CONFIGS
                    + operator.replace("{config", "{enabled: false, config")
                    + perNode("")
                    + node))
        .hasSize(1);
    assertThat(found(CONFIGS + perNode("").replace("namespace: gpu", "namespace: b") + node))
        .isEmpty();
    assertThat(
            found(
                CONFIGS
                    + perNode("").replace("name: configs}", "name: configs, items: []}")
                    + node))
        .isEmpty();
    assertThat(found(CONFIGS.replace("slices:", "'{{ .Values.name }}':") + perNode("") + node))
        .isEmpty();
  }

  /** The order of config-manager. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | '' | ''",
        "'' | 'named,single' | default",
        "'' | 'single,named' | default",
        "'' | single | ''",
        "'' | 'empty,named' | ''",
        "slices | 'named,single' | ''",
        "other | 'named,single' | ''",
        "default | '' | default",
      })
  void nodesWithoutALabelHaveTheDefault(String byDefault, String strategies, String config) {
    String text =
        CONFIGS
            + perNode(
                ", {name: DEFAULT_CONFIG, value: '%s'}, {name: FALLBACK_STRATEGIES, value: '%s'}"
                    .formatted(byDefault, strategies))
            + pool("nvidia.com/gpu.replicas: '4'");

    assertThat(found(text)).hasSize(config.isEmpty() ? 0 : 1);
    if (!config.isEmpty()) {
      assertThat(found(text).get(0))
          .endsWith(
              "nvidia.com/gpu.replicas: 4, and the config %s of ConfigMap configs, which the nodes of the pool have, makes 1 of each card."
                  .formatted(config));
    }
  }

  @Test
  void aPoolThatNamesItsConfigPromisesWhatThatMakes() {
    String text = CONFIGS + perNode(", {name: FALLBACK_STRATEGIES, value: named}");
    String slices = "nvidia.com/device-plugin.config: slices, nvidia.com/gpu.replicas: '%s'";

    assertThat(found(text + pool(slices.formatted(4)))).isEmpty();
    assertThat(found(text + pool(slices.formatted(8)))).hasSize(1);
    assertThat(found(text + pool(slices.formatted("{{ .Values.n }}")))).isEmpty();
    assertThat(found(text + pool("nvidia.com/gpu.present: 'true'"))).isEmpty();
  }

  /** A chart fills it in later, or the plugin does not start with it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "replicas: {{ .Values.replicas }}",
        "replicas: '{{ .Values.replicas }}'",
        "replicas: 2}{",
        "replicas: many",
      })
  void whatAConfigMakesIsComparedOnlyIfItCanBeRead(String replicas) {
    String pool = pool("nvidia.com/device-plugin.config: slices, nvidia.com/gpu.replicas: '8'");

    assertThat(found(CONFIGS + perNode("") + pool)).hasSize(1);
    assertThat(found(CONFIGS.replace("replicas: 4", replicas) + perNode("") + pool)).isEmpty();
  }

  /** A file of the plugin's own is that of all nodes, whatever their labels say. */
  @Test
  void onePluginFileIsThatOfEveryNode() {
    String own = plugin("").replace("/chosen/config.yaml", "/configs/slices");
    String label = "nvidia.com/device-plugin.config: default, nvidia.com/gpu.replicas: ";

    assertThat(found(CONFIGS + own + pool(label + "'4'"))).isEmpty();
    assertThat(found(CONFIGS + own + pool(label + "'2'"))).hasSize(1);
  }
}
