package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.rule.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API server refuses of workloads, and what keeps GPU nodes from being drained. */
class OperationRulesTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static final String CONTAINERS =
      "containers: [{name: m, image: registry.example/m:v1, resources: {limits: {nvidia.com/gpu: 1}}}]";

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: llm}
      spec:
        replicas: 2
        selector: {matchLabels: {app: llm}}
        template:
          metadata: {labels: {app: llm}}
          spec: {%s}
      ---
      """
          .formatted(CONTAINERS);

  private static List<String> found(String text) {
    return INSPECTOR.parse("a.yaml", text).findings().stream()
        .filter(each -> each.severity().isAtLeast(Severity.WARNING))
        .map(each -> each.rule().id())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1g.5gb, false",
    "1g.5gb+me, false",
    "1g.24gb-me, false",
    "2g.48gb-me, false",
    "1g.5gb-me, true",
    "1g.5gb.me, true",
    "9g.99gb, true"
  })
  void aProfileOfAMigConfigurationIsOneThatMigPartedReads(String profile, boolean isUnknown) {
    String text =
        """
        version: v1
        mig-configs:
          train:
          - devices: all
            mig-enabled: true
            mig-devices: {"%s": 1}
        """
            .formatted(profile);
    assertThat(found(text).contains("mig-config-profile-unknown")).isEqualTo(isUnknown);
  }

  @ParameterizedTest
  @CsvSource({
    "minAvailable: 100%, true",
    "minAvailable: 2, true",
    "minAvailable: 80%, true",
    "minAvailable: 3, true",
    "minAvailable: 1, false",
    "minAvailable: 50%, false",
    "maxUnavailable: 0, true",
    "maxUnavailable: 0%, true",
    "maxUnavailable: 1, false",
  })
  void aBudgetThatNeedsEveryPodBlocksDrains(String budget, boolean isBlocking) {
    String text =
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: llm}
        spec:
          %s
          selector: {matchLabels: {app: llm}}
        ---
        """
            .formatted(budget);
    assertThat(found(text + DEPLOYMENT).contains("budget-blocks-drains")).isEqualTo(isBlocking);

    boolean isNumber = budget.matches("minAvailable: [0-9]+|minAvailable: 80%");
    String other = DEPLOYMENT.replace("app: llm", "app: other");
    assertThat(found(text + other).contains("budget-blocks-drains"))
        .isEqualTo(isBlocking && !isNumber);
    String scaled =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: llm}
        spec:
          maxReplicas: 4
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: llm}
        """;
    assertThat(found(text + DEPLOYMENT + scaled).contains("budget-blocks-drains"))
        .isEqualTo(isBlocking && !isNumber);
  }

  private static final String BUDGET =
      """
      apiVersion: policy/v1
      kind: PodDisruptionBudget
      metadata: {name: llm}
      spec:
        minAvailable: 2
        selector: {matchLabels: {app: llm}}
      ---
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "autoscaling/v2 | HorizontalPodAutoscaler | default | kind: Deployment, | true",
        "autoscaling/v2 | HorizontalPodAutoscaler | other | kind: Deployment, | false",
        "autoscaling/v2 | HorizontalPodAutoscaler | default | kind: StatefulSet, | false",
        "keda.sh/v1alpha1 | ScaledObject | default | '' | true",
        "keda.sh/v1alpha1 | ScaledObject | default | kind: StatefulSet, | false",
        "keda.sh/v1alpha1 | ScaledObject | other | '' | false",
      })
  void anAutoscalerOfAnotherNamespaceOrKindLeavesTheReplicas(
      String version, String kind, String namespace, String target, boolean isScaled) {
    String scaler =
        """
        apiVersion: %s
        kind: %s
        metadata: {name: llm, namespace: %s}
        spec:
          scaleTargetRef: {%s name: llm}
        """
            .formatted(version, kind, namespace, target);
    assertThat(found(BUDGET + DEPLOYMENT + scaler).contains("budget-blocks-drains"))
        .isEqualTo(!isScaled);
  }

  @Test
  void eachOfManyBudgetsCountsAllPodsOfItsSelector() {
    String second = BUDGET.replace("app: llm", "tier: serving, app: llm");
    String deployments =
        DEPLOYMENT.replace("labels: {app: llm}", "labels: {app: llm, tier: serving}").repeat(500);
    String text =
        deployments + BUDGET.replace("minAvailable: 2", "minAvailable: 1000").repeat(500) + second;
    String scaler =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: other}
        spec: {maxReplicas: 4, scaleTargetRef: {kind: Deployment, name: other}}
        ---
        """;
    assertThat(found(text + scaler.repeat(500)))
        .filteredOn("budget-blocks-drains"::equals)
        .hasSize(500);
  }

  @ParameterizedTest
  @CsvSource({"containers, true", "initContainers, false"})
  void portsOfInitContainersMayDifferOnTheHostsNetwork(String list, boolean isRefused) {
    String port = "hostNetwork: true, containers: [{ports: [{containerPort: 80, hostPort: 81}],";
    String own = "containers: [{";
    String init =
        "hostNetwork: true, initContainers: [{name: i, image: registry.example/i:v1,"
            + " restartPolicy: Always, ports: [{containerPort: 80, hostPort: 81}]}], containers: [{";
    String text = DEPLOYMENT.replace(own, list.equals("containers") ? port + " " : init);
    assertThat(found(text).contains("host-port-unlike-container-port")).isEqualTo(isRefused);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "autoscaling/v1 | targetCPUUtilizationPercentage: 50 | true",
        "autoscaling/v1 | minReplicas: 1 | true",
        "autoscaling/v2 | minReplicas: 1 | true",
        "autoscaling/v2 | metrics: [{type: ContainerResource, containerResource: {container: m,"
            + " name: cpu, target: {type: Utilization, averageUtilization: 70}}}] | true",
        "autoscaling/v2 | metrics: [{type: Resource, resource: {name: memory, target:"
            + " {type: Utilization, averageUtilization: 70}}}, {type: Pods, pods: {metric:"
            + " {name: queue}, target: {type: AverageValue, averageValue: '7'}}}] | false",
      })
  void anAutoscalerOfGpuPodsByCpuIsFound(String version, String metrics, boolean isByCpu) {
    String text =
        """
        apiVersion: %s
        kind: HorizontalPodAutoscaler
        metadata: {name: llm}
        spec:
          maxReplicas: 4
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: llm}
          %s
        """
            .formatted(version, metrics);
    assertThat(found(DEPLOYMENT + text))
        .isEqualTo(isByCpu ? List.of("autoscaler-by-cpu") : List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 25 * * * | field-value-refused",
        "@nightly | field-value-refused",
        "* * * * | field-value-refused",
        "0 3 * * 1-5 | ''",
        "@daily | ''",
      })
  void aScheduleIsOneThatTheApiServerTakes(String schedule, String rule) {
    assertThat(found(cronJob("c", schedule))).isEqualTo(rule.isEmpty() ? List.of() : List.of(rule));
  }

  private static String cronJob(String name, String schedule) {
    return """
        apiVersion: batch/v1
        kind: CronJob
        metadata: {name: %s}
        spec:
          schedule: "%s"
          jobTemplate:
            spec:
              template:
                spec: {restartPolicy: Never, %s}
        """
        .formatted(name, schedule, CONTAINERS);
  }

  @Test
  void theNameOfACronJobHasAtMost52Characters() {
    assertThat(found(cronJob("a".repeat(52), "@daily"))).isEmpty();
    assertThat(found(cronJob("a".repeat(53), "@daily"))).containsExactly("object-name-malformed");
    assertThat(found(DEPLOYMENT.replace("name: llm", "name: " + "a".repeat(53)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"' r/m:v1', true", "'r/m:v1 ', true", "r/m:v1, false"})
  void anImageHasNoBlanksAroundIt(String image, boolean isRefused) {
    String text = DEPLOYMENT.replace("registry.example/m:v1", "'" + image + "'");
    assertThat(found(text).contains("field-value-refused")).isEqualTo(isRefused);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"})
  void podsThatAreKeptRunningRestartAlwaysAndHaveNoDeadline(String kind) {
    String text =
        """
        apiVersion: apps/v1
        kind: %s
        metadata: {name: llm}
        spec:
          selector: {matchLabels: {app: llm}}
          template:
            metadata: {labels: {app: llm}}
            spec: {restartPolicy: OnFailure, activeDeadlineSeconds: 5, %s}
        """
            .formatted(kind, CONTAINERS);
    assertThat(found(text)).contains("restart-policy-of-workload", "deadline-of-workload");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "batch.kubernetes.io/job-name: llm",
        "job-name: llm",
        "statefulset.kubernetes.io/pod-name: llm-0",
        "apps.kubernetes.io/pod-index: '0'",
        "leaderworkerset.sigs.k8s.io/name: llm",
        "jobset.sigs.k8s.io/jobset-name: llm",
        "training.kubeflow.org/job-name: llm",
        "ray.io/cluster: llm",
        "volcano.sh/job-name: llm"
      })
  void aServiceMaySelectLabelsThatControllersWrite(String label) {
    String service =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: llm}
        spec:
          selector: {%s}
          ports: [{port: 80}]
        """;
    assertThat(found(DEPLOYMENT + service.formatted(label))).isEmpty();
    assertThat(found(DEPLOYMENT + service.formatted("example.com/job-name: llm")))
        .containsExactly("service-selects-no-pod");
  }

  static List<Path> built() throws IOException {
    return TestFiles.in("approved", "gang/approved");
  }

  @ParameterizedTest
  @MethodSource("built")
  void whatTheBuilderWritesHasNoErrorAndSelectsItsPods(Path manifest) throws IOException {
    assertThat(
            INSPECTOR.parse("a.yaml", Files.readString(manifest)).findings().stream()
                .filter(each -> each.severity().isAtLeast(Severity.WARNING))
                .map(each -> each.rule().id() + " " + each.message()))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"http, http, false", "web, http, true", "http, web, true", "8000, 9000, false"})
  void aPortIsKnownByItsName(String ofProbe, String ofService, boolean isUnknown) {
    String text =
        DEPLOYMENT.replace(
                "image: registry.example/m:v1,",
                "image: registry.example/m:v1, ports: [{name: http, containerPort: 8000}], readinessProbe: {tcpSocket: {port: %s}},"
                    .formatted(ofProbe))
            + """
            apiVersion: v1
            kind: Service
            metadata: {name: llm}
            spec: {selector: {app: llm}, ports: [{port: 80, targetPort: %s}]}
            """
                .formatted(ofService);
    assertThat(found(text).contains("port-name-unknown")).isEqualTo(isUnknown);
  }

  @Test
  void aServiceBesideNoPodOfItsSelectorSaysNothingOfPorts() {
    assertThat(
            found(
                """
                apiVersion: v1
                kind: Service
                metadata: {name: llm}
                spec: {selector: {app: llm}, ports: [{port: 80, targetPort: web}]}
                """))
        .isEmpty();
  }
}
