package io.gpuspec.manifest.gang;

import static io.gpuspec.testkit.Errors.assertError;
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
      assertError(alone::objects, "gang.conflict", "gpu");
    }
  }

  @Test
  void aQueueLendsNoMoreThanItHas() {
    KueueQueue queue = KueueQueue.of("gpu").cohort("all").quota(EKS, "g5.xlarge", 4).lends(5);

    assertError(queue::objects, "gang.out-of-range", "5", "g5.xlarge");
    assertThat(queue.lends(4).objects().objects()).hasSize(2);
  }

  @Test
  void ofAVolcanoQueueNoMoreIsItsOwnThanItMayHave() {
    VolcanoQueue queue =
        VolcanoQueue.of("q").deserved("nvidia.com/gpu", 8).capability("nvidia.com/gpu", 4);

    assertError(queue::objects, "gang.out-of-range", "8");
  }

  @Test
  void withoutQuotaNothingWouldBeAdmitted() {
    assertError(() -> KueueQueue.of("gpu").objects(), "gang.missing", "gpu");
  }

  @Test
  void aRowIsThereOnce() {
    KueueQueue queue = KueueQueue.of("gpu").quota(EKS, "g5.xlarge", 4);
    assertError(() -> queue.quota(EKS, "g5.xlarge", 2), "gang.duplicate", "g5.xlarge");
  }

  @Test
  void aRowThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> KueueQueue.of("gpu").quota(EKS, "g5.xlarg", 4))
        .isInstanceOfAny(NoMatchException.class, UnknownNameException.class);
  }

  /** Kueue adds the labels of g5.xlarge, one GPU a node, to a job of four GPUs. */
  @Test
  void aGpuThatSeveralKindsOfNodeHaveIsNoRow() {
    assertError(() -> KueueQueue.of("gpu").quota(EKS, "A10G", 4), "gang.ambiguous", "A10G");
    assertError(() -> KueueQueue.of("gpu").quota(ACK, "T4", 4), "gang.ambiguous");
  }

  @Test
  void rowsThatOnlyAnAnnotationTellsApartCannotShareAQueue() {
    KueueQueue queue = KueueQueue.of("gpu").quota(GPUS.in("tke"), "T4", 4);
    assertError(() -> queue.quota(GPUS.in("tke"), "V100", 4), "gang.conflict");
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
    assertError(() -> VolcanoQueue.of("q").capability("gpu", 1), "gang.malformed", "gpu");
  }
}
