package io.gpuspec.judges;

import static io.gpuspec.judges.Refusal.accepted;
import static io.gpuspec.judges.Refusal.rejected;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.VolcanoQueue;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Each class of input that gangs and queues refuse. What only a controller's webhook refuses, of
 * which there is none here, the server takes.
 */
final class GangRefusals {
  private static final Target EKS = Gpus.load().in("eks");
  private static final Target ACK = Gpus.load().in("ack");

  private static final String VOLCANO =
      """
      apiVersion: batch.volcano.sh/v1alpha1
      kind: Job
      metadata:
        name: train
      spec:
        schedulerName: volcano
        queue: %s
        minAvailable: %d
        tasks:
        - name: worker
          replicas: %d
          template:
            spec:
              restartPolicy: Never
              containers: [{name: worker, image: r/i:v1}]
      """;
  private static final String JOB =
      """
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: %s
      spec:
        parallelism: 2
        completions: 2
        completionMode: Indexed
        template:
          spec:
            restartPolicy: %s
            containers: [{name: worker, image: r/i:v1}]
      """;
  private static final String JOB_SET =
      """
      apiVersion: jobset.x-k8s.io/v1alpha2
      kind: JobSet
      metadata:
        name: %s
      spec:
        replicatedJobs:
        - name: worker
          template:
            spec:
              parallelism: 2
              completions: 2
              completionMode: Indexed
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: worker, image: r/i:v1}]
      """;
  private static final String LEADER_WORKER_SET =
      """
      apiVersion: leaderworkerset.x-k8s.io/v1
      kind: LeaderWorkerSet
      metadata:
        name: %s
      spec:
        replicas: 2
        leaderWorkerTemplate:
          size: %d
          workerTemplate:
            spec:
              restartPolicy: %s
              containers: [{name: worker, image: r/i:v1}]
      """;
  private static final String VOLCANO_QUEUE =
      """
      apiVersion: scheduling.volcano.sh/v1beta1
      kind: Queue
      metadata:
        name: %s
      spec:
        weight: %d
      """;
  private static final String CLUSTER_QUEUE =
      """
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ClusterQueue
      metadata:
        name: gpu
      spec:
        cohortName: %s
        resourceGroups:
        - coveredResources: [nvidia.com/gpu]
          flavors:
      %s
      """;
  private static final String FLAVOR =
      "    - {name: g5.xlarge, resources: [{name: nvidia.com/gpu, nominalQuota: 1}]}\n";

  private GangRefusals() {}

