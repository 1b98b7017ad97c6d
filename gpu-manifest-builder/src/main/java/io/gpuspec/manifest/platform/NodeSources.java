package io.gpuspec.manifest.platform;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** Where the rules on nodes come from. */
final class NodeSources {
  static final Citation TAINTS =
      new Citation("Kubernetes, Taints and Tolerations", "2026", Status.DOCUMENTED);
  static final Citation NODE_SPEC =
      new Citation(
          "Kubernetes 1.36, k8s.io/api/core/v1/types.go, NodeSpec.taints (listType=atomic)",
          "2026",
          Status.DOCUMENTED);
  static final Citation APPLY =
      new Citation(
          "Kubernetes, Declarative Management of Kubernetes Objects", "2026", Status.DOCUMENTED);
  static final Citation RBAC =
      new Citation("Kubernetes, Using RBAC Authorization", "2026", Status.DOCUMENTED);
  static final Citation NODE_RESTRICTION =
      new Citation("Kubernetes, Admission Control, NodeRestriction", "2026", Status.DOCUMENTED);
  static final Citation GFD =
      new Citation("NVIDIA GPU Feature Discovery, generated labels", "2026", Status.DOCUMENTED);
  static final Citation TOOLKIT =
      new Citation(
          "NVIDIA Container Toolkit, environment variables NVIDIA_VISIBLE_DEVICES and NVIDIA_DRIVER_CAPABILITIES",
          "2026",
          Status.DOCUMENTED);

  private NodeSources() {}
}
