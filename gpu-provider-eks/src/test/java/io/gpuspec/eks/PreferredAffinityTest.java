package io.gpuspec.eks;

import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.pod;
import static io.gpuspec.testkit.Pods.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Karpenter makes of a preferred node affinity: a requirement, until no type meets it.
 *
 * <p>Source: Karpenter 1.14.1, {@code pkg/scheduling/requirements.go} and {@code
 * pkg/controllers/provisioning/scheduling/preferences.go}.
 */
class PreferredAffinityTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target EKS = GPUS.in("eks");
  private static final String NAME = "karpenter.k8s.aws/instance-gpu-name In ";
  private static final String TYPE = "node.kubernetes.io/instance-type In ";

  private static PodView preferring(PodView pod, String... terms) {
    return pod.withPreferredNodeTerms(terms(terms));
  }

  private static PodView requiring(String... terms) {
    return pod(ONE_GPU).nodeTerms(terms(terms));
  }

  private static List<NodeTerm> terms(String... terms) {
    return Stream.of(terms).map(each -> term(each)).toList();
  }

  private static String lands(PodView pod) {
    return EKS.match(pod).orElseThrow().orThrow().shape().spec().name();
  }

  private static List<String> notes(PodView pod) {
    Match match = EKS.match(pod).orElseThrow();
    return match.notes().stream()
        .filter(note -> note.id().startsWith("affinity."))
        .map(Note::toString)
        .toList();
  }

  @Test
  void whatAPodPrefersIsLaunched() {
    PodView pod = preferring(pod(ONE_GPU), NAME + "l40s");

    assertThat(lands(pod)).isEqualTo("g6e.xlarge");
    assertThat(notes(pod))
        .containsExactly(
            "affinity.preferred: the pod prefers karpenter.k8s.aws/instance-gpu-name In [l40s]; Karpenter requires that of the type that it launches, unless no NodePool allows it or it runs with PREFERENCE_POLICY=Ignore");
  }

  @Test
  void whereThereIsNoSchedulerOfItsOwnAPreferenceRulesNothingOut() {
    PodView pod = preferring(pod(ONE_GPU), TYPE + "g6e.xlarge");

    assertThat(GPUS.in("eks/nodegroup").match(pod).orElseThrow().orThrow().shape().spec().name())
        .isEqualTo("g4dn.xlarge");
    assertThat(lands(pod)).isEqualTo("g6e.xlarge");
  }

  @Test
  void onlyTheHeaviestPreferenceCounts() {
    PodView pod = preferring(pod(ONE_GPU), TYPE + "p5.48xlarge", NAME + "l40s");

    assertThat(lands(pod)).isEqualTo("p5.48xlarge");
  }

  @ParameterizedTest
  @ValueSource(strings = {NAME + "k80", TYPE + "g4dn.xlarge"})
  void aPreferenceThatNoTypeMeetsIsDropped(String preference) {
    PodView large = pod("MAIN | cpu 6 memory 4Gi gpu 1 | gpu 1");
    PodView pod = preferring(large, preference);

    assertThat(lands(pod)).isEqualTo(lands(large)).isEqualTo("g4dn.2xlarge");
    assertThat(notes(pod))
        .containsExactly(
            "affinity.preferred: the pod prefers %s; no type meets that together with what the pod requires, so Karpenter drops the preference"
                .formatted(term(preference)));
  }

  @Test
  void aLighterPreferenceComesNext() {
    PodView pod = preferring(pod(ONE_GPU), NAME + "k80", NAME + "l40s", NAME + "l4");

    assertThat(lands(pod)).isEqualTo("g6e.xlarge");
    assertThat(notes(pod)).hasSize(2);
  }

  @Test
  void aRequiredTermIsDroppedBeforeAPreference() {
    PodView pod = preferring(requiring(NAME + "t4", NAME + "l40s"), NAME + "l40s");

    assertThat(lands(pod)).isEqualTo("g6e.xlarge");
    assertThat(notes(pod))
        .containsExactly(
            "affinity.first-term: the pod has more than one term of required node affinity; Karpenter launches a type of the first that some type meets, here karpenter.k8s.aws/instance-gpu-name In [l40s]");
  }

  @Test
  void whereNoTermGoesWithAPreferenceTheLastOneIsLeft() {
    PodView required = requiring(NAME + "t4", NAME + "l4");
    PodView pod = preferring(required, NAME + "l40s");

    assertThat(lands(required)).isEqualTo("g4dn.xlarge");
    assertThat(lands(pod)).isEqualTo("g6.xlarge");
    assertThat(notes(pod))
        .containsExactly(
            "affinity.last-term: no type meets a required term and the preferred node affinity together; Karpenter drops all required terms but the last before it drops a preference, and launches a type of karpenter.k8s.aws/instance-gpu-name In [l4]",
            "affinity.preferred: the pod prefers karpenter.k8s.aws/instance-gpu-name In [l40s]; no type meets that together with what the pod requires, so Karpenter drops the preference");
    assertThat(
            lands(
                preferring(required, NAME + "l40s", "karpenter.k8s.aws/instance-size In 8xlarge")))
        .isEqualTo("g6.8xlarge");
  }

  /** Karpenter has dropped the term that some type meets, so nothing is launched. */
  @Test
  void aTermThatIsDroppedForAPreferenceDoesNotComeBack() {
    PodView required = requiring(NAME + "t4", NAME + "k80");
    PodView pod = preferring(required, NAME + "l40s");

    assertThat(lands(required)).isEqualTo("g4dn.xlarge");
    assertThat(EKS.match(pod).orElseThrow().isFound()).isFalse();
    assertThat(notes(pod))
        .anyMatch(note -> note.startsWith("affinity.last-term"))
        .anyMatch(note -> note.startsWith("affinity.preferred"));
  }

  @Test
  void aPreferenceOfACapacityTypeDecidesHowTheNodeIsBought() {
    PodView pod = preferring(pod(ONE_GPU), "karpenter.sh/capacity-type In spot");

    assertThat(EKS.match(pod).orElseThrow().request().capacityType()).isEqualTo(CapacityType.SPOT);
  }

  /** Nobody knows whether the NodePool has the label, and it matters for the order alone. */
  @Test
  void aLabelOfThePoolIsTakenToBeThere() {
    PodView one = preferring(requiring(NAME + "l4"), "disk In nvme");
    PodView two = preferring(requiring(NAME + "t4", NAME + "l4"), "disk In nvme");

    assertThat(lands(one)).isEqualTo("g6.xlarge");
    assertThat(notes(one)).isEmpty();
    assertThat(EKS.match(one).orElseThrow().notes())
        .noneMatch(note -> note.id().equals("node.label-not-judged"));
    assertThat(lands(two)).isEqualTo("g4dn.xlarge");
    assertThat(notes(two))
        .anyMatch(
            note ->
                note.endsWith(
                    "the pod prefers disk In [nvme], and the NodePool is taken to give its nodes that label; if it does not, Karpenter drops all required terms but the last before it drops the preference"));
    assertThat(notes(preferring(requiring(NAME + "t4", NAME + "l4"), "disk NotIn hdd")))
        .noneMatch(note -> note.contains("disk"));
  }

  /** Discovery writes it once the node runs, so no NodePool has a type for it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvidia.com/gpu.product In NVIDIA-L40S",
        "feature.node.kubernetes.io/pci-10de.present In true",
        "eks.amazonaws.com/nodegroup In x"
      })
  void aLabelOfARunningNodeIsAPreferenceThatKarpenterDrops(String preference) {
    PodView pod = preferring(pod(ONE_GPU), preference, TYPE + "p5.48xlarge");

    assertThat(lands(pod)).isEqualTo("p5.48xlarge");
    assertThat(lands(preferring(pod(ONE_GPU), preference))).isEqualTo("g4dn.xlarge");
    assertThat(notes(pod)).anyMatch(note -> note.contains("Karpenter drops the preference"));
  }

  @Test
  void aTypeThatIsPreferredWithALabelOfThePoolIsUpToThePool() {
    NodeTerm both =
        new NodeTerm(
            List.of(
                NodeRequirement.in("node.kubernetes.io/instance-type", "p5.48xlarge"),
                NodeRequirement.in("team", "a")));
    PodView pod = pod(ONE_GPU).withPreferredNodeTerms(List.of(both));

    assertThat(lands(pod)).isEqualTo("p5.48xlarge");
    assertThat(notes(pod))
        .anyMatch(
            note ->
                note.endsWith(
                    "and the NodePool is taken to give its nodes these labels; if it does not, Karpenter drops the preference"));
  }

  @Test
  void aZoneThatAwsDoesNotHaveIsNotPreferred() {
    PodView pod = preferring(pod(ONE_GPU), "topology.kubernetes.io/zone In ap-guangzhou-3");

    assertThat(notes(pod)).anyMatch(note -> note.contains("Karpenter drops the preference"));
    assertThat(notes(preferring(pod(ONE_GPU), "topology.kubernetes.io/zone In us-east-1b")))
        .isEmpty();
  }
}
