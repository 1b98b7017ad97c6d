package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.PodTemplates;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.value.GpuSpecException;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WorkloadPodsTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static GpuWorkload deployment(UnaryOperator<WorkloadPods> pods) {
    return GpuWorkload.deployment("d", "r/i:v1").gpu("T4").pods(pods);
  }

  private static PodTemplateSpec template(GpuWorkload workload) {
    return PodTemplates.of(workload.on(EKS).objects().get(0)).orElseThrow();
  }

  private static PodSpec spec(UnaryOperator<WorkloadPods> pods) {
    return template(deployment(pods)).getSpec();
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(ThrowingCallable bad) {
    return assertThatThrownBy(bad).isInstanceOf(GpuSpecException.class);
  }

  /** Seed 000, the habit of running near a data service. */
  @Test
  void podsCanPreferTheHostOfADataService() {
    String yaml =
        deployment(p -> p.preferredPodAffinity("kubernetes.io/hostname", "app", "data-service"))
            .on(EKS)
            .yaml()
            .toString();

    assertThat(yaml)
        .contains(
            """
                  affinity:
                    podAffinity:
                      preferredDuringSchedulingIgnoredDuringExecution:
                      - weight: 100
                        podAffinityTerm:
                          labelSelector:
                            matchLabels:
                              app: data-service
                          topologyKey: kubernetes.io/hostname
            """);
  }

  @Test
  void antiAffinityIsAboutTheLabelsGivenOrAboutTheseVeryPods() {
    PodSpec spec =
        template(
                deployment(
                        p ->
                            p.requiredPodAntiAffinity("zone")
                                .requiredPodAntiAffinity("host", "app", "training-job"))
                    .selector("run", "me"))
            .getSpec();

    assertThat(
            spec.getAffinity()
                .getPodAntiAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution())
        .extracting(term -> term.getTopologyKey() + term.getLabelSelector().getMatchLabels())
        .containsExactly("zone{run=me}", "host{app=training-job}");
  }

  @Test
  void aJobsPodsGetALabelOnlyWhereTheyAreToBeFoundByIt() {
    GpuWorkload job = GpuWorkload.job("j", "i").gpu("T4");

    assertThat(template(job.pods(p -> p.requiredPodAntiAffinity("host"))).getMetadata().getLabels())
        .isEqualTo(Map.of("app", "j"));
    assertThat(template(job.pods(p -> p.topologySpread("zone", 1))).getMetadata().getLabels())
        .isEqualTo(Map.of("app", "j"));
    assertThat(template(job.pods(p -> p.requiredPodAntiAffinity("host", "app", "other"))))
        .extracting(PodTemplateSpec::getMetadata)
        .isNull();
  }

  @Test
  void podsAreSpreadOverTopologyDomains() {
    PodSpec spec =
        spec(
            p ->
                p.topologySpread("topology.kubernetes.io/zone", 5)
                    .topologySpread("topology.kubernetes.io/zone", 1)
                    .preferredTopologySpread("kubernetes.io/hostname", 2));

    assertThat(spec.getTopologySpreadConstraints())
        .extracting(
            c ->
                "%s %d %s %s"
                    .formatted(
                        c.getTopologyKey(),
                        c.getMaxSkew(),
                        c.getWhenUnsatisfiable(),
                        c.getLabelSelector().getMatchLabels()))
        .containsExactly(
            "topology.kubernetes.io/zone 1 DoNotSchedule {app=d}",
            "kubernetes.io/hostname 2 ScheduleAnyway {app=d}");
    assertError(() -> spec(p -> p.topologySpread("zone", 0)), "value.out-of-range", "0");
    assertError(
        () -> spec(p -> p.topologySpread("failure-domain.beta.kubernetes.io/zone", 1)),
        "label.deprecated",
        "failure-domain.beta.kubernetes.io/zone");
  }

  @Test
  void whatTheOwnerAsksOfNodesStandsBesideWhatTheTargetAsks() {
    GpuWorkload workload =
        deployment(
            p ->
                p.nodeSelector("workload", "training")
                    .preferredNodeAffinity("zone", "a", "b")
                    .toleration("workload", "training", Effect.NO_SCHEDULE)
                    .toleration("spot", Effect.NO_EXECUTE));
    NodeView plain =
        NodeView.of("n")
            .label("karpenter.k8s.aws/instance-gpu-name", "t4")
            .label("kubernetes.io/arch", "amd64")
            .taint("nvidia.com/gpu", "true", Effect.NO_SCHEDULE)
            .taint("workload", "training", Effect.NO_SCHEDULE)
            .taint("spot", "yes", Effect.NO_EXECUTE)
            .allocatable(Map.of("cpu", "4", "memory", "16Gi", "nvidia.com/gpu", "1", "pods", "10"));

    assertThat(workload.on(EKS).pod().fits(plain.label("workload", "training")).reasons())
        .isEmpty();
    assertThat(workload.on(EKS).pod().fits(plain.label("workload", "other")).fits()).isFalse();
  }

  @Test
  void aTolerationThatTheTargetWritesTooIsThereOnce() {
    assertThat(spec(p -> p.toleration("nvidia.com/gpu", Effect.NO_SCHEDULE)).getTolerations())
        .hasSize(1);
  }

  @Test
  void aNodeSelectorThatContradictsTheTargetIsRefused() {
    assertError(
        () ->
            deployment(p -> p.nodeSelector("node.kubernetes.io/instance-type", "p5.48xlarge"))
                .gpu("g4dn.xlarge")
                .on(EKS),
        "pod.conflict",
        "p5.48xlarge",
        "g4dn.xlarge");
  }

  @Test
  void restrictedPodsMeetTheStandardWithEveryContainer() {
    GpuWorkload workload =
        deployment(p -> p.restricted(1000))
            .container(WorkloadContainer.of("side", "i"))
            .initContainer(
                WorkloadContainer.of("init", "i")
                    .edit(c -> c.withNewSecurityContext().withRunAsUser(7L).endSecurityContext()));

    PodSpec spec = template(workload).getSpec();
    assertThat(spec.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(spec.getSecurityContext().getRunAsUser()).isEqualTo(1000);
    assertThat(spec.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(spec.getContainers()).hasSize(2).allSatisfy(WorkloadPodsTest::isUnprivileged);
    assertThat(spec.getInitContainers()).hasSize(1).allSatisfy(WorkloadPodsTest::isUnprivileged);
    assertThat(spec.getInitContainers().get(0).getSecurityContext().getRunAsUser()).isEqualTo(7);
    assertError(() -> spec(p -> p.restricted(0)), "user.out-of-range", "0");
  }

  private static void isUnprivileged(Container container) {
    assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
  }

  @Test
  void theOtherStepsSetTheFieldsOfTheirNames() {
    PodSpec spec =
        spec(
            p ->
                p.runtimeClass("nvidia")
                    .imagePullSecret("registry")
                    .imagePullSecret("registry")
                    .terminationGracePeriodSeconds(120)
                    .serviceAccount("trainer")
                    .priorityClass("gold")
                    .runAsNonRoot(1000));

    assertThat(spec.getRuntimeClassName()).isEqualTo("nvidia");
    assertThat(spec.getImagePullSecrets()).hasSize(1);
    assertThat(spec.getTerminationGracePeriodSeconds()).isEqualTo(120);
    assertThat(spec.getServiceAccountName()).isEqualTo("trainer");
    assertThat(spec.getPriorityClassName()).isEqualTo("gold");
    assertThat(spec.getContainers().get(0).getSecurityContext()).isNull();
    assertError(
        () -> spec(p -> p.terminationGracePeriodSeconds(-1)), "workload.out-of-range", "-1");
  }

  @Test
  void fieldsOfAnEditedPodFollowTheRulesOfTheApiServer() {
    assertError(
        () -> spec(p -> p.edit(pod -> pod.withActiveDeadlineSeconds(0L))), "intent.malformed", "0");
    assertError(
        () -> spec(p -> p.edit(pod -> pod.withHostname("llm.example"))),
        "intent.malformed",
        "llm.example");
    assertError(
        () -> spec(p -> p.edit(pod -> pod.withSubdomain("LLM"))), "intent.malformed", "LLM");
  }

  @Test
  void whatIsNoTaintIsRefused() {
    assertError(() -> spec(p -> p.toleration("a b", Effect.NO_SCHEDULE)), "name.malformed", "a b");
    assertError(
        () -> spec(p -> p.toleration("a", "1/4*T4", Taint.Effect.NO_SCHEDULE)),
        "label.malformed",
        "1/4*T4");
  }
}
