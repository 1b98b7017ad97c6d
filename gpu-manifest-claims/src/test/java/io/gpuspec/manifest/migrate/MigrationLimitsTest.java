package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quotas, limit ranges and queues of a file whose pods ask for another resource afterwards. */
class MigrationLimitsTest {
  private static final Gpus GPUS = Gpus.load();

  private static final String OF_KUEUE = "labels: {kueue.x-k8s.io/queue-name: local}";
  private static final String OF_VOLCANO = "annotations: {scheduling.volcano.sh/queue-name: v}";

  /** The limits of one resource in a namespace and in queues. */
  private static String limits(String resource, String quotaKey) {
    return """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: ai}
        spec: {hard: {%2$s: "1", pods: "5"}}
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: l, namespace: ai}
        spec: {limits: [{type: Pod, max: {%1$s: "1"}}, {type: Container, default: {%1$s: "0"}}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: c}
        spec: {resourceGroups: [{coveredResources: [cpu, %1$s], flavors: []}]}
        ---
        apiVersion: scheduling.volcano.sh/v1beta1
        kind: Queue
        metadata: {name: v}
        spec: {capability: {cpu: 8, %1$s: 8}, deserved: {%1$s: 4}}
        """
        .formatted(resource, quotaKey);
  }

  private static String limits(String resource) {
    return limits(resource, "requests." + resource);
  }

  private static String pod(String namespace, String selector, String resource) {
    return pod(namespace, "labels: {app: a}", "default-scheduler", selector, resource);
  }

  private static String pod(
      String namespace, String metadata, String scheduler, String selector, String resource) {
    return """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: %s, %s}
        spec:
          schedulerName: %s
          nodeSelector: {%s}
          tolerations: [{key: nvidia.com/gpu, operator: Exists}]
          containers:
          - {name: c, image: r/i:v1, resources: {limits: {%s: 1}}}
        """
        .formatted(namespace, metadata, scheduler, selector, resource);
  }

  /** One pod that waits for Kueue, and one that waits for Volcano. */
  private static String queued(String selector, String resource) {
    return pod("ai", OF_KUEUE, "default-scheduler", selector, resource)
        + pod("ai", OF_VOLCANO, "volcano", selector, resource);
  }

  /** What is told of a file with pods that are moved to claims. */
  private static List<String> toldOfClaims(String file) {
    return toClaims().parse("f", file).losses().stream().map(MigrationResult.Loss::what).toList();
  }

  private static final String T4 = "node.kubernetes.io/instance-type: g4dn.xlarge";

  private static Migration toClaims() {
    return Migration.from(GPUS.in("eks/nodegroup")).toClaims();
  }

  @Test
  void limitsOfAResourceThatBecameClaimsAreToldWithTheKeyOfTheClass() {
    MigrationResult moved =
        toClaims().parse("f", limits("nvidia.com/gpu") + queued(T4, "nvidia.com/gpu"));

    assertThat(moved.isComplete()).isFalse();
    String why = ": pods that were migrated ask for claims of gpu.nvidia.com in its place; ";
    String key = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
    assertThat(moved.losses())
        .extracting(Object::toString)
        .containsExactly(
            "f:4:15: requests.nvidia.com/gpu of ResourceQuota q"
                + why
                + "it was left as it is and limits none of them; limit "
                + key,
            "f:9:35: nvidia.com/gpu of LimitRange l"
                + why
                + "it was left as it is and limits none of them; limit "
                + key
                + " in a ResourceQuota",
            "f:14:50: nvidia.com/gpu of ClusterQueue c"
                + why
                + "it was left as it is; it counts them if it covers the name that deviceClassMappings of Kueue's configuration give gpu.nvidia.com",
            "f:19:29: nvidia.com/gpu of Queue v"
                + why
                + "it was left as it is and limits none of them; limit "
                + key
                + " in a ResourceQuota");
    assertThat(moved.yaml().toString()).startsWith(limits("nvidia.com/gpu"));
  }

  @Test
  void whatKueueCountsClaimsAsIsNotInTheFileSoNothingIsKnownToBeLost() {
    String pod = pod("ai", OF_KUEUE, "default-scheduler", T4, "nvidia.com/gpu");
    MigrationResult moved =
        toClaims().parse("f", queue("ClusterQueue", "c", "", "nvidia.com/gpu") + pod);

    assertThat(moved.losses()).hasSize(1);
    assertThat(moved.isComplete()).isTrue();
    assertThat(moved.isJudged()).isTrue();
  }

