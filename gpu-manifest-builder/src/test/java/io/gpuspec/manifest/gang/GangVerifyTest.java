package io.gpuspec.manifest.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import org.junit.jupiter.api.Test;

/** The commands that check an applied gang. */
class GangVerifyTest {
  private static final Target EKS = Gpus.load().in("eks");
  private static final GpuWorkload WORKER =
      GpuWorkload.job("llama", "r/i:v1").namespace("ai").gpu("T4");

  private static String verify(Gang gang) {
    return gang.on(EKS).verify().toString();
  }

  @Test
  void aVolcanoJobIsLookedAtWithItsGroupItsQueueAndItsFirstWorker() {
    assertThat(verify(GangJob.pytorch(2, WORKER, "train.py").volcano().queue("team-a")))
        .isEqualTo(
            """
            # Its state, and how many workers run of those that must.
            kubectl -n ai get jobs.batch.volcano.sh/llama
            # The group that Volcano made for it: its events say why it does not start.
            kubectl -n ai describe podgroups.scheduling.volcano.sh/llama-$(kubectl -n ai get jobs.batch.volcano.sh/llama -o jsonpath='{.metadata.uid}')
            # Which node each pod is on.
            kubectl -n ai get pods -l volcano.sh/job-name=llama -o wide
            # A pod that stays Pending: its events say what the scheduler misses.
            kubectl -n ai describe pods -l volcano.sh/job-name=llama
            # What happened lately, the newest last.
            kubectl -n ai get events --sort-by=.lastTimestamp
            # The GPUs that the node has, and how many of them are taken.
            kubectl -n ai get pods -l volcano.sh/job-name=llama -o jsonpath='{.items[0].spec.nodeName}' | xargs kubectl describe node
            # The annotations and resources that the pods were admitted with.
            kubectl -n ai get pods -l volcano.sh/job-name=llama -o jsonpath='{range .items[*]}{.metadata.name}{"\\t"}{.metadata.annotations}{"\\t"}{.spec.containers[*].resources}{"\\n"}{end}'
            # What the container prints.
            kubectl -n ai logs pod/llama-master-0 -c llama --tail=100
            # The GPUs that the container sees; it was given 1.
            kubectl -n ai exec pod/llama-master-0 -c llama -- nvidia-smi -L
            # Driver, CUDA version, memory and processes; expected: T4, 15109Mi.
            kubectl -n ai exec pod/llama-master-0 -c llama -- nvidia-smi
            # Its queue, which has to be open.
            kubectl -n ai get queues.scheduling.volcano.sh/team-a
            """);
  }

  @Test
  void aJobSetIsLookedAtWithItsJobs() {
    assertThat(verify(GangJob.of(2, WORKER).jobSet()))
        .contains(
            "kubectl -n ai get jobsets.jobset.x-k8s.io/llama\n",
            "kubectl -n ai get jobs -l jobset.sigs.k8s.io/jobset-name=llama\n",
            "kubectl -n ai get pods -l jobset.sigs.k8s.io/jobset-name=llama -o wide\n",
            "kubectl -n ai exec job/llama-worker-0 -c llama -- nvidia-smi -L\n")
        .doesNotContain("kueue");
  }

  @Test
  void aLeaderWorkerSetIsLookedAtWithItsFirstLeader() {
    GpuWorkload server = GpuWorkload.deployment("llama", "r/i:v1").namespace("ai").gpu("T4");

    assertThat(verify(GangJob.of(2, server).leaderWorkerSet().port(8000).kueue("team-a")))
        .contains(
            "kubectl -n ai get leaderworkersets.leaderworkerset.x-k8s.io/llama\n",
            "kubectl -n ai get pods -l leaderworkerset.sigs.k8s.io/name=llama -o wide\n",
            "kubectl -n ai exec pod/llama-0 -c llama -- nvidia-smi -L\n",
            "kubectl -n ai get localqueues.kueue.x-k8s.io/team-a\n",
            "kubectl -n ai get endpointslices -l kubernetes.io/service-name=llama-leader\n");
  }

  @Test
  void whatWaitsForKueueIsLookedAtThere() {
    assertThat(verify(GangJob.of(2, WORKER).indexedJob().kueue("team-a")))
        .contains(
            "# Whether Kueue has admitted it, and if not what is missing.\n"
                + "kubectl -n ai describe workloads.kueue.x-k8s.io -l kueue.x-k8s.io/job-uid=$(kubectl -n ai get job/llama -o jsonpath='{.metadata.uid}')\n",
            "kubectl -n ai get localqueues.kueue.x-k8s.io/team-a\n");
    assertThat(verify(GangJob.of(2, WORKER).jobSet().kueue("team-a")))
        .contains(
            "job-uid=$(kubectl -n ai get jobsets.jobset.x-k8s.io/llama -o jsonpath='{.metadata.uid}')\n");
  }

  @Test
  void aGroupBesideAJobIsLookedAtToo() {
    assertThat(verify(GangJob.of(2, WORKER).podGroup().queue("team-a")))
        .contains(
            "kubectl -n ai get job/llama\n",
            "kubectl -n ai describe podgroups.scheduling.volcano.sh/llama\n",
            "kubectl -n ai get queues.scheduling.volcano.sh/team-a\n",
            "kubectl -n ai get endpointslices -l kubernetes.io/service-name=llama\n");
  }
}
