package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fleet takes from the manifests of its workloads. */
class FleetDemandsTest {
  private static final String POD =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: d}
      spec:
        replicas: 2
        selector: {matchLabels: {app: d}}
        template:
          metadata: {labels: {app: d}}
          spec:
            %s
            containers:
            - {name: m, image: r/i:v1, %s resources: {requests: {cpu: 1}, limits: {nvidia.com/gpu: 1}}}
      """;

  private static final String AFFINITY =
      "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
          + " {nodeSelectorTerms: [%s]}}}";

  private static FileMatches matches(String spec, String ports) {
    return WorkloadFile.parse("pods.yaml", POD.formatted(spec, ports)).on(Gpus.load().in("eks"));
  }

  private static FileMatches requiring(String terms) {
    return matches(AFFINITY.formatted(terms), "");
  }

  private static Demand demand(FileMatches matches) {
    assertThat(matches.demands()).hasSize(1);
    return matches.demands().get(0);
  }

  @Test
  void aRequiredNodeAffinityOfOneValueIsASelector() {
    FileMatches matches =
        requiring(
            "{matchExpressions: [{key: team, operator: In, values: [a]},"
                + " {key: topology.kubernetes.io/zone, operator: In, values: [us-east-1c]}]}");

    assertThat(demand(matches).pool()).isEqualTo("team=a");
    assertThat(demand(matches).zone()).contains("us-east-1c");
    assertThat(demand(matches).isPartlyCounted()).isFalse();
    assertThat(matches.notPlanned()).isEmpty();
  }

  /** A node has one NodePool, so pods that select two share none. */
  @Test
  void theNodePoolThatPodsSelectIsTheirs() {
    FileMatches matches = matches("nodeSelector: {karpenter.sh/nodepool: gpu-t4}", "");

    assertThat(demand(matches).pool()).isEqualTo("karpenter.sh/nodepool=gpu-t4");
  }

  /** No new node has the name, and the plan knows which node has it. */
  @Test
  void whichNodeHasANameIsUpToThePlan() {
    FileMatches matches =
        requiring(
            "{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [n-1]}]}");

    assertThat(matches.isFound()).isFalse();
    assertThat(demand(matches).match().orElseThrow().isFound()).isTrue();
  }

  @Test
  void newNodesHaveNoLabelsThatMustBeAbsent() {
    FileMatches matches =
        requiring(
            "{matchExpressions: [{key: old, operator: DoesNotExist},"
                + " {key: team, operator: NotIn, values: [a]}]}");

    assertThat(demand(matches).pool()).isEmpty();
    assertThat(matches.notPlanned()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{matchExpressions: [{key: team, operator: In, values: [a, b]}]}",
        "{matchExpressions: [{key: team, operator: Exists}]}",
        "{matchExpressions: [{key: generation, operator: Gt, values: ['3']}]}",
        "{matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [a, b]}]}",
        "{matchExpressions: [{key: topology.kubernetes.io/zone, operator: NotIn, values: [a]}]}",
        "{matchExpressions: [{key: team, operator: In, values: [a]}]},"
            + " {matchExpressions: [{key: team, operator: In, values: [b]}]}",
      })
  void aChoiceBetweenLabelsOfNewNodesIsSaidNotToBePlanned(String terms) {
    assertThat(requiring(terms).notPlanned())
        .extracting(Note::toString)
        .singleElement()
        .asString()
        .startsWith("fleet.affinity: Deployment d requires nodes with ")
        .contains("select one value");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ports: [{containerPort: 80, hostPort: 8080}],", "ports: [{containerPort: 80}], "})
  void podsWithPortsOfTheirNodeAreOneOnANode(String ports) {
    boolean isOfHost = !ports.contains("hostPort");

    assertThat(demand(matches(isOfHost ? "hostNetwork: true" : "", ports)).maxPerNode())
        .hasValue(1);
    assertThat(demand(matches("", "ports: [{containerPort: 80}],")).maxPerNode()).isEmpty();
  }

  @Test
  void portsOfASidecarCountAndOfAnInitContainerDoNot() {
    String init =
        "initContainers: [{name: i, image: r/i:v1, %s ports: [{containerPort: 1, hostPort: 1}]}]";

    assertThat(demand(matches(init.formatted("restartPolicy: Always,"), "")).maxPerNode())
        .hasValue(1);
    assertThat(demand(matches(init.formatted(""), "")).maxPerNode()).isEmpty();
  }

  private static FileMatches apart(String selector, String key) {
    return matches(
        ("affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                + " [{topologyKey: %s, %s}]}}")
            .formatted(key, selector),
        "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labelSelector: {matchExpressions: [{key: app, operator: In, values: [d]}]}     | 1
          labelSelector: {matchExpressions: [{key: app, operator: In, values: [other]}]} | 0
          labelSelector: {matchExpressions: [{key: app, operator: DoesNotExist}]}        | 0
          labelSelector: {}                                                              | 1
          namespaces: [x]                                                                | 0
          """)
  void anAffinityCountsIfItsSelectorSelectsThePodsThemselves(String selector, int most) {
    Demand demand = demand(apart(selector, "kubernetes.io/hostname"));

    assertThat(demand.maxPerNode().orElse(0)).isEqualTo(most);
  }

  @Test
  void domainsThatAPlanDoesNotCountAreSaid() {
    String own = "labelSelector: {matchLabels: {app: d}}";
    String spread =
        "topologySpreadConstraints: [{maxSkew: 1, minDomains: 4, whenUnsatisfiable: DoNotSchedule,"
            + " topologyKey: topology.kubernetes.io/zone, %s}]";

    assertThat(apart(own, "node.kubernetes.io/instance-type").notPlanned())
        .hasToString(
            "fleet.domains: Deployment d keeps its pods apart by node.kubernetes.io/instance-type,"
                + " which a plan does not count");
    assertThat(matches(spread.formatted(own), "").notPlanned())
        .hasToString(
            "fleet.domains: Deployment d keeps its pods apart by minDomains of"
                + " topology.kubernetes.io/zone, which a plan does not count");
    assertThat(apart(own, "kubernetes.io/hostname").notPlanned()).isEmpty();
  }

  private static String colour(String name, int replicas, String affinity, String more) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %s}
        spec:
          replicas: %d
          template:
            metadata: {labels: {app: w, colour: %s}}
            spec:
              affinity:
                %s:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - topologyKey: kubernetes.io/hostname
                    labelSelector: {matchLabels: {app: w}}
                    %s
              containers: [{name: c, image: r/i:v1, resources: {limits: {nvidia.com/gpu: 1}}}]
        """
        .formatted(name, replicas, name, affinity, more);
  }

  private static List<Note> notPlanned(String... manifests) {
    return WorkloadFile.parse("f.yaml", String.join("---\n", manifests))
        .on(Gpus.load().in("eks"))
        .notPlanned();
  }

  private static List<Note> apartFromEachOther(String more) {
    return notPlanned(
        colour("blue", 2, "podAntiAffinity", more), colour("red", 2, "podAntiAffinity", more));
  }

  @Test
  void podsThatOtherWorkloadsKeepOffAreSaid() {
    assertThat(apartFromEachOther(""))
        .extracting(Note::toString)
        .containsExactly(
            "fleet.domains: Deployment blue keeps its pods apart by kubernetes.io/hostname from"
                + " those of others, such as Deployment red, which a plan does not count",
            "fleet.domains: Deployment red keeps its pods apart by kubernetes.io/hostname from"
                + " those of others, such as Deployment blue, which a plan does not count");
    assertThat(apartFromEachOther("namespaceSelector: {}")).hasSize(2);
    assertThat(apartFromEachOther("namespaces: [default]")).hasSize(2);
    assertThat(apartFromEachOther("namespaces: [x]")).isEmpty();
    assertThat(apartFromEachOther("matchLabelKeys: [app]")).hasSize(2);
    assertThat(apartFromEachOther("matchLabelKeys: [colour]")).isEmpty();
    assertThat(apartFromEachOther("matchLabelKeys: [pod-template-hash]")).isEmpty();
  }

  @Test
  void whatIsNotCountedQualifiesTheBound() {
    FileMatches matches =
        WorkloadFile.parse(
                "f.yaml",
                colour("blue", 1, "podAntiAffinity", "")
                    + "---\n"
                    + colour("red", 1, "podAffinity", "").replace("{app: w}}", "{app: x}}"))
            .on(Gpus.load().in("eks"));
    FleetPlan plan = Fleet.of(matches.target()).demands(matches.demands()).plan();

    assertThat(plan.toString()).contains(", the least possible of what is counted: ");
    assertThat(plan.notes())
        .extracting(Note::toString)
        .contains(
            "fleet.partly-counted: not all that the pods of blue, red require is counted: the bound"
                + " holds, and it can take more nodes than these");
    assertThat(Fleet.of(matches.target()).demand(matches.demands().get(0).name("x")).plan())
        .matches(FleetPlan::isPartlyCounted);
  }

  @Test
  void podsThatMustBeTogetherAreSaid() {
    String alone = colour("alone", 1, "podAffinity", "");

    assertThat(notPlanned(colour("pair", 2, "podAffinity", "")))
        .extracting(Note::toString)
        .containsExactly(
            "fleet.domains: Deployment pair keeps its pods together with each other or with others"
                + " by kubernetes.io/hostname, which a plan does not count");
    assertThat(notPlanned(alone)).isEmpty();
    assertThat(notPlanned(alone.replace("{app: w}}", "{app: cache}}"))).hasSize(1);
  }

  private static final String EXCLUSIVE_SET =
      """
      apiVersion: jobset.x-k8s.io/v1alpha2
      kind: JobSet
      metadata: {name: js%s}
      spec:
        replicatedJobs:
        - name: w
          replicas: 2
          template:
            metadata: {labels: {a: b}%s}
            spec:
              parallelism: 4
              completions: 4
              template: {spec: {restartPolicy: Never, containers: [{name: c, image: r/i:v1, resources: {limits: {nvidia.com/gpu: 1}}}]}}
      """;

  @Test
  void topologiesThatAControllerKeepsAreNotCounted() {
    String annotation =
        ", annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: topology.kubernetes.io/zone}";
    String told =
        "fleet.domains: JobSet js, task w keeps its pods together with each other or with others by"
            + " alpha.jobset.sigs.k8s.io/exclusive-topology, which a plan does not count";

    assertThat(notPlanned(EXCLUSIVE_SET.formatted(annotation, "")).get(0)).hasToString(told);
    assertThat(notPlanned(EXCLUSIVE_SET.formatted("", annotation)).get(0)).hasToString(told);
    assertThat(notPlanned(EXCLUSIVE_SET.formatted("", ""))).isEmpty();
  }

  private static final String PREFERRING =
      "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1,"
          + " preference: {matchExpressions: [{key: %s, operator: In, values: [%s]}]}}]}}";
  private static final String ON_SPOT = PREFERRING.formatted("karpenter.sh/capacity-type", "spot");

  @Test
  void whatPodsPreferIsNoDemand() {
    FileMatches spot = matches(ON_SPOT, "");
    FileMatches type =
        matches(PREFERRING.formatted("node.kubernetes.io/instance-type", "p5.48xlarge"), "");

    assertThat(spot.matches().get(0).match().orElseThrow().request().capacityType())
        .isEqualTo(CapacityType.SPOT);
    assertThat(demand(spot)).hasToString(demand(matches("", "")).toString());
    assertThat(demand(type)).hasToString(demand(matches("", "")).toString());
  }

  /** A resource that no row has can be one of existing nodes. */
  @Test
  void whatPodsPreferIsNoDemandOfThoseWithAResourceThatNoRowHasEither() {
    String fuse = POD.replace("nvidia.com/gpu: 1", "nvidia.com/gpu: 1, example.com/fuse: 1");
    Demand preferring =
        demand(
            WorkloadFile.parse("pods.yaml", fuse.formatted(ON_SPOT, "")).on(Gpus.load().in("eks")));

    assertThat(preferring.request().resources()).containsEntry("example.com/fuse", 1L);
    assertThat(preferring.request().capacityType()).isEqualTo(CapacityType.ON_DEMAND);
  }
}