  @Test
  void queuesOfPodsThatWaitInNoneAreNotTold() {
    assertThat(toldOfClaims(limits("nvidia.com/gpu") + pod("ai", T4, "nvidia.com/gpu")))
        .containsExactly(
            "requests.nvidia.com/gpu of ResourceQuota q", "nvidia.com/gpu of LimitRange l");
    assertThat(toldOfClaims(queue("ClusterQueue", "c", "", "nvidia.com/gpu") + template("{}")))
        .isEmpty();
  }

  @Test
  void aWorkloadWaitsForKueueByItsLabelItsPodsLabelOrTheLocalQueueOfItsNamespace() {
    String queue = queue("ClusterQueue", "c", "", "nvidia.com/gpu");
    String label = "{" + OF_KUEUE + "}";
    List<String> told = List.of("nvidia.com/gpu of ClusterQueue c");

    assertThat(toldOfClaims(queue + template("{}").replace("name: d", "name: d, " + OF_KUEUE)))
        .isEqualTo(told);
    assertThat(toldOfClaims(queue + template(label))).isEqualTo(told);
    assertThat(toldOfClaims(queue + local("ai", "default", "c") + template("{}"))).isEqualTo(told);
    assertThat(toldOfClaims(queue + local("other", "default", "c") + template("{}"))).isEmpty();
  }