  static List<Refusal> all() {
    String long62 = "t".repeat(62);
    return List.of(
        rejected(
            "a gang of which more than all start together",
            VOLCANO.formatted("team-a", 5, 4),
            "'minAvailable' should not be greater than total replicas in tasks",
            () -> gang("train", 4).volcano().minAvailable(5),
            "more than the 4 workers"),
        rejected(
            "a deadline of a Volcano Job",
            VOLCANO.formatted("team-a", 2, 2) + "  activeDeadlineSeconds: 60\n",
            "unknown field \"spec.activeDeadlineSeconds\"",
            () -> worker(w -> w.activeDeadlineSeconds(60)).volcano().on(EKS),
            "a Volcano Job has no deadline"),
        rejected(
            "a Volcano Job that is suspended from the start",
            VOLCANO.formatted("team-a", 2, 2) + "  suspend: true\n",
            "unknown field \"spec.suspend\"",
            () -> worker(GpuWorkload::suspended).volcano().on(EKS),
            "a Volcano Job is not created suspended"),
        accepted(
            "linked cards that Volcano would choose",
            VOLCANO.formatted("team-a", 2, 2),
            () -> gang("train", 2).volcano().on(ACK.with("gpu-scheduling", "topology")),
            "it chooses the cards that are linked best"),
        accepted(
            "a group of ACK's and one of Volcano's",
            VOLCANO.formatted("team-a", 2, 2),
            () ->
                gang("train", 2)
                    .podGroup()
                    .on(ACK.with("gang-name", "g").with("gang-min-available", "2")),
            "no other knows groups by these labels"),
        accepted(
            "a gang of nobody",
            VOLCANO.formatted("team-a", 0, 0),
            () -> gang("train", 0),
            "workers: '0' is below 1"),
        rejected(
            "a queue of Volcano with a blank",
            VOLCANO.formatted("team a", 2, 2),
            "spec.queue: Invalid value",
            () -> gang("train", 2).volcano().queue("team a"),
            "queue: 'team a' is not a DNS name"),
        rejected(
            "an indexed Job whose pods' host names are too long",
            JOB.formatted(long62, "Never"),
            "invalid DNS label",
            () -> gang(long62, 2).indexedJob().on(EKS),
            "shorten it by 1"),
        rejected(
            "workers that restart Always",
            JOB.formatted("train", "Always"),
            "spec.template.spec.restartPolicy: Required value",
            () ->
                GangJob.of(2, GpuWorkload.deployment("train", "r/i:v1").gpu("T4"))
                    .indexedJob()
                    .on(EKS),
            "restartPolicy: 'Always' is not allowed for the workers of a gang"),
        accepted(
            "a JobSet whose pods' names are too long",
            JOB_SET.formatted(long62),
            () -> gang(long62, 2).jobSet().on(EKS),
            "names of pods such as"),
        accepted(
            "a JobSet whose name begins with a digit",
            JOB_SET.formatted("7b"),
            () -> gang("7b", 2).jobSet().on(EKS),
            "begin it with a letter"),
        accepted(
            "a LeaderWorkerSet whose name begins with a digit",
            LEADER_WORKER_SET.formatted("7b", 2, "Always"),
            () -> servers("7b").leaderWorkerSet().on(EKS),
            "begin it with a letter"),
        accepted(
            "a LeaderWorkerSet whose pods' labels are too long",
            LEADER_WORKER_SET.formatted("l".repeat(51), 2, "Always"),
            () -> servers("l".repeat(51)).leaderWorkerSet().on(EKS),
            "shorten it by 1"),
        accepted(
            "a LeaderWorkerSet of pods that end",
            LEADER_WORKER_SET.formatted("llm", 2, "Never"),
            () -> gang("llm", 2).leaderWorkerSet().on(EKS),
            "is not allowed in a LeaderWorkerSet"),
        rejected(
            "a queue of Volcano with too much weight",
            VOLCANO_QUEUE.formatted("q", 65_536),
            "spec.weight",
            () -> VolcanoQueue.of("q").weight(65_536),
            "weight: '65536' is not from 1 to 65535"),
        rejected(
            "a queue of Volcano with a name that is none",
            VOLCANO_QUEUE.formatted("Team", 1),
            "metadata.name: Invalid value",
            () -> VolcanoQueue.of("Team"),
            "queue: 'Team' is not a DNS name"),
        rejected(
            "a cohort with a name that is none",
            CLUSTER_QUEUE.formatted("Team", FLAVOR),
            "spec.cohortName",
            () -> KueueQueue.of("gpu").cohort("Team"),
            "cohort: 'Team' is not a DNS name"),
        rejected(
            "a flavor that is a duplicate",
            CLUSTER_QUEUE.formatted("all", FLAVOR + FLAVOR),
            "Duplicate value",
            () -> KueueQueue.of("gpu").quota(EKS, "g5.xlarge", 1).quota(EKS, "g5.xlarge", 1),
            "quota: 'g5.xlarge' is a duplicate"));
  }

  private static GangJob worker(UnaryOperator<GpuWorkload> settings) {
    return GangJob.of(2, settings.apply(GpuWorkload.job("train", "r/i:v1").gpu("T4")));
  }

  private static GangJob servers(String name) {
    return GangJob.of(2, GpuWorkload.deployment(name, "r/i:v1").gpu("T4"));
  }

  private static GangJob gang(String name, int workers) {
    return GangJob.of(workers, GpuWorkload.job(name, "r/i:v1").gpu("T4"));
  }
}
