package io.gpuspec.ack.internal;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** The documents that the rules of ACK and of Elastic Container Instance come from. */
public final class Documents {
  /** GPU labels of nodes, and what kinds of GPU scheduling a node can have. */
  public static final Citation GPU_LABELS =
      new Citation("ACK, enable GPU scheduling (开启调度功能)", "2026-01-12", Status.DOCUMENTED);

  /** What a node keeps; the figures are those that a program built on the page states. */
  public static final Citation RESERVATION =
      new Citation(
          "ACK, resource reservation policy (product doc 330995), as cloudpilot-ai/karpenter-provider-alibabacloud computes it",
          "2025",
          Status.THIRD_PARTY);

  /** What a node pool can set of its kubelets, and the defaults. */
  public static final Citation KUBELET =
      new Citation("ACK, customize kubelet parameters of a node pool", "2025", Status.DOCUMENTED);

  /** The label that tells spot instances among nodes. */
  public static final Citation SPOT_LABEL =
      new Citation(
          "ACK, release notes of cloud-controller-manager v2.10.2",
          "2025-01-20",
          Status.DOCUMENTED);

  /** The text with the five instance types and their reference prices. */
  public static final Citation GPU_TEXT =
      new Citation("GPU scheduling and management on ACK (GPU调度与管理)", "2026-01", Status.SEED_ONLY);

  /** How a pod asks Elastic Container Instance for GPUs. */
  public static final Citation ECI_GPU =
      new Citation(
          "Elastic Container Instance, create a GPU-accelerated ECI pod",
          "2025-03",
          Status.DOCUMENTED);

  /** How instance types are listed, and that there are at most five. */
  public static final Citation ECI_SPECS =
      new Citation(
          "ACK Serverless, specify the compute specification of an ECI pod",
          "2026-03-26",
          Status.DOCUMENTED);

  /** The annotations of a pod on Elastic Container Instance. */
  public static final Citation ECI_ANNOTATIONS =
      new Citation("ACK Serverless, ECI pod annotations", "2026-03-26", Status.DOCUMENTED);

  /** What a pod's containers add up to on Elastic Container Instance. */
  public static final Citation ECI_RESOURCES =
      new Citation(
          "Elastic Container Instance, specify vCPUs and memory of a pod (product doc 451261)",
          "2025-01-14",
          Status.DOCUMENTED);

  /** What the system takes of an instance. */
  public static final Citation ECI_OVERHEAD =
      new Citation(
          "Elastic Container Instance, reserve system overhead (预留系统开销)",
          "2025",
          Status.DOCUMENTED);

  private Documents() {}
}
