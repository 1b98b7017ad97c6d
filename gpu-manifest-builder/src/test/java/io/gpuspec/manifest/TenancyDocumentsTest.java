package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.platform.GpuLimitRange;
import io.gpuspec.manifest.platform.GpuPriorityClass;
import io.gpuspec.manifest.platform.GpuQuota;
import io.gpuspec.manifest.platform.GpuTeam;
import io.gpuspec.manifest.platform.KubeletSettings;
import io.gpuspec.manifest.platform.Tenancy;
import org.junit.jupiter.api.Test;

/**
 * The quotas, limits and kubelet settings of the best-practice documents, said in Java: what comes
 * out is written as the approved files have it, and differs from the documents' in nothing but what
 * is listed.
 */
class TenancyDocumentsTest {
  private static final String GPU = "nvidia.com/gpu";

  private static void assertBuilt(String name, PlatformObjects built, String... differences) {
    DocumentExample.assertApproved(name, built.yamlWithComments());
    Object document = Trees.read(Documents.text(name + ".yaml")).get(0);
    Object ours = Trees.read(built.yaml().toString()).get(0);

    assertThat(Differences.between(document, ours)).containsExactlyInAnyOrder(differences);
  }

  @Test
  void theQuotaOfTrainingCountsRequestsOfGpus() {
    assertBuilt(
        "node-pool-guide-resourcequota-gpu-quota",
        GpuQuota.of("gpu-quota")
            .namespace("team-training")
            .gpus(GPU, 16)
            .pods(50)
            .requests("64", "256Gi")
            .objects(),
        "- spec hard limits.nvidia.com/gpu = 32");
  }

  @Test
  void theQuotaOfInferenceCountsRequestsOfGpus() {
    assertBuilt(
        "node-pool-guide-resourcequota-inference-gpu-quota",
        GpuQuota.of("inference-gpu-quota")
            .namespace("team-inference")
            .gpus(GPU, 8)
            .pods(100)
            .requests("32", "128Gi")
            .objects(),
        "- spec hard limits.nvidia.com/gpu = 16");
  }

  @Test
  void theLimitsOfTrainingForceNoGpuOnAnybody() {
    assertBuilt(
        "node-pool-guide-limitrange-gpu-default-request",
        GpuLimitRange.of("gpu-default-request")
            .namespace("team-training")
            .perContainer(GPU, 8)
            .objects(),
        "- spec limits [0] default nvidia.com/gpu = 1",
        "+ spec limits [0] default nvidia.com/gpu = 0",
        "- spec limits [0] defaultRequest nvidia.com/gpu = 1",
        "+ spec limits [0] defaultRequest nvidia.com/gpu = 0",
        // The API server takes one item of a type.
        "+ spec limits [0] max nvidia.com/gpu = 8",
        "- spec limits [1] max nvidia.com/gpu = 8",
        "- spec limits [1] min nvidia.com/gpu = 1",
        "- spec limits [1] type = Container");
  }

  @Test
  void theQuotasOfCaseOneCountRequestsOfGpus() {
    assertBuilt(
        "node-pool-guide-resourcequota-training-gpu-quota",
        GpuQuota.of("training-gpu-quota")
            .namespace("team-training")
            .gpus(GPU, 48)
            .pods(100)
            .objects(),
        "- spec hard limits.nvidia.com/gpu = 64");
    assertBuilt(
        "node-pool-guide-resourcequota-inference-gpu-quota-case1",
        GpuQuota.of("inference-gpu-quota")
            .namespace("team-inference")
            .gpus(GPU, 12)
            .pods(200)
            .objects(),
        "- spec hard limits.nvidia.com/gpu = 16");
  }

  /** A table, of which the document has no manifest. */
  @Test
  void theTeamsOfCaseTwoAreBuiltAsTheyWereReviewed() {
    Tenancy shared =
        Tenancy.of(GPU, 96)
            .team(
                GpuTeam.of("ml", 32)
                    .perPod(8)
                    .pods(100)
                    .requests("416", "2800Gi")
                    .unstated("500m", "1Gi")
                    .borrows(16)
                    .lends(8))
            .team("nlp", 24)
            .team("vision", 16)
            .reserve("buffer", 8)
            .priority(GpuPriorityClass.of("gpu-batch", 100).waits())
            .exclude("default");

    assertThat(shared.objects().yamlWithComments())
        .hasToString(Documents.resource("approved/tenancy-quotas.approved.yml"));
    assertThat(shared.kueue("shared", Gpus.load().in("ack"), "ecs.gn7-c13g1.26xlarge").yaml())
        .hasToString(Documents.resource("approved/tenancy-kueue.approved.yml"));
  }

  @Test
  void theMostOfAContainerIsNotItsDefault() {
    assertBuilt(
        "node-pool-guide-limitrange-gpu-limit",
        GpuLimitRange.of("gpu-limit").perContainer(GPU, 8).objects(),
        "+ spec limits [0] default nvidia.com/gpu = 0",
        "+ spec limits [0] defaultRequest nvidia.com/gpu = 0");
  }

  @Test
  void theKubeletsFileSaysWhatItsPolicyDoesNotGuarantee() {
    PlatformObjects built =
        KubeletSettings.of("best-effort").staticCpuManager().reservedCpus("0-1").objects();

    assertBuilt("ack-guide-kubeletconfiguration", built);
    assertThat(built.reasons())
        .extracting(Reason::text)
        .anyMatch(
            text ->
                text.contains(
                    "does not guarantee one NUMA node: where none has room, the pod runs across several"));
  }
}
