package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadKindsTest {
  private static final Target TKE = Gpus.load().in("tke");
  private static final Target EKS = Gpus.load().in("eks");

  private static GpuWorkload pod() {
    return GpuWorkload.pod("p", "r/i:v1").gpu("T4");
  }

  private static GpuWorkload deployment() {
    return GpuWorkload.deployment("d", "r/i:v1").gpu("T4");
  }

  private static GpuWorkload statefulSet() {
    return GpuWorkload.statefulSet("s", "r/i:v1").gpu("T4");
  }

  /** A super node runs the pods of a DaemonSet by injection alone. */
  private static Target tkeFor(GpuWorkload workload) {
    return workload.toString().startsWith("daemon set") ? TKE.with("ds-injection", "true") : TKE;
  }

  private static GpuWorkload daemonSet() {
    return GpuWorkload.daemonSet("n", "r/i:v1").gpu("T4");
  }

  private static GpuWorkload job() {
    return GpuWorkload.job("j", "r/i:v1").gpu("T4");
  }

  private static GpuWorkload cronJob() {
    return GpuWorkload.cronJob("c", "@daily", "r/i:v1").gpu("T4");
  }

  private static <T> T object(Manifests manifests, Class<T> type) {
    return manifests.objects().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> named(Manifests manifests) {
    return manifests.objects().stream()
        .map(object -> object.getKind() + " " + object.getMetadata().getName())
        .toList();
  }

  // Stateful sets.

  @Test
  void aStatefulSetIsBuiltWithTheHeadlessServiceThatNamesItsPods() {
    Manifests manifests = statefulSet().replicas(3).on(TKE);

    assertThat(named(manifests)).containsExactly("StatefulSet s", "Service s");
    StatefulSetSpec spec = object(manifests, StatefulSet.class).getSpec();
    assertThat(spec.getServiceName()).isEqualTo("s");
    assertThat(spec.getReplicas()).isEqualTo(3);
    assertThat(spec.getSelector().getMatchLabels()).isEqualTo(Map.of("app", "s"));
    Service service = object(manifests, Service.class);
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(service.getSpec().getSelector()).isEqualTo(Map.of("app", "s"));
  }

  @Test
  void aPortOfAStatefulSetIsOneOfItsHeadlessService() {
    Manifests manifests = statefulSet().port(8000).on(TKE);

    assertThat(named(manifests)).containsExactly("StatefulSet s", "Service s");
    Service service = object(manifests, Service.class);
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(service.getSpec().getPorts().get(0).getPort()).isEqualTo(8000);
  }

  @Test
  void aServiceWithAnAddressStandsBesideTheHeadlessOneOfAStatefulSet() {
    Manifests manifests = statefulSet().service(WorkloadService.of(80).loadBalancer()).on(TKE);
    Manifests front = statefulSet().service(WorkloadService.of(80).name("front")).on(TKE);

    assertThat(named(manifests))
        .containsExactly("StatefulSet s", "Service s", "Service s-headless");
    assertThat(object(manifests, StatefulSet.class).getSpec().getServiceName())
        .isEqualTo("s-headless");
    assertThat(named(front)).containsExactly("StatefulSet s", "Service front", "Service s");
    assertThat(object(front, StatefulSet.class).getSpec().getServiceName()).isEqualTo("s");
  }

  @Test
  void aHeadlessServiceOfYourOwnIsTheOneOfTheStatefulSet() {
    Manifests manifests =
        statefulSet().service(WorkloadService.of(29500).headless().name("ranks")).on(TKE);

    assertThat(named(manifests)).containsExactly("StatefulSet s", "Service ranks");
    assertThat(object(manifests, StatefulSet.class).getSpec().getServiceName()).isEqualTo("ranks");
  }

  @Test
  void everyPodOfAStatefulSetCanHaveAVolumeOfItsOwn() {
    StatefulSetSpec spec =
        object(
                statefulSet()
                    .claimTemplate("cache", "200Gi", "/cache")
                    .claimTemplate("models", "1Ti", "/models", "fast-ssd")
                    .on(TKE),
                StatefulSet.class)
            .getSpec();

    assertThat(spec.getVolumeClaimTemplates())
        .extracting(claim -> claim.getMetadata().getName())
        .containsExactly("cache", "models");
    PersistentVolumeClaim models = spec.getVolumeClaimTemplates().get(1);
    assertThat(models.getSpec().getAccessModes()).containsExactly("ReadWriteOnce");
    assertThat(models.getSpec().getStorageClassName()).isEqualTo("fast-ssd");
    assertThat(models.getSpec().getResources().getRequests().get("storage")).hasToString("1Ti");
    assertThat(spec.getTemplate().getSpec().getContainers().get(0).getVolumeMounts())
        .extracting(mount -> mount.getName() + " " + mount.getMountPath())
        .containsExactly("cache /cache", "models /models");
  }

  @Test
  void onlyAStatefulSetHasClaimTemplatesAndTheirSizesAreAboveZero() {
    assertError(() -> deployment().claimTemplate("v", "1Gi", "/v"), "workload.conflict");
    assertError(() -> statefulSet().claimTemplate("v", "0", "/v"), "volume.out-of-range", "0");
    assertError(
        () -> statefulSet().claimTemplate("v", "1Gi", "/v").emptyDir("v", "/w").on(TKE),
        "volume.duplicate",
        "v");
  }

  // Daemon sets.

  @Test
  void aDaemonSetIsMatchedAsOnePodForItHasOneOnEveryNode() {
    Manifests manifests = daemonSet().on(EKS);

    DaemonSet set = object(manifests, DaemonSet.class);
    assertThat(set.getSpec().getSelector().getMatchLabels()).isEqualTo(Map.of("app", "n"));
    assertThat(manifests.match().request().replicas()).isEqualTo(1);
    assertError(() -> daemonSet().replicas(2), "workload.conflict", "2");
  }

  // Jobs and cron jobs.

  @Test
  void aJobSaysHowManyPodsRunAndFail() {
    JobSpec spec =
        object(
                job()
                    .indexedCompletions(8)
                    .parallelism(4)
                    .backoffLimit(2)
                    .activeDeadlineSeconds(7200)
                    .ttlSecondsAfterFinished(600)
                    .suspended()
                    .on(TKE),
                Job.class)
            .getSpec();

    assertThat(spec.getCompletions()).isEqualTo(8);
    assertThat(spec.getCompletionMode()).isEqualTo("Indexed");
    assertThat(spec.getParallelism()).isEqualTo(4);
    assertThat(spec.getBackoffLimit()).isEqualTo(2);
    assertThat(spec.getActiveDeadlineSeconds()).isEqualTo(7200);
    assertThat(spec.getTtlSecondsAfterFinished()).isEqualTo(600);
    assertThat(spec.getSuspend()).isTrue();
    assertThat(spec.getTemplate().getSpec().getRestartPolicy()).isEqualTo("Never");
  }

  @Test
  void aCronJobHasItsScheduleAndTheJobThatItStarts() {
    CronJob cronJob =
        object(
            GpuWorkload.cronJob("c", "*/15 0-6 * * mon-fri", "r/i:v1")
                .gpu("T4")
                .timeZone("Asia/Shanghai")
                .concurrencyPolicy(ConcurrencyPolicy.FORBID)
                .suspended()
                .backoffLimit(0)
                .restartPolicy(RestartPolicy.ON_FAILURE)
                .on(TKE),
            CronJob.class);

    assertThat(cronJob.getSpec().getSchedule()).isEqualTo("*/15 0-6 * * mon-fri");
    assertThat(cronJob.getSpec().getTimeZone()).isEqualTo("Asia/Shanghai");
    assertThat(cronJob.getSpec().getConcurrencyPolicy()).isEqualTo("Forbid");
    assertThat(cronJob.getSpec().getSuspend()).isTrue();
    JobSpec job = cronJob.getSpec().getJobTemplate().getSpec();
    assertThat(job.getBackoffLimit()).isZero();
    assertThat(job.getSuspend()).isNull();
    assertThat(job.getTemplate().getSpec().getRestartPolicy()).isEqualTo("OnFailure");
  }

  @ParameterizedTest
  @CsvSource({"4, 8, 4", "8, 4, 4", "0, 4, 1", "2, 0, 1"})
  void podsOfAJobThatRunAtOnceAreMatchedTogether(int parallelism, int completions, int together) {
    GpuWorkload job = job().parallelism(parallelism).completions(completions);
    GpuWorkload cronJob = cronJob().parallelism(parallelism).completions(completions);

    for (GpuWorkload workload : List.of(job, cronJob)) {
      Manifests manifests = workload.on(EKS);
      assertThat(manifests.match().request().replicas()).isEqualTo(together);
      assertThat(replicasReadBack(manifests)).isEqualTo(together);
    }
  }

  private static int replicasReadBack(Manifests manifests) {
    return WorkloadFile.parse("built.yaml", manifests.yaml().toString())
        .workloads()
        .get(0)
        .match(EKS)
        .orElseThrow()
        .request()
        .replicas();
  }

  static Stream<String> goodSchedules() {
    return Stream.of(
        "* * * * *",
        "0 3 * * *",
        "*/5 0-23/2 1,15 jan-MAR 0-6",
        "5/15 ? ? * SUN",
        "@yearly",
        "@annually",
        "@monthly",
        "@weekly",
        "@daily",
        "@midnight",
        "@hourly",
        "@every 1h30m");
  }

  @ParameterizedTest
  @MethodSource("goodSchedules")
  void schedulesOfFiveFieldsOrOneWordPass(String schedule) {
    CronJob cronJob =
        object(GpuWorkload.cronJob("c", schedule, "i").gpu("T4").on(TKE), CronJob.class);

    assertThat(cronJob.getSpec().getSchedule()).isEqualTo(schedule);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | '' | schedule.malformed",
        "noon | '' | schedule.malformed",
        "0 3 * * | '' | schedule.malformed",
        "0 0 3 * * * | '' | schedule.malformed",
        "60 * * * * | 60 | schedule.malformed",
        "* 24 * * * | 24 | schedule.malformed",
        "* * 0 * * | 0 | schedule.malformed",
        "* * * 13 * | 13 | schedule.malformed",
        "* * * * 7 | 7 | schedule.malformed",
        "5-1 * * * * | 5-1 | schedule.malformed",
        "*/0 * * * * | */0 | schedule.malformed",
        "mon * * * * | mon | schedule.malformed",
        "1,,2 * * * * | 1,,2 | schedule.malformed",
        "@noon | '' | schedule.malformed",
        "@reboot | '' | schedule.malformed",
        "@every day | '' | schedule.malformed",
        "TZ=UTC 0 3 * * * | '' | schedule.conflict"
      })
  void whatIsNoScheduleIsRefused(String schedule, String value, String id) {
    assertError(() -> GpuWorkload.cronJob("c", schedule, "i"), id, schedule, value);
  }

  @Test
  void aTimeZoneIsOneOfTheTzDatabase() {
    assertError(() -> cronJob().timeZone("Asia/Shanghi"), "schedule.unknown", "Asia/Shanghi");
    assertError(() -> cronJob().timeZone("Local"), "schedule.unknown", "Local");
  }

  // What a kind cannot have.

  @Test
  void whatOnlyJobsHaveIsRefusedElsewhere() {
    assertError(() -> pod().parallelism(2), "workload.conflict", "2");
    assertError(() -> deployment().completions(2), "workload.conflict");
    assertError(() -> statefulSet().indexedCompletions(2), "workload.conflict");
    assertError(() -> daemonSet().backoffLimit(2), "workload.conflict");
    assertError(() -> pod().activeDeadlineSeconds(2), "workload.conflict");
    assertError(() -> pod().ttlSecondsAfterFinished(2), "workload.conflict");
    assertError(() -> pod().suspended(), "workload.conflict");
    assertError(() -> job().timeZone("UTC"), "workload.conflict", "UTC");
    assertError(() -> job().concurrencyPolicy(ConcurrencyPolicy.FORBID), "workload.conflict");
  }

  @Test
  void numbersOfJobsAreNotNegative() {
    assertError(() -> job().parallelism(-1), "value.out-of-range", "-1");
    assertError(() -> job().completions(-1), "value.out-of-range", "-1");
    assertError(() -> job().indexedCompletions(-1), "value.out-of-range", "-1");
    assertError(() -> job().backoffLimit(-1), "value.out-of-range", "-1");
    assertError(() -> job().activeDeadlineSeconds(0), "value.out-of-range", "0");
    assertError(() -> job().ttlSecondsAfterFinished(-1), "value.out-of-range", "-1");
    assertError(() -> statefulSet().replicas(-1), "value.out-of-range", "-1");
  }

  @Test
  void podsOfSetsRestartAlwaysAndThoseOfJobsDoNot() {
    for (GpuWorkload always : List.of(deployment(), statefulSet(), daemonSet())) {
      always.restartPolicy(RestartPolicy.ALWAYS).on(tkeFor(always));
      assertError(() -> always.restartPolicy(RestartPolicy.NEVER), "workload.conflict", always);
    }
    for (GpuWorkload once : List.of(job(), cronJob())) {
      assertError(
          () -> once.restartPolicy(RestartPolicy.ALWAYS), "workload.conflict", once, "Always");
      assertError(
          () -> once.pods(p -> p.edit(spec -> spec.withRestartPolicy("Always"))).on(TKE),
          "workload.conflict",
          "Always");
    }
  }

  /** What names are made of has at most 63 characters: labels and host names. */
  @Test
  void namesOfWhichLongerOnesAreMadeAreShorter() {
    String most = "a".repeat(52);
    GpuWorkload.cronJob(most, "@daily", "i").gpu("T4").on(TKE);
    GpuWorkload.statefulSet(most, "i").gpu("T4").on(TKE);

    assertError(
        () -> GpuWorkload.cronJob(most + "a", "@daily", "i").gpu("T4").on(TKE), "name.too-long");
    assertError(() -> GpuWorkload.statefulSet(most + "a", "i").gpu("T4").on(TKE), "name.too-long");
    String job = "a".repeat(61);
    GpuWorkload.job(job, "i").gpu("T4").indexedCompletions(10).on(TKE);
    assertError(
        () -> GpuWorkload.job(job, "i").gpu("T4").indexedCompletions(11).on(TKE), "name.too-long");
  }

  // Disruption budgets.

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"1, 1", "50%, \"50%\""})
  void aDisruptionBudgetIsAnObjectOfItsOwn(String most, String written) {
    Manifests manifests = deployment().namespace("ai").replicas(4).disruptionBudget(most).on(TKE);

    assertThat(named(manifests)).containsExactly("Deployment d", "PodDisruptionBudget d");
    HasMetadata budget = manifests.objects().get(1);
    assertThat(budget.getApiVersion()).isEqualTo("policy/v1");
    assertThat(budget.getMetadata().getNamespace()).isEqualTo("ai");
    assertThat(manifests.yaml().toString())
        .endsWith(
            """
            spec:
              maxUnavailable: %s
              selector:
                matchLabels:
                  app: d
            """
                .formatted(written));
  }

  @Test
  void aDisruptionBudgetIsANumberOrAPercentageOfADeploymentOrStatefulSet() {
    for (String bad : List.of("", "-1", "101%", "50 %", "half", "1.5")) {
      assertError(() -> deployment().disruptionBudget(bad), "disruption-budget.malformed", bad);
    }
    statefulSet().disruptionBudget("100%").on(TKE);
    for (GpuWorkload other : List.of(pod(), daemonSet(), job(), cronJob())) {
      assertError(() -> other.disruptionBudget("1"), "workload.conflict");
    }
  }

  @Test
  void anAutoscalerTakesThePlaceOfReplicasAndIsReadBack() {
    Manifests manifests =
        statefulSet().requests("3", "10Gi").namespace("ai").autoscaled(2, 10, 70).on(EKS);

    assertThat(named(manifests))
        .containsExactly("StatefulSet s", "Service s", "HorizontalPodAutoscaler s");
    assertThat(object(manifests, StatefulSet.class).getSpec().getReplicas()).isNull();
    assertThat(manifests.match().request().replicas()).isEqualTo(2);
    assertThat(manifests.objects().get(2).getMetadata().getNamespace()).isEqualTo("ai");
    assertThat(manifests.yaml().toString())
        .contains("kind: StatefulSet", "averageUtilization: 70", "minReplicas: 2");

    FileMatches matches = WorkloadFile.parse("b", manifests.yaml().toString()).on(EKS);
    assertThat(matches.matches().get(0).match().orElseThrow().request().replicas()).isEqualTo(2);
    assertThat(matches.notes())
        .extracting(Note::toString)
        .last()
        .asString()
        .contains(
            "HorizontalPodAutoscaler s runs 2 to 10 pods of StatefulSet s, which was matched with 2");
  }

  @Test
  void podsAreScaledByTheirOwnMetricOrAnother() {
    String own =
        deployment()
            .autoscaledByPodMetric(1, 4, "DCGM_FI_DEV_GPU_UTIL", 70)
            .on(EKS)
            .yaml()
            .toString();
    assertThat(own)
        .contains("type: Pods", "name: DCGM_FI_DEV_GPU_UTIL", "averageValue: \"70\"")
        .doesNotContain("replicas:");

    assertThat(
            deployment()
                .autoscaledByExternalMetric(1, 4, "queue_length", 30)
                .on(EKS)
                .yaml()
                .toString())
        .contains("type: External", "name: queue_length", "averageValue: \"30\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0; sum(DCGM_FI_DEV_GPU_UTIL{namespace=\"ai\",pod=~\"d-.*\"});                    true",
        "0; avg by (gpu) (avg_over_time(DCGM_FI_DEV_GPU_UTIL{exported_pod=~'d-.+'}[5m])); true",
        "1; sum(DCGM_FI_DEV_GPU_UTIL{namespace=\"ai\",pod=~\"d-.*\"});                    false",
        "0; sum(DCGM_FI_DEV_GPU_UTIL{namespace=\"ai\"});                                  false",
        "0; sum(DCGM_FI_DEV_GPU_UTIL{pod=~\"other-.*\"});                                 false",
        "0; sum(DCGM_FI_DEV_GPU_UTIL{pod=~\"d-.*\"}) or vector(100);                      false",
        "0; sum(DCGM_FI_DEV_GPU_UTIL{pod=~\"d-.*\"}) + sum(queue);                        false",
        "0; sum(queue{pod=~\"d-.*\"});                                                    false",
      })
  void aQueryOfTheOwnGpusStartsNothingFromZero(int least, String query, boolean isNoted) {
    Manifests manifests =
        deployment().autoscaledByQuery(least, 10, "http://prometheus:9090", query, 70).on(EKS);

    assertThat(
            manifests.match().notes().stream()
                .anyMatch(note -> note.id().equals("autoscaling.from-zero")))
        .isEqualTo(isNoted);
  }

  @Test
  void kedaScalesByAQueryAndToNothing() {
    Manifests manifests =
        deployment()
            .autoscaledByQuery(0, 10, "http://prometheus.monitoring:9090", "sum(queue)", 30)
            .on(EKS);

    assertThat(named(manifests)).contains("ScaledObject d");
    assertThat(manifests.match().request().replicas()).isEqualTo(1);
    assertThat(manifests.yaml().toString())
        .contains(
            "apiVersion: keda.sh/v1alpha1",
            "minReplicaCount: 0",
            "maxReplicaCount: 10",
            "type: prometheus",
            "serverAddress: http://prometheus.monitoring:9090",
            "query: sum(queue)",
            "threshold: \"30\"");
    assertThat(WorkloadFile.parse("b", manifests.yaml().toString()).on(EKS).notes())
        .extracting(Note::toString)
        .anyMatch(note -> note.contains("ScaledObject d runs 0 to 10 pods of Deployment d"));
    assertError(() -> deployment().autoscaledByPodMetric(0, 4, "m", 1), "value.out-of-range", "0");
    assertError(() -> deployment().autoscaledByPodMetric(1, 4, " ", 1), "value.empty", " ");
    assertError(
        () -> deployment().autoscaledByQuery(0, 0, "http://p", "q", 1), "value.out-of-range", "0");
    assertError(
        () -> deployment().autoscaledByQuery(0, 1, "prometheus:9090", "q", 1),
        "value.malformed",
        "prometheus:9090");
  }

  @Test
  void anAutoscalerNeedsReplicasAndRequestsOfCpu() {
    for (GpuWorkload other : List.of(pod(), daemonSet(), job(), cronJob())) {
      assertError(() -> other.autoscaled(1, 2, 50), "workload.conflict");
    }
    assertError(() -> deployment().autoscaled(0, 2, 50), "value.out-of-range", "0");
    assertError(() -> deployment().autoscaled(3, 2, 50), "value.out-of-range", "2");
    assertError(() -> deployment().autoscaled(1, 2, 0), "value.out-of-range", "0");
    assertError(() -> deployment().autoscaled(1, 2, 50).replicas(3), "workload.conflict");
    assertError(() -> deployment().replicas(3).autoscaled(1, 2, 50), "workload.conflict");
    assertError(() -> deployment().autoscaled(1, 2, 50).on(EKS), "workload.conflict", "d");
  }

  @Test
  void filesOfConfigMapsAndSecretsAreMounted() {
    String yaml =
        deployment()
            .configMap("settings", "llm.settings", "/etc/llm")
            .secret("token", "hub-token", "/run/token")
            .on(TKE)
            .yaml()
            .toString();

    assertThat(yaml)
        .contains(
            "- name: settings",
            "mountPath: /etc/llm",
            "name: llm.settings",
            "mountPath: /run/token",
            "secretName: hub-token");
    assertError(() -> deployment().configMap("settings", "No", "/etc/llm"), "name.malformed", "No");
    assertError(() -> deployment().secret("token", "", "/run"), "name.malformed");
  }

  // Reading back.

  @Test
  void everyKindIsReadBackAndCommented() {
    for (GpuWorkload workload :
        List.of(pod(), deployment(), statefulSet(), daemonSet(), job(), cronJob())) {
      Manifests manifests = workload.requests("3", "10Gi").on(tkeFor(workload));
      FileMatches matches = WorkloadFile.parse("b", manifests.yaml().toString()).on(TKE);

      assertThat(matches.problems()).isEmpty();
      assertThat(matches.matches().get(0).match().orElseThrow().orThrow().shape())
          .hasToString("T4 x1 · 4 cores · 16Gi");
      assertThat(manifests.pod().containers().get(0).count("nvidia.com/gpu")).isEqualTo(1);
      assertThat(manifests.yamlWithComments().toString()).startsWith("# Lands on T4 x1");
    }
  }

  @Test
  void aBudgetSaysWhatItsNumberMeans() {
    GpuWorkload workload =
        GpuWorkload.deployment("llm", "registry.example/llm:v1").gpu("T4").replicas(3);

    assertThat(
            workload.disruptionBudget("1").on(Gpus.load().in("tke")).yamlWithComments().toString())
        .contains(
            "  # at most so many of the pods are evicted at once, such as when nodes are drained [Kubernetes,\n  # Disruptions, 2026 (documented)]\n  maxUnavailable: 1\n");
    assertThat(workload.disruptionBudget("0%").on(Gpus.load().in("tke")).explain().toString())
        .contains("spec.maxUnavailable  # no pod is ever evicted");
  }

  @ParameterizedTest
  @CsvSource({
    "retain-ip, true, deployment, retain-ip: 'true' keeps the address for a pod of the same name",
    "retain-ip, true, job, use a StatefulSet or a bare pod",
    "retain-ip, true, pod, ''",
    "retain-ip, true, statefulSet, ''",
    "ds-injection, true, deployment, this is a Deployment; use a DaemonSet",
    "ds-injection, true, daemonSet, ''",
    "ds-injection, false, daemonSet, add ds-injection with true",
    "image-cache, auto, deployment, ''"
  })
  void anOptionForOtherKindsOfWorkloadIsRefusedWithTheNearestThing(
      String option, String value, String kind, String problem) {
    Target target = Gpus.load().in("tke").with(option, value);
    GpuWorkload workload = of(kind).gpu("T4");

    if (problem.isEmpty()) {
      assertThat(workload.on(target).yaml().toString()).contains("/", ": \"" + value + "\"");
    } else {
      assertThatThrownBy(() -> workload.on(target))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining(problem);
    }
  }

  @Test
  void anImageCacheOfADaemonSetIsNamedByItsId() {
    Target injected = Gpus.load().in("tke").with("ds-injection", "true");
    GpuWorkload workload = daemonSet();

    assertThat(workload.on(injected.with("image-cache", "imc-abc123xyz")).yaml().toString())
        .contains("use-image-cache: \"imc-abc123xyz\"");
    Target matching = injected.with("image-cache", "auto");
    assertError(() -> workload.on(matching), "option.conflict");
  }

  @Test
  void noVirtualNodeRunsADaemonSet() {
    Target eci = Gpus.load().in("ack/eci");

    assertError(() -> daemonSet().on(eci), "workload.unsupported", "DaemonSet");
    assertThat(daemonSet().on(Gpus.load().in("ack")).yaml().toString())
        .startsWith("apiVersion: apps/v1\nkind: DaemonSet\n");
  }

  private static GpuWorkload of(String kind) {
    return switch (kind) {
      case "pod" -> GpuWorkload.pod("w", "r/i:v1");
      case "deployment" -> GpuWorkload.deployment("w", "r/i:v1");
      case "statefulSet" -> GpuWorkload.statefulSet("w", "r/i:v1").port(80);
      case "daemonSet" -> GpuWorkload.daemonSet("w", "r/i:v1");
      default -> GpuWorkload.job("w", "r/i:v1");
    };
  }
}