  @Test
  void onlyTheClusterQueueThatALocalQueueNamesAndTheCohortsAboveItCountPods() {
    String queues =
        queue("ClusterQueue", "c", "cohortName: low, ", "nvidia.com/gpu")
            + queue("ClusterQueue", "d", "cohort: other, ", "nvidia.com/gpu")
            + queue("Cohort", "low", "parentName: high, ", "nvidia.com/gpu")
            + queue("Cohort", "high", "parentName: low, ", "nvidia.com/gpu")
            + queue("Cohort", "other", "", "nvidia.com/gpu");
    String pod = pod("ai", OF_KUEUE, "default-scheduler", T4, "nvidia.com/gpu");

    assertThat(toldOfClaims(queues + local("ai", "local", "c") + pod))
        .containsExactly(
            "nvidia.com/gpu of ClusterQueue c",
            "nvidia.com/gpu of Cohort low",
            "nvidia.com/gpu of Cohort high");
    assertThat(toldOfClaims(queues + local("ai", "local", "d") + pod))
        .containsExactly("nvidia.com/gpu of ClusterQueue d", "nvidia.com/gpu of Cohort other");
    assertThat(toldOfClaims(queues + local("ai", "local", "elsewhere") + pod))
        .containsExactly(
            "nvidia.com/gpu of Cohort low",
            "nvidia.com/gpu of Cohort high",
            "nvidia.com/gpu of Cohort other");
    assertThat(toldOfClaims(queues + pod)).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: {app: a} | default",
        "annotations: {scheduling.volcano.sh/queue-name: v} | v,above",
        "annotations: {scheduling.k8s.io/group-name: g} | v,above",
        "annotations: {scheduling.k8s.io/group-name: of-default} | default",
        "annotations: {scheduling.k8s.io/group-name: elsewhere} | v,above,other,default",
      })
  void podsOfVolcanoWaitInTheQueueThatTheyOrTheirGroupName(String metadata, String queues) {
    String file = volcanoQueues() + pod("ai", metadata, "volcano", T4, "nvidia.com/gpu");

    assertThat(toldOfClaims(file))
        .containsExactly(
            Stream.of(queues.split(","))
                .map("nvidia.com/gpu of Queue "::concat)
                .toArray(String[]::new));
    assertThat(toldOfClaims(volcanoQueues() + pod("ai", metadata, "other", T4, "nvidia.com/gpu")))
        .isEmpty();
  }

  @Test
  void aNamespaceSaysTheQueueOfVolcanoForThoseThatNameNone() {
    String namespace =
        "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: ai, " + OF_VOLCANO + "}\n";

    assertThat(
            toldOfClaims(
                volcanoQueues()
                    + namespace
                    + pod("ai", "labels: {app: a}", "volcano", T4, "nvidia.com/gpu")))
        .containsExactly("nvidia.com/gpu of Queue v", "nvidia.com/gpu of Queue above");
  }

  @Test
  void aJobOfVolcanoNamesItsQueueItself() {
    String job =
        """
        ---
        apiVersion: batch.volcano.sh/v1alpha1
        kind: Job
        metadata: {name: j, namespace: ai}
        spec:
          queue: other
          tasks:
          - name: t
            replicas: 1
            template:
              spec:
                nodeSelector: {%s}
                tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                containers: [{name: c, image: r/i:v1, resources: {limits: {nvidia.com/gpu: 1}}}]
        """
            .formatted(T4);
    assertThat(toldOfClaims(volcanoQueues() + job))
        .containsExactly("nvidia.com/gpu of Queue other");
  }

  /** Their operators write the scheduler and the group of the pods. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: j, namespace: ai} | v | default-scheduler | v,above",
        "{name: j, namespace: ai} | v | volcano | v,above",
        "{name: j, namespace: ai} | '' | volcano | default",
        "{name: j, namespace: ai, annotations: {scheduling.volcano.sh/queue-name: other}} | '' | volcano | other",
        "{name: j, namespace: ai} | '' | default-scheduler | ''",
      })
  void aJobOfKubeflowNamesItsQueueInItsPolicy(
      String metadata, String queue, String scheduler, String queues) {
    String policy = queue.isEmpty() ? "{}" : "{schedulingPolicy: {queue: %s}}".formatted(queue);

    assertWaitIn(
        queues,
        """
        ---
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: %s
        spec:
          runPolicy: %s
          pytorchReplicaSpecs:
            Worker: {replicas: 2, template: {spec: %s}}
        """
            .formatted(metadata, policy, podSpec(scheduler)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ray.io/scheduler-name: volcano, volcano.sh/queue-name: v | v,above",
        "volcano.sh/queue-name: v | v,above",
        "ray.io/scheduler-name: volcano | default",
        "app: a | ''",
      })
  void aRayClusterNamesItsQueueInALabel(String labels, String queues) {
    assertWaitIn(
        queues,
        """
        ---
        apiVersion: ray.io/v1
        kind: RayCluster
        metadata: {name: r, namespace: ai, labels: {%s}}
        spec:
          headGroupSpec: {template: {spec: %s}}
        """
            .formatted(labels, podSpec("default-scheduler")));
  }

  @Test
  void podsOfVolcanoThatAnotherOperatorMakesMayWaitInAnyQueue() {
    String set =
        """
        ---
        apiVersion: %s
        kind: %s
        metadata: {name: s, namespace: ai}
        spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: %s}}
        """;

    assertWaitIn(
        "v,above,other,default",
        set.formatted("apps.kruise.io/v1alpha1", "CloneSet", podSpec("volcano")));
    assertWaitIn("default", set.formatted("apps/v1", "StatefulSet", podSpec("volcano")));
  }

  private static void assertWaitIn(String queues, String workload) {
    assertThat(toldOfClaims(volcanoQueues() + workload))
        .containsExactly(
            Stream.of(queues.split(","))
                .filter(each -> !each.isEmpty())
                .map("nvidia.com/gpu of Queue "::concat)
                .toArray(String[]::new));
  }

  private static String podSpec(String scheduler) {
    return """
        {schedulerName: %s, nodeSelector: {%s}, tolerations: [{key: nvidia.com/gpu, operator: Exists}], containers: [{name: c, image: r/i:v1, resources: {limits: {nvidia.com/gpu: 1}}}]}"""
        .formatted(scheduler, T4);
  }

  private static String volcanoQueues() {
    StringBuilder queues = new StringBuilder();
    for (String spec : List.of("v, parent: above", "above", "other", "default")) {
      queues.append(
          """
          ---
          apiVersion: scheduling.volcano.sh/v1beta1
          kind: Queue
          metadata: {name: %s}
          spec: {%s, capability: {nvidia.com/gpu: 8}}
          """
              .formatted(
                  spec.replaceFirst(",.*", ""),
                  spec.contains(", ") ? spec.replaceFirst(".*, ", "") : "weight: 1"));
    }
    for (String group : List.of("g, v", "of-default, default")) {
      queues.append(
          """
          ---
          apiVersion: scheduling.volcano.sh/v1beta1
          kind: PodGroup
          metadata: {name: %s, namespace: ai}
          spec: {queue: %s}
          """
              .formatted((Object[]) group.split(", ")));
    }
    return queues.toString();
  }

  private static String queue(String kind, String name, String spec, String resource) {
    return """
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: %s
        metadata: {name: %s}
        spec: {%sresourceGroups: [{coveredResources: [cpu, %s], flavors: []}]}
        """
        .formatted(kind, name, spec, resource);
  }

  private static String local(String namespace, String name, String clusterQueue) {
    return """
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: %s, namespace: %s}
        spec: {clusterQueue: %s}
        """
        .formatted(name, namespace, clusterQueue);
  }

  private static String template(String podMetadata) {
    return """
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: d, namespace: ai}
        spec:
          selector: {matchLabels: {app: a}}
          template:
            metadata: %s
            spec:
              nodeSelector: {%s}
              tolerations: [{key: nvidia.com/gpu, operator: Exists}]
              containers: [{name: c, image: r/i:v1, resources: {limits: {nvidia.com/gpu: 1}}}]
        """
        .formatted(podMetadata, T4);
  }

  @Test
  void aQuotaOfClaimsThatBecameAResourceIsTold() {
    String claimed = toClaims().parse("f", pod("ai", T4, "nvidia.com/gpu")).yaml().toString();
    MigrationResult moved =
        Migration.from(GPUS.in("eks/nodegroup"))
            .fromClaims()
            .parse(
                "f",
                limits("x", "gpu.nvidia.com.deviceclass.resource.k8s.io/devices")
                    + "---\n"
                    + claimed);

    assertThat(moved.losses())
        .singleElement()
        .asString()
        .isEqualTo(
            "f:4:15: gpu.nvidia.com.deviceclass.resource.k8s.io/devices of ResourceQuota q: pods that were migrated ask for nvidia.com/gpu in its place; it was left as it is and limits none of them; limit requests.nvidia.com/gpu");
    assertThat(moved.isComplete()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ack/cgpu | tke/qgpu | ack.node.gpu.schedule: cgpu | aliyun.com/gpu-mem | tke.cloud.tencent.com/qgpu-memory",
        "tke/qgpu | ack/cgpu | qgpu-device-enable: enable | tke.cloud.tencent.com/qgpu-memory | aliyun.com/gpu-mem"
      })
  void limitsOfAnotherCloudsResourceAreToldWithTheNewName(
      String from, String to, String selector, String before, String after) {
    MigrationResult moved =
        Migration.from(GPUS.in(from))
            .to(GPUS.in(to))
            .parse("f", limits(before) + queued(selector, before));

    assertThat(moved.isComplete()).isFalse();
    assertThat(moved.losses())
        .extracting(MigrationResult.Loss::what)
        .contains(
            "requests." + before + " of ResourceQuota q",
            before + " of LimitRange l",
            before + " of ClusterQueue c",
            before + " of Queue v");
    assertThat(moved.losses())
        .filteredOn(loss -> loss.what().startsWith(before + " of ClusterQueue"))
        .singleElement()
        .extracting(MigrationResult.Loss::instead)
        .asString()
        .startsWith("it was left as it is and admits none of them; cover ")
        .contains(after);
  }

  @Test
  void limitsInAListAreTold() {
    String list =
        """
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {requests.nvidia.com/gpu: 1}}}
        """;
    MigrationResult moved = toClaims().parse("f", list + pod("default", T4, "nvidia.com/gpu"));

    assertThat(moved.losses())
        .extracting(MigrationResult.Loss::what)
        .containsExactly("requests.nvidia.com/gpu of ResourceQuota q");
  }

  @Test
  void limitsOfOtherNamespacesAndQueuesThatCoverTheNewNameTooAreNotTold() {
    String both =
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: q, namespace: ai}
        spec: {hard: {requests.nvidia.com/gpu: 1, gpu.nvidia.com.deviceclass.resource.k8s.io/devices: 1}}
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: l, namespace: other}
        spec: {limits: [{type: Pod, max: {nvidia.com/gpu: 1}}]}
        """;
    assertThat(toClaims().parse("f", both + pod("ai", T4, "nvidia.com/gpu")).losses()).isEmpty();
  }

  @Test
  void limitsOfAResourceThatPodsKeepAreNotTold() {
    String limits = limits("nvidia.com/gpu");
    MigrationResult moved =
        Migration.from(GPUS.in("eks"))
            .to(GPUS.in("ack"))
            .parse(
                "f", limits + queued("karpenter.k8s.aws/instance-gpu-name: t4", "nvidia.com/gpu"));

    assertThat(moved.losses()).isEmpty();
    assertThat(toClaims().parse("f", limits).losses()).isEmpty();
  }
}
