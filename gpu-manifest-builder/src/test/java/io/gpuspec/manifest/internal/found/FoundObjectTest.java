package io.gpuspec.manifest.internal.found;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoundObjectTest {
  private static final String CONTAINERS = "containers: [{name: a}]";

  private static FoundObject object(String type, String fields) {
    int slash = type.lastIndexOf('/');
    List<YamlPlace> places = new ArrayList<>();
    YamlDocuments.of(
            "object.yaml",
            "{apiVersion: %s, kind: %s%s}"
                .formatted(type.substring(0, slash), type.substring(slash + 1), fields))
        .forEach(places::add);
    return new FoundObject(places.get(0));
  }

  private static List<FoundWorkload> workloads(String type, String fields) {
    FoundObject object = object(type, fields);
    return object.pods().stream().map(object::workload).toList();
  }

  private static FoundWorkload workload(String type, String fields) {
    return workloads(type, fields).get(0);
  }

  private static FoundWorkload pod(String spec, String more) {
    return workload("v1/Pod", ", spec: {%s, %s}%s".formatted(CONTAINERS, spec, more));
  }

  private static String template(String spec) {
    return "template: {spec: {%s%s}}".formatted(CONTAINERS, spec);
  }

  /** A RayCluster with a group of workers. */
  private static String ray(String spec, String group) {
    return ", spec: {%sheadGroupSpec: {%s}, workerGroupSpecs: [{groupName: g%s, %s}]}"
        .formatted(spec, template(""), group, template(""));
  }

  @ParameterizedTest
  @CsvSource({
    "v1/List, true, false, false",
    "v1/Pod, false, false, true",
    "apps/v1/Deployment, false, false, true",
    "example.com/v1/List, false, false, false",
    "v1/ConfigMap, false, false, false",
    "gpuspec.io/v1/Pod, false, true, false",
  })
  void anObjectIsAListAnIntentOrAWorkload(
      String type, boolean isList, boolean isIntent, boolean isWorkload) {
    String version = type.replace("gpuspec.io/v1", Table.API_VERSION);
    FoundObject object = object(version, "");

    assertThat(object.isList()).isEqualTo(isList);
    assertThat(object.isIntent()).isEqualTo(isIntent);
    assertThat(object.isWorkload()).isEqualTo(isWorkload);
  }

  @Test
  void anObjectIsCalledByItsVersionAndKind() {
    assertThat(object("apps/v1/Deployment", "")).hasToString("apps/v1 Deployment");
    assertThat(object("v1/PodTemplate", "").note().orElseThrow()).contains("runs no pods itself");
    assertThat(object("v1/Pod", "").note()).isEmpty();
    assertThat(object("v1/Pod", ", spec: {image: <b>}").placeholders()).hasSize(1);
    List<YamlPlace> places = new ArrayList<>();
    YamlDocuments.of("object.yaml", "{kind: Pod, spec: {}}").forEach(places::add);
    assertError(() -> new FoundObject(places.get(0)).isWorkload(), "manifest.malformed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v1/Pod | , status: {phase: Succeeded} | true",
        "v1/Pod | , status: {phase: Failed} | true",
        "v1/Pod | , status: {phase: Running} | false",
        "v1/Pod | , status: {phase: [Failed]} | false",
        "v1/Pod | , status: {} | false",
        "v1/Pod | , spec: {} | false",
        "v1/Node | , status: {phase: Failed} | false",
        "example.com/v1/Pod | , status: {phase: Failed} | false",
      })
  void aPodThatRanToItsEndIsFinished(String type, String fields, boolean isFinished) {
    assertThat(object(type, fields).isFinishedPod()).isEqualTo(isFinished);
  }

  @Test
  void aMachineThatAnObjectAsksForIsAGpuOutsideItsPods() {
    FoundObject workspace =
        object("kaito.sh/v1/Workspace", ", resource: {instanceType: Standard_NC24, partition: {}}");

    assertThat(workspace.otherGpus(List.of()))
        .extracting(YamlPlace::path)
        .containsExactly("resource.instanceType");
    assertThat(
            object("kaito.sh/v1/Workspace", ", resource: {instanceType: ''}").otherGpus(List.of()))
        .isEmpty();
  }

  @Test
  void objectsInAnObjectAreFound() {
    assertThat(
            object(
                    "workload.codeflare.dev/v1/AppWrapper",
                    ", spec: {components: [{template: {kind: Pod}}, {template: {kind: Job}}]}")
                .objects())
        .extracting(place -> place.require("kind").string())
        .containsExactly("Pod", "Job");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ", metadata: {name: a, generateName: b-} | Pod a",
        ", metadata: {generateName: b-} | Pod b-",
        ", metadata: {} | Pod (no name)",
        "'' | Pod (no name)",
      })
  void aWorkloadIsCalledByItsName(String metadata, String name) {
    assertThat(pod("hostname: a", metadata)).hasToString(name);
  }

  @Test
  void aWorkloadHasItsNamespaceAndItsObject() {
    FoundWorkload deployment =
        workload(
            "apps/v1/Deployment",
            ", metadata: {name: d, namespace: team}, spec: {%s}".formatted(template("")));

    assertThat(deployment.namespace()).hasValue("team");
    assertThat(deployment.pod().namespace()).hasValue("team");
    assertThat(deployment.object().path()).isEmpty();
    assertThat(deployment.pods().place().path()).isEqualTo("spec.template");
    assertThat(deployment.steps()).containsExactly("spec", "template");
    assertThat(deployment.isTemplate()).isTrue();
    assertThat(deployment.pod().workloadKind()).isEmpty();
    assertThat(deployment.task()).isEmpty();
    assertThat(
            workload("apps/v1/DaemonSet", ", spec: {%s}".formatted(template("")))
                .pod()
                .workloadKind())
        .hasValue("DaemonSet");
    assertThat(pod("hostname: a", "").steps()).isEmpty();
    assertThat(pod("hostname: a", "").namespace()).isEmpty();
  }

  /** A manifest asks for its node; of a pod of a cluster that is where it runs. */
  @Test
  void aPodOfAClusterHasItsNode() {
    FoundWorkload running = pod("nodeName: n1", ", status: {phase: Running}");
    FoundWorkload manifest = pod("nodeName: n1", "");
    FoundWorkload deployment =
        workload(
            "apps/v1/Deployment",
            ", spec: {%s}, status: {phase: Running}".formatted(template(", nodeName: n1")));

    assertThat(running.node()).hasValue("n1");
    assertThat(running.pod().nodeName()).isEmpty();
    assertThat(manifest.node()).isEmpty();
    assertThat(manifest.pod().nodeName()).hasValue("n1");
    assertThat(deployment.node()).isEmpty();
    assertThat(deployment.pod().nodeName()).hasValue("n1");
    assertThat(pod("runtimeClassName: r", "").runtimeClass()).isPresent();
    assertThat(pod("runtimeClassName: r", ", status: {phase: Pending}").runtimeClass()).isEmpty();
    assertThat(pod("os: {name: linux}", "").system()).hasValue("linux");
  }

  @Test
  void theSelectorNeedsLabels() {
    assertThat(
            workload(
                    "apps/v1/Deployment",
                    ", spec: {%s, selector: {matchLabels: {app: a, tier: b}, matchExpressions: [{key: c, operator: Exists}]}}"
                        .formatted(template("")))
                .selected())
        .containsExactly("app", "tier", "c");
    assertThat(pod("hostname: a", "").selected()).isEmpty();
  }

  @Test
  void whatAPodAsksOfANodeCanBeLeftOut() {
    String affinity =
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [z]}], matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]},"
            + " preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: zone, operator: Exists}]}}]}},"
            + " resourceClaims: [{name: c, resourceClaimName: c}]";
    FoundWorkload named = pod(affinity, "");
    FoundWorkload host = pod("nodeSelector: {kubernetes.io/hostname: n1}", "");
    FoundWorkload zoned = pod("nodeSelector: {zone: z}", "");

    assertThat(named.hasNodeNames()).isTrue();
    assertThat(host.hasNodeNames()).isTrue();
    assertThat(zoned.hasNodeNames()).isFalse();
    assertThat(named.withoutNodeNames().hasNodeNames()).isFalse();
    assertThat(named.withoutNodeNames().pod().nodeRequirements())
        .singleElement()
        .asString()
        .contains("zone");
    assertThat(host.withoutNodeNames().pod().nodeRequirements()).isEmpty();
    assertThat(named.pod().preferredNodeTerms()).hasSize(1);
    assertThat(named.withoutPreferences().pod().preferredNodeTerms()).isEmpty();
    assertThat(named.pod().claims()).containsExactly("c");
    assertThat(named.withoutClaims().withoutPreferences().pod().claims()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps/v1/Deployment | replicas: 0 | spec.replicas is 0",
        "apps/v1/Deployment | replicas: 1 | ",
        "apps/v1/Deployment | paused: true | ",
        "batch/v1/Job | parallelism: 0 | spec.parallelism is 0",
        "batch/v1/Job | suspend: true | spec.suspend is true",
        "batch/v1/Job | suspend: false | ",
        "batch/v1/Job | completions: 1 | ",
      })
  void aWorkloadThatRunsNoPodsSaysWhy(String type, String field, String why) {
    assertThat(
            workload(type, ", spec: {%s, %s}".formatted(field, template("")))
                .idle()
                .map(FoundPods.Idle::why)
                .orElse(null))
        .isEqualTo(why);
  }

  @Test
  void aSuspendedCronJobRunsNoPods() {
    String job = "jobTemplate: {spec: {%s%s}}";

    assertThat(
            workload(
                    "batch/v1/CronJob",
                    ", spec: {suspend: true, %s}".formatted(job.formatted("", template(""))))
                .idle()
                .orElseThrow()
                .why())
        .isEqualTo("spec.suspend is true");
    assertThat(
            workload(
                    "batch/v1/CronJob",
                    ", spec: {%s}".formatted(job.formatted("suspend: true, ", template(""))))
                .idle()
                .orElseThrow()
                .why())
        .isEqualTo("spec.jobTemplate.spec.suspend is true");
  }

  /** KubeRay runs at least minReplicas, at most maxReplicas, and none where nothing is stated. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | spec.workerGroupSpecs[0] has no replicas, whose default is 0",
        "replicas: 0 | spec.workerGroupSpecs[0].replicas is 0",
        "replicas: 0, minReplicas: 1 | ",
        "minReplicas: 1 | ",
        "minReplicas: 0 | spec.workerGroupSpecs[0] has no replicas, whose default is 0",
        "replicas: 1 | ",
        "replicas: 1, suspend: true | spec.workerGroupSpecs[0].suspend is true",
      })
  void aGroupOfWorkersMayRunNoPods(String group, String why) {
    List<FoundWorkload> all =
        workloads("ray.io/v1/RayCluster", ray("", group.isEmpty() ? "" : ", " + group));

    assertThat(all.get(0).idle()).isEmpty();
    assertThat(all.get(1).idle().map(FoundPods.Idle::why).orElse(null)).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1",
        "replicas: 3 | 3",
        "replicas: 2, numOfHosts: 4 | 8",
        "replicas: 1, minReplicas: 3 | 3",
        "replicas: 5, maxReplicas: 2 | 2",
        "replicas: 0, numOfHosts: 4 | 4",
      })
  void aGroupOfWorkersHasSoManyPods(String group, int count) {
    FoundWorkload workers =
        workloads("ray.io/v1/RayCluster", ray("", group.isEmpty() ? "" : ", " + group)).get(1);

    assertThat(workers.count()).isEqualTo(count);
    assertThat(workers.range()).isEmpty();
    assertThat(workers.task()).hasValue("g");
    assertThat(workers).hasToString("RayCluster (no name), task g");
    assertThat(workers.steps()).containsExactly("spec", "workerGroupSpecs", 0, "template");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | minReplicas: 1, maxReplicas: 4, numOfHosts: 2 | 2 to 8 pods",
        "true | minReplicas: 1, maxReplicas: 4 | 1 to 4 pods",
        "true | minReplicas: 2, maxReplicas: 2 | ",
        "true | replicas: 1 | 0 or more pods",
        "false | minReplicas: 1, maxReplicas: 4 | ",
      })
  void anAutoscaledGroupHasARange(boolean isScaled, String group, String range) {
    FoundWorkload workers =
        workloads(
                "ray.io/v1/RayCluster",
                ray("enableInTreeAutoscaling: %s, ".formatted(isScaled), ", " + group))
            .get(1);

    assertThat(workers.range().map(PodRange::toString).orElse(null)).isEqualTo(range);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "parallelism: 4 | 4",
        "parallelism: 4, completions: 2 | 2",
        "parallelism: 2, completions: 4 | 2",
        "parallelism: 0 | 1",
        "completions: 4 | 1",
      })
  void aJobRunsNoMorePodsAtOnceThanAreToBeCompleted(String fields, int count) {
    assertThat(workload("batch/v1/Job", ", spec: {%s, %s}".formatted(fields, template(""))).count())
        .isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 5, 2", "3, 2, 5, 3", "9, 2, 5, 5", "2, 0, 0, 1"})
  void aScalerKeepsTheCountInItsRange(int replicas, int least, int most, int count) {
    FoundWorkload deployment =
        workload(
            "apps/v1/Deployment", ", spec: {replicas: %s, %s}".formatted(replicas, template("")));

    assertThat(deployment.scaled(new PodRange(least, most)).count()).isEqualTo(count);
    assertThat(deployment.scaled(new PodRange(least, most)).idle()).isEmpty();
  }

  @Test
  void aNumberThatNoClusterRunsIsRefused() {
    assertError(
        () ->
            workload(
                    "apps/v1/Deployment",
                    ", spec: {replicas: 2147483648, %s}".formatted(template("")))
                .count(),
        "manifest.malformed",
        "2147483648");
    assertError(
        () ->
            workloads("ray.io/v1/RayCluster", ray("", ", replicas: 2147483647, numOfHosts: 2"))
                .get(1)
                .count(),
        "manifest.malformed");
  }

  /** With the network of the host, each port of a container is one of the node. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "containers: [{name: a, ports: [{containerPort: 80, hostPort: 8080}]}] | 8080",
        "containers: [{name: a, ports: [{containerPort: 80}]}] | ",
        "hostNetwork: true, containers: [{name: a, ports: [{containerPort: 80}]}] | 80",
        "containers: [{name: a, ports: [{containerPort: 80, hostPort: 0}]}] | ",
        "containers: [{name: a}], initContainers: [{name: b, restartPolicy: Always, ports: [{containerPort: 80, hostPort: 81}]}] | 81",
        "containers: [{name: a}], initContainers: [{name: b, ports: [{containerPort: 80, hostPort: 81}]}] | ",
      })
  void aPodTakesPortsOfItsNode(String spec, Integer port) {
    PodView plain =
        workload("v1/Pod", ", spec: {%s}".formatted(spec.replaceAll(", ports: \\[.*?\\]", "")))
            .pod();

    assertThat(workload("v1/Pod", ", spec: {%s}".formatted(spec)).pod())
        .isEqualTo(port == null ? plain : plain.hostPort("", "", port));
  }
}
