package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.eks.NodePool;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.intent.IntentFile;
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

/** Which pools buy GPUs, and which pods their nodes take. */
class PoolRulesTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Inspector INSPECTOR = Inspector.of(GPUS);

  private static final String NOT_TOLERATED = "nodepool-taint-not-tolerated";

  private static String pool(String name, String taints, String requirement) {
    return """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: %s}
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
              taints: [%s]
              requirements:
              - {%s}
        ---
        """
        .formatted(name, taints, requirement);
  }

  private static String pod(String tolerations) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          tolerations: [%s]
          containers:
          - {name: main, image: registry.example/m:v1, resources: {limits: {nvidia.com/gpu: 1}}}
        """
        .formatted(tolerations);
  }

  private static List<String> found(String text) {
    return INSPECTOR.parse("a.yaml", text).findings().stream()
        .map(each -> each.rule().id())
        .toList();
  }

  private static final String G =
      "key: karpenter.k8s.aws/instance-category, operator: In, values: [g]";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key: karpenter.k8s.aws/instance-gpu-count, operator: DoesNotExist",
        "key: karpenter.k8s.aws/instance-gpu-name, operator: NotIn, values: [t4]",
        "key: karpenter.k8s.aws/instance-category, operator: NotIn, values: [g, p]",
        "key: karpenter.k8s.aws/instance-category, operator: In, values: [m, g]",
        "key: karpenter.k8s.aws/instance-category, operator: Exists",
        "key: karpenter.k8s.aws/instance-family, operator: NotIn, values: [g5]",
        "key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i, r7g]",
        "key: node.kubernetes.io/instance-type, operator: NotIn, values: [g5.xlarge]",
        "key: node.kubernetes.io/instance-type, operator: In, values: [m5.xlarge]",
      })
  void aPoolThatMayBuyNodesWithoutGpusNeedsNoTaint(String requirement) {
    assertThat(found(pool("a", "", requirement))).doesNotContain("nodepool-without-taint");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        G,
        "key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: ['0']",
        "key: karpenter.k8s.aws/instance-gpu-manufacturer, operator: In, values: [nvidia]",
        "key: karpenter.k8s.aws/instance-gpu-name, operator: Exists",
        "key: karpenter.k8s.aws/instance-family, operator: In, values: [g6, g5, p4d, p6-b200, gr6]",
        "key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge, p6-b200.48xlarge]",
      })
  void aPoolOfGpusAloneNeedsOne(String requirement) {
    assertThat(found(pool("a", "", requirement))).contains("nodepool-without-taint");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nvidia.com/gpu.sharing-strategy: time-slicing | '' | true",
        "nvidia.com/gpu.product: Tesla-T4 | '' | true",
        "nvidia.com/gpu.product: Tesla-T4 | 'key: nvidia.com/gpu.product, operator: Exists' | false",
        "nvidia.com/gpu.product: Tesla-T4 | 'key: kubernetes.io/os, operator: Exists' | false",
        "topology.kubernetes.io/zone: us-east-1a | '' | false",
      })
  void aLabelOfFeatureDiscoveryIsOnNodesThatAreThereAlone(
      String label, String other, boolean isFound) {
    String pools = pool("a", "", G) + (other.isEmpty() ? "" : pool("b", "", other));
    String pod = pod("").replace("tolerations: []", "nodeSelector: {%s}".formatted(label));

    assertThat(found(pools + pod).contains("nodepool-label-not-offered")).isEqualTo(isFound);
  }

  /** Feature Discovery reads the plugin's file on nodes that are there. */
  @Test
  void aLabelOfSharedCardsIsOnNodesThatAreThereToo() {
    String config =
        """
        version: v1
        sharing: {timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 4}]}}
        ---
        """;
    String pod = pod("").replace("tolerations: []", "nodeSelector: {nvidia.com/gpu.replicas: '4'}");

    assertThat(found(pool("a", "", G) + pod)).contains("nodepool-label-not-offered");
    assertThat(found(config + pool("a", "", G) + pod)).contains("nodepool-label-not-offered");
  }

  @Test
  void aPoolWithoutATaintTakesThePodsThatAnotherDoesNot() {
    String families = "key: karpenter.k8s.aws/instance-family, operator: In, values: [g6, g5]";
    assertThat(
            found(
                pool("gpu", "{key: team, effect: NoSchedule}", G)
                    + pool("gpu2", "", families)
                    + pod("")))
        .containsExactly("nodepool-without-taint");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: gpu-first, effect: PreferNoSchedule} | '' | true",
        "{key: team, value: a, effect: NoSchedule} | '' | false",
        "{key: team, value: a, effect: NoSchedule} | {key: team, operator: Equal, value: b} | false",
        "{key: team, value: a, effect: NoSchedule} | {key: team, value: a} | true",
        "{key: team, value: a, effect: NoSchedule} | {key: team, operator: Exists} | true",
        "{key: team, value: a, effect: NoSchedule} | {operator: Exists} | true",
        "{key: team, value: a, effect: NoSchedule} | {key: team, operator: Exists, effect: NoExecute} | false",
        // What the API server of EKS adds by itself.
        "{key: nvidia.com/gpu, value: 'true', effect: NoSchedule} | '' | true",
        "{key: nvidia.com/gpu, value: 'true', effect: NoExecute} | '' | false",
        "{key: nvidia.com/gpu, effect: NoSchedule}, {key: team, effect: NoExecute} | '' | false",
      })
  void aPodIsTakenAsTheSchedulerDecides(String taints, String tolerations, boolean isTaken) {
    assertThat(found(pool("gpu", taints, G) + pod(tolerations)).contains(NOT_TOLERATED))
        .isEqualTo(!isTaken);
  }

  /** The plugin looks at every extended resource, and nodes of Auto Mode are EKS's too. */
  @ParameterizedTest
  @CsvSource({
    "vpc.amazonaws.com/efa, karpenter.k8s.aws, EC2NodeClass, true",
    "nvidia.com/gpu, eks.amazonaws.com, NodeClass, true",
    "nvidia.com/gpu, karpenter.azure.com, AKSNodeClass, false",
    "example.com/other, karpenter.k8s.aws, EC2NodeClass, false",
  })
  void whatTheApiServerAddsIsForEachResource(
      String key, String group, String kind, boolean isTaken) {
    String pool =
        pool("gpu", "{key: " + key + ", effect: NoSchedule}", G)
            .replace(
                "group: karpenter.k8s.aws, kind: EC2NodeClass",
                "group: %s, kind: %s".formatted(group, kind));
    String pod =
        pod("").replace("{nvidia.com/gpu: 1}", "{nvidia.com/gpu: 1, vpc.amazonaws.com/efa: 1}");

    assertThat(found(pool + pod).contains(NOT_TOLERATED)).isEqualTo(!isTaken);
  }

  private static final String TAINT = "{key: nvidia.com/gpu, value: 'true', effect: NoSchedule}";

  private static String type(String types) {
    return "key: node.kubernetes.io/instance-type, operator: In, values: [" + types + "]";
  }

  private static String limited(String limits, String requirement) {
    return pool("gpu", TAINT, requirement)
        .replace("spec:\n  template", "spec:\n  limits: {" + limits + "}\n  template");
  }

  /** Karpenter leaves out a type that has more than is left of any limit. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nvidia.com/gpu: 4 | p4d.24xlarge | true",
        "nvidia.com/gpu: 8 | p4d.24xlarge | false",
        "nvidia.com/gpu: 4 | p4d.24xlarge, g4dn.12xlarge | false",
        "nvidia.com/gpu: 3 | p4d.24xlarge, g4dn.12xlarge | true",
        "cpu: 95 | p4d.24xlarge | true",
        "cpu: 96 | p4d.24xlarge | false",
        "cpu: 95500m, nvidia.com/gpu: 8 | p4d.24xlarge | true",
        "memory: 512Gi | p4d.24xlarge | true",
        "memory: 1152Gi | p4d.24xlarge | false",
        // A stopped pool, and types that are not known.
        "nvidia.com/gpu: 0 | p4d.24xlarge | false",
        "cpu: 0, nvidia.com/gpu: 4 | p4d.24xlarge | false",
        "nvidia.com/gpu: 1 | p99.48xlarge | false",
        "nvidia.com/gpu: 1 | p4d.24xlarge, p99.48xlarge | false",
        "nvidia.com/gpu: '{{ .Values.gpus }}' | p4d.24xlarge | false",
      })
  void aLimitIsAtLeastOneNode(String limits, String types, boolean isBelow) {
    assertThat(found(limited(limits, type(types))).contains("nodepool-limit-below-node"))
        .isEqualTo(isBelow);
  }

  /**
   * The rule is there twice, since a provider and the builder do not know each other, and only the
   * core could have it for both.
   */
  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu, 3",
    "nvidia.com/gpu, 4",
    "nvidia.com/gpu, 0",
    "cpu, 47",
    "cpu, 48",
    "cpu, 47999m",
    "memory, 170Gi",
    "memory, 192Gi",
    "memory, 1Ti"
  })
  void aLimitThatABuiltPoolCannotHaveIsFound(String key, String amount) {
    String[] types = {"p4d.24xlarge", "g4dn.12xlarge"};
    NodePool pool = NodePool.of("gpu", Gpus.load().in("eks"), types);
    boolean isRefused = false;
    try {
      pool.limit(key, amount);
    } catch (GpuSpecException e) {
      isRefused = true;
    }

    assertThat(
            found(limited(key + ": " + amount, type(String.join(", ", types))))
                .contains("nodepool-limit-below-node"))
        .isEqualTo(isRefused);
  }

  @Test
  void aLimitOfAPoolThatNamesItsGpusIsHeldAgainstThem() {
    String a100 = "key: karpenter.k8s.aws/instance-gpu-name, operator: In, values: [a100]";
    assertThat(found(limited("nvidia.com/gpu: 4", a100))).contains("nodepool-limit-below-node");
    assertThat(found(limited("nvidia.com/gpu: 4", G))).doesNotContain("nodepool-limit-below-node");
  }

  private static String asking(int gpus, String more) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          %s
          containers:
          - {name: main, image: registry.example/m:v1, resources: {requests: {cpu: 2}, limits: {nvidia.com/gpu: %s}}}
        """
        .formatted(more, gpus);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4 | '' | true",
        "1 | '' | false",
        "1 | nodeSelector: {karpenter.k8s.aws/instance-gpu-name: h100} | true",
        "1 | nodeSelector: {karpenter.k8s.aws/instance-gpu-name: t4} | false",
        "1 | nodeSelector: {karpenter.sh/capacity-type: spot} | false",
        // Nodes of others, which no pool here makes.
        "4 | nodeSelector: {eks.amazonaws.com/nodegroup: big} | false",
        "4 | nodeSelector: {karpenter.sh/nodepool: other} | false",
        "4 | nodeSelector: {karpenter.sh/nodepool: gpu} | true",
        "4 | nodeName: node-1 | false",
        "4 | nodeSelector: {nvidia.com/gpu.product: Tesla-T4} | false",
      })
  void aPodThatNoPoolOfTheFileHoldsIsFound(int gpus, String more, boolean isFound) {
    String pool = pool("gpu", TAINT, type("g4dn.xlarge"));
    assertThat(found(pool + asking(gpus, more)).contains("nodepool-does-not-hold-pods"))
        .isEqualTo(isFound);
  }

  @Test
  void aPoolThatMayHoldThePodIsEnough() {
    String small = pool("gpu", TAINT, type("g4dn.xlarge"));
    String cpu =
        pool("cpu", "", "key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m]");
    String pod = asking(4, "");
    assertThat(found(small + cpu + pod)).contains("nodepool-does-not-hold-pods");
    for (String more :
        List.of(
            pool("large", TAINT, type("g4dn.12xlarge")),
            pool("any", TAINT, G),
            pool("all", "", "key: kubernetes.io/os, operator: In, values: [linux]"),
            """
            apiVersion: karpenter.sh/v1alpha1
            kind: NodeOverlay
            metadata: {name: o}
            spec: {requirements: [], capacity: {nvidia.com/gpu: 4}}
            ---
            """)) {
      assertThat(found(small + more + pod)).as(more).doesNotContain("nodepool-does-not-hold-pods");
    }
  }

  @Test
  void howNodesAreBoughtDecides() {
    String onDemand =
        pool("gpu", TAINT, type("g4dn.xlarge"))
            .replace(
                "---",
                "      - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}\n---");
    String spot = "nodeSelector: {karpenter.sh/capacity-type: spot}";
    assertThat(found(onDemand + asking(1, spot))).contains("nodepool-does-not-hold-pods");
    assertThat(found(onDemand.replace("[on-demand]", "[on-demand, spot]") + asking(1, spot)))
        .doesNotContain("nodepool-does-not-hold-pods");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: node.kubernetes.io/instance-type, operator: In, values: [g4dn.xlarge], minValues: 5} | true",
        "{key: node.kubernetes.io/instance-type, operator: In, values: [g4dn.xlarge], minValues: 1} | false",
        "{key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: ['1', '2']} | true",
        "{key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: ['1']} | false",
        "{key: karpenter.k8s.aws/instance-gpu-count, operator: Gte, values: [one]} | true",
        "{key: karpenter.k8s.aws/instance-gpu-name, operator: In, values: []} | true",
        "{key: karpenter.k8s.aws/instance-gpu-name, operator: Exists} | false",
        "{key: karpenter.k8s.aws/instance-gpu-name, operator: In, values: '{{ .Values.gpus }}'} | false",
      })
  void whatTheDefinitionOfAPoolRefusesIsFound(String requirement, boolean isRefused) {
    String pool =
        pool("gpu", TAINT, type("g4dn.xlarge")).replace("---", "      - " + requirement + "\n---");
    assertThat(found(pool).contains("nodepool-field-refused")).isEqualTo(isRefused);
  }

  private static String plugin(String tolerations) {
    return """
        ---
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: plugin, namespace: kube-system}
        spec:
          selector: {matchLabels: {name: plugin}}
          template:
            metadata: {labels: {name: plugin}}
            spec:
              nodeSelector: {nvidia.com/gpu.present: "true"}
              tolerations: [%s]
              containers: [{name: plugin, image: "nvcr.io/nvidia/k8s-device-plugin:v0.19.3"}]
        """
        .formatted(tolerations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: nvidia.com/gpu, operator: Exists} | true",
        "{key: nvidia.com/gpu, operator: Exists}, {key: team, operator: Exists} | false",
        "{key: nvidia.com/gpu, operator: Exists}, {key: team, value: b} | true",
        "{operator: Exists} | false",
      })
  void aDevicePluginToleratesEveryTaintOfAPool(String tolerations, boolean isKeptOff) {
    String pool =
        pool("gpu", TAINT + ", {key: team, value: a, effect: NoSchedule}", type("g4dn.xlarge"));
    String text = pool.replace("---\n", "") + plugin(tolerations);
    assertThat(found(text).contains("plugin-kept-off-pool")).isEqualTo(isKeptOff);
    String discovery = text.replace("v0.19.3\"", "v0.19.3\", command: [gpu-feature-discovery]");
    assertThat(found(discovery)).doesNotContain("plugin-kept-off-pool");
    String bottlerocket =
        """
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: {name: default}
        spec: {amiSelectorTerms: [{alias: bottlerocket@v1.40.0}]}
        """;
    assertThat(found(text + bottlerocket)).doesNotContain("plugin-kept-off-pool");
  }

  private static List<String> messages(String text, String rule) {
    return INSPECTOR.parse("a.yaml", text).findings().stream()
        .filter(each -> each.rule().id().equals(rule))
        .map(ManifestFinding::message)
        .toList();
  }

  @Test
  void whatNoNodeHoldsIsSaidWithAllThatIsAsked() {
    String pools =
        pool("one", TAINT, type("g4dn.xlarge")) + pool("two", TAINT, type("g4dn.2xlarge"));
    String pod =
        asking(4, "nodeSelector: {karpenter.sh/capacity-type: spot}")
            .replace("requests: {cpu: 2}", "requests: {memory: 3Gi}");

    assertThat(messages(pools + pod, "nodepool-does-not-hold-pods"))
        .singleElement()
        .asString()
        .startsWith(
            "No instance type of one, two has what the pod asks for: nvidia.com/gpu: 4, memory:"
                + " 3Gi, ")
        .contains("karpenter.sh/capacity-type")
        .contains("spot");
  }

  /** A label of the pool, or what it may have by its requirements, is on all of its nodes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "team: a | '' | team: a | false",
        "team: a | '' | team: b | true",
        "'' | {key: team, operator: In, values: [a, b]} | team: b | false",
        "'' | {key: team, operator: In, values: [a, b]} | team: c | true",
        "'' | {key: team, operator: Exists} | team: c | false",
        "'' | '' | team: c | false",
        "other: a | '' | team: c | false",
      })
  void aLabelOfAPoolDecidesWhetherItHoldsThePod(
      String labels, String requirement, String selector, boolean isFound) {
    String pool =
        pool("gpu", TAINT, type("g4dn.xlarge"))
            .replace("  template:\n", "  template:\n    metadata: {labels: {" + labels + "}}\n");
    if (!requirement.isEmpty()) {
      pool = pool.replace("---", "      - " + requirement + "\n---");
    }
    String pod = asking(1, "nodeSelector: {" + selector + "}");

    assertThat(found(pool + pod).contains("nodepool-does-not-hold-pods")).isEqualTo(isFound);
  }

  /** Gte and Lte take the number itself too; g4dn.xlarge has one GPU, g4dn.12xlarge has four. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Gte | 4 | 4 | false",
        "Gte | 5 | 1 | true",
        "Gte | 0 | 4 | false",
        "Lte | 4 | 4 | false",
        "Lte | 3 | 4 | true",
        "Lte | 1 | 1 | false",
        "Lte | 0 | 1 | true",
        "Gt | 3 | 4 | false",
        "Gt | 4 | 4 | true",
        "Lt | 4 | 4 | true",
        "Lt | 5 | 4 | false",
      })
  void aBoundOfAPoolIsOfItsNumber(String operator, String number, int gpus, boolean isFound) {
    String pool =
        pool("gpu", TAINT, type("g4dn.xlarge, g4dn.12xlarge"))
            .replace(
                "---",
                "      - {key: karpenter.k8s.aws/instance-gpu-count, operator: %s, values: ['%s']}\n---"
                    .formatted(operator, number));
    assertThat(found(pool + asking(gpus, "")).contains("nodepool-does-not-hold-pods"))
        .isEqualTo(isFound);
  }

  /** Of the types that all have more, the smallest is named, with what it has. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nvidia.com/gpu: 3 | p4d.24xlarge, g4dn.12xlarge | g4dn.12xlarge | 4",
        "cpu: 2 | g4dn.2xlarge, g4dn.xlarge | g4dn.xlarge | 4",
        "memory: 2Gi | g4dn.2xlarge, g4dn.xlarge | g4dn.xlarge | 16Gi",
      })
  void theSmallestNodeThatALimitIsBelowIsNamed(
      String limit, String types, String name, String value) {
    assertThat(messages(limited(limit, type(types)), "nodepool-limit-below-node"))
        .singleElement()
        .asString()
        .contains(name, value);
  }

  /** Which of the numbers is wrong is said with the values as they are written. */
  @Test
  void whatTheDefinitionOfAPoolRefusesIsShown() {
    String pool =
        pool("gpu", TAINT, type("g4dn.xlarge"))
            .replace(
                "---",
                "      - {key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: ['1', '2']}\n---");
    assertThat(messages(pool, "nodepool-field-refused"))
        .singleElement()
        .asString()
        .contains("[1, 2]");
  }

  /** The config of a device plugin that shares cards makes more GPUs of them than machines have. */
  @ParameterizedTest
  @CsvSource({
    "'sharing: {timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 4}]}}', false",
    "'flags: {migStrategy: none}', true"
  })
  void besideAPluginThatSharesCardsNothingIsSaid(String config, boolean isFound) {
    String text =
        pool("gpu", TAINT, type("g4dn.xlarge")) + asking(4, "") + "---\nversion: v1\n" + config;
    assertThat(found(text).contains("nodepool-does-not-hold-pods")).isEqualTo(isFound);
  }

  /** Files that are read together can be of several clusters. */
  @Test
  void aPoolOfAnotherFileHoldsNothingHere(@TempDir Path folder) throws IOException {
    String pool = pool("gpu", TAINT, type("g4dn.xlarge"));
    Files.writeString(folder.resolve("a.yaml"), pool);
    Files.writeString(folder.resolve("b.yaml"), asking(4, ""));

    assertThat(found(pool + asking(4, ""))).contains("nodepool-does-not-hold-pods");
    assertThat(INSPECTOR.read(folder).findings())
        .extracting(each -> each.rule().id())
        .doesNotContain("nodepool-does-not-hold-pods");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{key: karpenter.k8s.aws/instance-gpu-count, operator: Lt, values: ['{{ .Values.n }}']}",
        "{key: karpenter.k8s.aws/instance-gpu-count, operator: '{{ .Values.op }}', values: ['1']}",
        "{key: '{{ .Values.key }}', operator: In, values: [a]}",
      })
  void whatAPoolBuysIsNotKnownWhileATemplateSaysIt(String requirement) {
    String pool =
        pool("gpu", TAINT, type("g4dn.xlarge")).replace("---", "      - " + requirement + "\n---");

    assertThat(found(pool + asking(4, ""))).doesNotContain("nodepool-does-not-hold-pods");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: karpenter.k8s.aws/instance-family, operator: NotIn, values: [p5], minValues: 5} | false",
        "{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5, g6], minValues: 3} | true",
        "{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5, g6], minValues: 2} | false",
        "{key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: '{{ .Values.n }}'} | false",
        "{key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: ['{{ .Values.n }}', '2']} | false",
        "{key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: []} | true",
      })
  void aMinimumIsOfAListOfValuesAndABoundOfOneNumber(String requirement, boolean isRefused) {
    String pool =
        pool("gpu", TAINT, type("g4dn.xlarge")).replace("---", "      - " + requirement + "\n---");

    assertThat(found(pool).contains("nodepool-field-refused")).isEqualTo(isRefused);
  }

  /** What Karpenter adds to a node as a NodeOverlay is counted among what its pool holds. */
  @Test
  void aPoolOfSlicesHoldsPodsThatRequestOne() {
    String pool =
        IntentFile.parse(
                "intent.yaml",
                """
                apiVersion: gpuspec.io/v1
                kind: NodePool
                metadata: {name: inference}
                spec: {gpus: [1/4*L4]}
                """)
            .platform()
            .get(0)
            .objects(GPUS)
            .yaml()
            .toString();
    String workload =
        GpuWorkload.deployment("w", "r/i:v1").gpu("1/4*L4").on(GPUS.in("eks")).yaml().toString();

    assertThat(pool).contains("kind: NodeOverlay");
    assertThat(INSPECTOR.parse("set.yaml", pool + "---\n" + workload).findings())
        .extracting(finding -> finding.rule().id())
        .doesNotContain("nodepool-does-not-hold-pods");
  }
}
