package io.gpuspec.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which clusters add tolerations, and what keeps a pod off a row's nodes. */
class ResourceTolerationsTest {
  private static final Taint GPU = new Taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE);
  private static final Taint TEAM = new Taint("team", "a", Taint.Effect.NO_EXECUTE);
  private static final Taint WISH = new Taint("team", "b", Taint.Effect.PREFER_NO_SCHEDULE);

  /** Labels of AWS are in every cluster there, those of EKS and its Karpenter are not. */
  @ParameterizedTest
  @CsvSource({
    "eks.amazonaws.com/nodegroup, true",
    "karpenter.k8s.aws/instance-family, true",
    "topology.k8s.aws/zone-id, false",
    "karpenter.sh/nodepool, false",
    "eks.amazonaws.com, false",
    "/eks.amazonaws.com, false",
    "team, false"
  })
  void aNodeOfEksIsKnownByItsLabels(String label, boolean isOfEks) {
    assertThat(ResourceTolerations.ofNode(List.of("kubernetes.io/os", label)).isPresent())
        .isEqualTo(isOfEks);
  }

  @ParameterizedTest
  @CsvSource({"karpenter.k8s.aws, true", "eks.amazonaws.com, true", "karpenter.sh, false"})
  void aClusterOfEksIsKnownByItsObjects(String group, boolean isOfEks) {
    assertThat(ResourceTolerations.ofGroup(group).isPresent()).isEqualTo(isOfEks);
  }

  @Test
  void whatOnlyTheStoredPodToleratesIsNoted() {
    PodView pod = PodView.empty().toleration(Toleration.exists("team"));
    PodView stored = pod.toleration(Toleration.exists("nvidia.com/gpu"));

    assertThat(ResourceTolerations.tolerated(List.of(GPU, TEAM), pod, stored)).containsExactly(GPU);
    assertThat(ResourceTolerations.tolerated(List.of(GPU, TEAM), PodView.empty(), PodView.empty()))
        .isEmpty();
    assertThat(
            ResourceTolerations.note(
                "the pod", GPU, ResourceTolerations.ofGroup("eks.amazonaws.com").orElseThrow()))
        .hasToString(
            "toleration.added: the pod does not tolerate the taint nvidia.com/gpu=true:NoSchedule;"
                + " the API server adds the toleration, because the pod requests nvidia.com/gpu");
  }

  @Test
  void aTaintThatOnlyPrefersKeepsNoPodOff() {
    PodView pod = PodView.empty().toleration(Toleration.exists("team"));

    assertThat(UntoleratedTaint.of("rack", false, List.of(WISH, GPU, TEAM), PodView.empty()))
        .extracting(UntoleratedTaint::taint)
        .containsExactly(GPU, TEAM);
    assertThat(UntoleratedTaint.of("rack", false, List.of(WISH, GPU, TEAM), pod))
        .extracting(UntoleratedTaint::why)
        .hasToString(
            "[rack: taint: the nodes have the taint nvidia.com/gpu=true:NoSchedule, which the pod"
                + " does not tolerate; add a toleration with key nvidia.com/gpu, operator Exists,"
                + " effect NoSchedule]");
  }

  /** Of a row that is not available, the matcher says that it is cordoned. */
  @Test
  void aCordonIsSaidOnce() {
    List<Taint> cordoned = List.of(Taint.UNSCHEDULABLE, GPU);

    assertThat(UntoleratedTaint.of("rack", true, cordoned, PodView.empty()))
        .extracting(UntoleratedTaint::taint)
        .containsExactly(GPU);
    assertThat(UntoleratedTaint.of("rack", false, cordoned, PodView.empty())).hasSize(2);
  }
}
