package io.gpuspec.manifest.gang;

import io.gpuspec.value.Citation;
import io.gpuspec.value.Citation.Status;

/** The sources of the rules of this package. */
final class Sources {
  static final Citation KUBERNETES_JOB =
      new Citation("Kubernetes, Job with Pod-to-Pod Communication", "2026", Status.DOCUMENTED);
  static final Citation TORCHRUN =
      new Citation("PyTorch 2.4, torchrun (Elastic Launch)", "2024-07", Status.DOCUMENTED);
  static final Citation NCCL =
      new Citation(
          "NCCL, src/init.cc (Duplicate GPU detected) and src/misc/utils.cc (a host is its name and boot id)",
          "2024",
          Status.DOCUMENTED);
  static final Citation VOLCANO_JOB =
      new Citation(
          "Volcano 1.15.1, pkg/controllers/job/job_controller_actions.go",
          "2026-07-30",
          Status.DOCUMENTED);
  static final Citation VOLCANO_STATE =
      new Citation("Volcano 1.15.1, pkg/controllers/job/state", "2026-07-30", Status.DOCUMENTED);
  static final Citation VOLCANO_PYTORCH =
      new Citation(
          "Volcano 1.15.1, pkg/controllers/job/plugins/distributed-framework/pytorch",
          "2026-07-30",
          Status.DOCUMENTED);
  static final Citation VOLCANO_SVC =
      new Citation(
          "Volcano 1.15.1, pkg/controllers/job/plugins/svc", "2026-07-30", Status.DOCUMENTED);
  static final Citation VOLCANO_PODGROUP =
      new Citation("Volcano 1.15.1, pkg/controllers/podgroup", "2026-07-30", Status.DOCUMENTED);
  static final Citation VOLCANO_QUEUE =
      new Citation("Volcano, Queue", "2026-07-30", Status.DOCUMENTED);
  static final Citation VOLCANO_CAPACITY =
      new Citation(
          "Volcano 1.15.1, How to use the capacity plugin", "2026-07-30", Status.DOCUMENTED);
  static final Citation JOBSET =
      new Citation("JobSet 0.12.0, API v1alpha2", "2026-05-08", Status.DOCUMENTED);
  static final Citation KUEUE_JOB =
      new Citation("Kueue 0.19.2, Run a Kubernetes Job", "2026-08-20", Status.DOCUMENTED);
  static final Citation KUEUE_QUEUE =
      new Citation("Kueue 0.19.2, Cluster Queue", "2026-08-20", Status.DOCUMENTED);
  static final Citation KUEUE_FLAVOR =
      new Citation("Kueue 0.19.2, Resource Flavor", "2026-08-20", Status.DOCUMENTED);

  private Sources() {}
}
