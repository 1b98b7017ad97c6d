package io.gpuspec.manifest.gang;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Gangs whose pods only the cloud's own scheduler can place. */
class GangSchedulerTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target ACK = GPUS.in("ack");
  private static final Target CGPU = GPUS.in("ack/cgpu");
  private static final GpuWorkload WHOLE = GpuWorkload.job("llama", "r/i:v1").gpu(2, "T4");
  private static final GpuWorkload SHARE =
      GpuWorkload.job("llama", "r/i:v1").gpu("T4").share("4Gi").requests("1", "2Gi");

  private static void assertVolcanoIsRefused(GpuWorkload worker, Target target, String reason) {
    GangJob gang = GangJob.of(3, worker);
    for (Gang volcano : new Gang[] {gang.volcano(), gang.podGroup(), PodGroup.of(worker)}) {
      assertError(() -> volcano.on(target), "gang.unsupported", reason);
    }
    assertThat(gang.jobSet().kueue("q").on(target).objects()).isNotEmpty();
    assertThat(gang.indexedJob().on(target).objects()).isNotEmpty();
  }

  @Test
  void volcanoDoesNotChooseTheCardOfAShare() {
    assertVolcanoIsRefused(
        SHARE, CGPU, "ACK's scheduler can, because it chooses the cards of which a pod has shares");
    assertVolcanoIsRefused(
        SHARE,
        GPUS.in("tke/qgpu"),
        "the cluster's default scheduler can, because qgpu-scheduler chooses the cards, as an extender of that one");
  }

  @Test
  void volcanoDoesNotChooseTheCardsThatAreLinkedBest() {
    assertVolcanoIsRefused(
        WHOLE,
        ACK.with("gpu-scheduling", "topology"),
        "ACK's scheduler can, because it chooses the cards that are linked best");
  }

  @Test
  void oneGroupIsNotMadeInTwoWays() {
    assertVolcanoIsRefused(
        WHOLE,
        ACK.with("gang-name", "g").with("gang-min-available", "2"),
        "ACK's scheduler can, because no other knows groups by these labels");
  }

  @Test
  void thatRanksOfATrainingCanGetOneCardIsSaid() {
    Manifests shares = GangJob.pytorch(3, SHARE, "train.py").jobSet().on(CGPU);

    assertThat(shares.explain().toString())
        .contains(
            "several workers can get shares of one card",
            "NCCL refuses two ranks on one GPU where it takes them for one host");
    assertThat(shares.yamlWithComments().toString())
        .contains("several workers can get shares of one card");
    assertThat(GangJob.pytorch(1, SHARE, "train.py").jobSet().on(CGPU).explain().toString())
        .doesNotContain("several workers");
    assertThat(GangJob.pytorch(3, WHOLE, "train.py").jobSet().on(ACK).explain().toString())
        .doesNotContain("several workers");
  }

  /** A RuntimeClass adds it to what the scheduler counts, and so does the queue. */
  @Test
  void aGroupsResourcesCountThePodsOverhead() {
    GpuWorkload worker =
        WHOLE
            .requests("1", "1Gi")
            .pods(
                p ->
                    p.edit(
                        spec ->
                            spec.addToOverhead(
                                Map.of(
                                    "cpu",
                                    new Quantity("250m"),
                                    "memory",
                                    new Quantity("512Mi")))));

    GenericKubernetesResource group =
        (GenericKubernetesResource)
            GangJob.of(4, worker).podGroup().on(ACK).objects().stream()
                .filter(object -> object.getKind().equals("PodGroup"))
                .findFirst()
                .orElseThrow();

    Object resources = group.get("spec", "minResources");
    assertThat(resources).isEqualTo(Map.of("cpu", "5", "memory", "6Gi", "nvidia.com/gpu", "8"));
  }

  @Test
  void aGroupSaysWhatItIsOf() {
    assertThat(GangJob.of(4, WHOLE).podGroup())
        .hasToString("PodGroup of 4 workers, job llama: T4 x2");
    assertThat(PodGroup.of(WHOLE)).hasToString("PodGroup of job llama: T4 x2");
  }
}
