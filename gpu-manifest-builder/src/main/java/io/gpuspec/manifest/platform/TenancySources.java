package io.gpuspec.manifest.platform;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** Where the rules on quotas, limits and priorities come from. */
final class TenancySources {
  static final Citation QUOTA =
      new Citation("Kubernetes, Resource Quotas: extended resources", "2026", Status.DOCUMENTED);
  static final Citation QUOTA_REQUIRES =
      new Citation(
          "Kubernetes 1.36.3, pkg/quota/v1/evaluator/core/pods.go: validationSet",
          "2026",
          Status.DOCUMENTED);
  static final Citation LIMIT_DEFAULTS =
      new Citation(
          "Kubernetes 1.36.3, pkg/apis/core/v1/defaults.go: SetDefaults_LimitRangeItem",
          "2026",
          Status.DOCUMENTED);
  static final Citation LIMIT_ADMISSION =
      new Citation(
          "Kubernetes 1.36.3, plugin/pkg/admission/limitranger/admission.go: maxConstraint",
          "2026",
          Status.DOCUMENTED);
  static final Citation RESOURCE_TOLERATION =
      new Citation(
          "Kubernetes 1.36.3, plugin/pkg/admission/extendedresourcetoleration/admission.go",
          "2026",
          Status.DOCUMENTED);
  static final Citation PRIORITY =
      new Citation("Kubernetes, Pod Priority and Preemption", "2026", Status.DOCUMENTED);
  static final Citation OVERCOMMIT =
      new Citation(
          "Kubernetes, Advertise Extended Resources: they cannot be overcommitted",
          "2026",
          Status.DOCUMENTED);
  static final Citation COHORT =
      new Citation("Kueue 0.19.2, Cluster Queue: cohort", "2026-08-20", Status.DOCUMENTED);

  private TenancySources() {}
}
