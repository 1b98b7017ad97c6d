package io.gpuspec.manifest.gang;

import io.gpuspec.value.Citation;
import io.gpuspec.value.Citation.Status;
import java.util.Optional;

/** The sources of the rules of this package. */
final class Sources {
  static final Citation KUBERNETES_JOB =
      documented(
          "Kubernetes, Job with Pod-to-Pod Communication",
          "2026",
          "https://kubernetes.io/docs/tasks/job/job-with-pod-to-pod-communication/");
  static final Citation TORCHRUN =
      documented(
          "PyTorch 2.4, torchrun (Elastic Launch)",
          "2024-07",
          "https://pytorch.org/docs/2.4/elastic/run.html");
  static final Citation NCCL =
      documented(
          "NCCL, src/init.cc (Duplicate GPU detected) and src/misc/utils.cc (a host is its name and boot id)",
          "2024",
          "https://github.com/NVIDIA/nccl/blob/master/src/init.cc");
  static final Citation VOLCANO_JOB =
      documented(
          "Volcano 1.15.1, pkg/controllers/job/job_controller_actions.go",
          "2026-07-30",
          "https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/controllers/job/job_controller_actions.go");
  static final Citation VOLCANO_STATE =
      documented(
          "Volcano 1.15.1, pkg/controllers/job/state",
          "2026-07-30",
          "https://github.com/volcano-sh/volcano/tree/v1.15.1/pkg/controllers/job/state");
  static final Citation VOLCANO_PYTORCH =
      documented(
          "Volcano 1.15.1, pkg/controllers/job/plugins/distributed-framework/pytorch",
          "2026-07-30",
          "https://github.com/volcano-sh/volcano/tree/v1.15.1/pkg/controllers/job/plugins/distributed-framework/pytorch");
  static final Citation VOLCANO_SVC =
      documented(
          "Volcano 1.15.1, pkg/controllers/job/plugins/svc",
          "2026-07-30",
          "https://github.com/volcano-sh/volcano/tree/v1.15.1/pkg/controllers/job/plugins/svc");
  static final Citation VOLCANO_PODGROUP =
      documented(
          "Volcano 1.15.1, pkg/controllers/podgroup",
          "2026-07-30",
          "https://github.com/volcano-sh/volcano/tree/v1.15.1/pkg/controllers/podgroup");
  static final Citation VOLCANO_QUEUE =
      documented("Volcano, Queue", "2026-07-30", "https://volcano.sh/en/docs/queue/");
  static final Citation VOLCANO_CAPACITY =
      documented(
          "Volcano 1.15.1, How to use the capacity plugin",
          "2026-07-30",
          "https://github.com/volcano-sh/volcano/blob/v1.15.1/docs/user-guide/how_to_use_capacity_plugin.md");
  static final Citation JOBSET =
      documented(
          "JobSet 0.12.0, API v1alpha2",
          "2026-05-08",
          "https://github.com/kubernetes-sigs/jobset/tree/v0.12.0/api/jobset/v1alpha2");
  static final Citation LEADER_WORKER_SET =
      documented(
          "LeaderWorkerSet 0.9.0, API v1",
          "2026-06-17",
          "https://github.com/kubernetes-sigs/lws/blob/v0.9.0/api/leaderworkerset/v1/leaderworkerset_types.go");
  static final Citation KUEUE_LEADER_WORKER_SET =
      documented(
          "Kueue 0.19.2, Run LeaderWorkerSet",
          "2026-08-20",
          "https://kueue.sigs.k8s.io/docs/tasks/run/leaderworkerset/");
  static final Citation KUEUE_JOB =
      documented(
          "Kueue 0.19.2, Run a Kubernetes Job",
          "2026-08-20",
          "https://kueue.sigs.k8s.io/docs/tasks/run/jobs/");
  static final Citation KUEUE_QUEUE =
      documented(
          "Kueue 0.19.2, Cluster Queue",
          "2026-08-20",
          "https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/");
  static final Citation KUEUE_FLAVOR =
      documented(
          "Kueue 0.19.2, Resource Flavor",
          "2026-08-20",
          "https://kueue.sigs.k8s.io/docs/concepts/resource_flavor/");

  private Sources() {}

  private static Citation documented(String title, String date, String url) {
    return new Citation(title, date, Status.DOCUMENTED, Optional.of(url));
  }
}
