package io.gpuspec.manifest.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KueueQueueTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target EKS = GPUS.in("eks");
  private static final Target ACK = GPUS.in("ack");

  private static Map<String, String> labels(PlatformObjects objects, int flavor) {
    GenericKubernetesResource object = (GenericKubernetesResource) objects.objects().get(flavor);
    return object.get("spec", "nodeLabels");
  }

  private static Object at(GenericKubernetesResource object, Object... path) {
    return object.get(path);
  }

  @Test
  void aFlavorHasEveryLabelThatJobsSelectItsNodesBy() {
    PlatformObjects queue = KueueQueue.of("gpu").quota(EKS, "g5.xlarge", 4).objects();

    GpuWorkload byGpu = GpuWorkload.job("a", "r/i:v1").gpu("A10G");
    assertThat(labels(queue, 0))
        .containsAllEntriesOf(byGpu.on(EKS).pod().nodeSelector())
        .containsAllEntriesOf(byGpu.exactGpus().on(EKS).pod().nodeSelector())
        .containsEntry("node.kubernetes.io/instance-type", "g5.xlarge");
  }

  @Test
  void onAckAFlavorHasTheNameOfTheGpu() {
    PlatformObjects queue = KueueQueue.of("gpu").quota(ACK, "ecs.gn6i-c4g1.xlarge", 2).objects();

    assertThat(labels(queue, 0))
        .containsEntry("aliyun.accelerator/nvidia_name", "Tesla-T4")
        .containsEntry("node.kubernetes.io/instance-type", "ecs.gn6i-c4g1.xlarge");
  }

  @Test
  void cpuAndMemoryAreThoseOfTheNodesThatTheCardsAreOn() {
    // 12 cards are on two nodes of 8: twice 95.69 cores, beside 191.38 there is no third node.
    GenericKubernetesResource queue =
        (GenericKubernetesResource)
            KueueQueue.of("gpu").quota(EKS, "p4d.24xlarge", 12).objects().objects().get(1);

    assertThat(at(queue, "spec", "resourceGroups", 0, "coveredResources"))
        .isEqualTo(List.of("cpu", "memory", "nvidia.com/gpu"));
    assertThat(at(queue, "spec", "resourceGroups", 0, "flavors", 0, "resources", 0))
        .isEqualTo(Map.of("name", "cpu", "nominalQuota", "191380m"));
    assertThat(at(queue, "spec", "resourceGroups", 0, "flavors", 0, "resources", 2))
        .isEqualTo(Map.of("name", "nvidia.com/gpu", "nominalQuota", "12"));
  }

  @Test
  void whatIsBorrowedAndLentIsCardsAndTheCpuAndMemoryOfTheirNodes() {
    GenericKubernetesResource queue =
        (GenericKubernetesResource)
            KueueQueue.of("gpu")
                .reclaims()
                .lends(4)
                .borrows(9)
                .quota(EKS, "p4d.24xlarge", 12)
                .cohort("all")
                .objects()
                .objects()
                .get(1);

    assertThat(at(queue, "spec", "preemption")).isEqualTo(Map.of("reclaimWithinCohort", "Any"));
    assertThat(at(queue, "spec", "resourceGroups", 0, "flavors", 0, "resources", 0))
        .isEqualTo(
            Map.of(
                "name", "cpu",
                "nominalQuota", "191380m",
                "borrowingLimit", "191380m",
                "lendingLimit", "95690m"));
    assertThat(at(queue, "spec", "resourceGroups", 0, "flavors", 0, "resources", 2))
        .isEqualTo(
            Map.of(
                "name", "nvidia.com/gpu",
                "nominalQuota", "12",
                "borrowingLimit", "9",
                "lendingLimit", "4"));
  }

  @Test
  void nobodyBorrowsOutsideACohort() {
    KueueQueue queue = KueueQueue.of("gpu").quota(EKS, "g5.xlarge", 4);

    for (KueueQueue alone : List.of(queue.borrows(1), queue.lends(1), queue.reclaims())) {
      assertThatThrownBy(alone::objects)
          .isInstanceOf(InvalidValueException.class)
          .hasMessage(
              "queue: 'gpu' borrows, lends or reclaims, and is in no cohort to do it with; say cohort(name); see docs/gang.md");
    }
  }

  @Test
  void aQueueLendsNoMoreThanItHas() {
    KueueQueue queue = KueueQueue.of("gpu").cohort("all").quota(EKS, "g5.xlarge", 4).lends(5);

    assertThatThrownBy(queue::objects)
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "lends: '5' is more than the 4 of 'g5.xlarge'; give at most as many; see docs/gang.md");
    assertThat(queue.lends(4).objects().objects()).hasSize(2);
  }

  @Test
  void ofAVolcanoQueueNoMoreIsItsOwnThanItMayHave() {
    VolcanoQueue queue =
        VolcanoQueue.of("q").deserved("nvidia.com/gpu", 8).capability("nvidia.com/gpu", 4);

    assertThatThrownBy(queue::objects)
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "deserved nvidia.com/gpu: '8' is more than the capability of 4; give at most as many; see docs/gang.md");
  }

  @Test
  void withoutQuotaNothingWouldBeAdmitted() {
    assertThatThrownBy(() -> KueueQueue.of("gpu").objects())
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "quota: 'gpu' has none, so it would admit nothing; say quota(target, row, cards); see docs/gang.md");
  }

  @Test
  void aRowIsThereOnce() {
    KueueQueue queue = KueueQueue.of("gpu").quota(EKS, "g5.xlarge", 4);
    assertThatThrownBy(() -> queue.quota(EKS, "g5.xlarge", 2))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "quota: 'g5.xlarge' is a duplicate; give all its cards at once; see docs/gang.md");
  }

  @Test
  void aRowThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> KueueQueue.of("gpu").quota(EKS, "g5.xlarg", 4))
        .isInstanceOfAny(NoMatchException.class, UnknownNameException.class);
  }

  /** Kueue adds the labels of g5.xlarge, one GPU a node, to a job of four GPUs. */
  @Test
  void aGpuThatSeveralKindsOfNodeHaveIsNoRow() {
    assertThatThrownBy(() -> KueueQueue.of("gpu").quota(EKS, "A10G", 4))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "quota: 'A10G' is on 8 kinds of node of eks, and a quota is of one; name it: g5.xlarge, g5.2xlarge, g5.4xlarge, g5.8xlarge, g5.16xlarge, g5.12xlarge, g5.24xlarge, g5.48xlarge; see docs/gang.md");
    assertThatThrownBy(() -> KueueQueue.of("gpu").quota(ACK, "T4", 4))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("name it: ecs.gn6i-c4g1.xlarge, ");
  }

  @Test
  void rowsThatOnlyAnAnnotationTellsApartCannotShareAQueue() {
    KueueQueue queue = KueueQueue.of("gpu").quota(GPUS.in("tke"), "T4", 4);
    assertThatThrownBy(() -> queue.quota(GPUS.in("tke"), "V100", 4))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("cannot be told apart");
  }

  @Test
  void aWeightOfAVolcanoQueueIsFrom1To65535() {
    assertThat(VolcanoQueue.of("q").weight(65_535)).hasToString("queue q, weight 65535");
    assertThatThrownBy(() -> VolcanoQueue.of("q").weight(65_536))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> VolcanoQueue.of("q").weight(0))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aDeviceHasADomain() {
    assertThatThrownBy(() -> VolcanoQueue.of("q").capability("gpu", 1))
        .hasMessage(
            "capability: 'gpu' is not a device; write it with its domain, such as nvidia.com/gpu; see docs/gang.md");
  }
}
