package io.gpuspec.ack.internal;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** The documents that the rules of ACK and of Elastic Container Instance come from. */
public final class Documents {
  /** What the pages call it; a cluster of ACK has it as its default scheduler. */
  static final String SCHEDULER = "ACK's scheduler";

  /** GPU labels of nodes, and what kinds of GPU scheduling a node can have. */
  public static final Citation GPU_LABELS =
      new Citation("ACK, enable GPU scheduling (开启调度功能)", "2026-01-12", Status.DOCUMENTED);

  /** What may go wrong where a node's mode is changed with kubectl. */
  public static final Citation MODE_CHANGE =
      new Citation(
          "ACK, labels for enabling GPU scheduling policies and methods for changing label values",
          "2024-06-19",
          Status.DOCUMENTED);

  /** The label by which a node pool gets a driver version. */
  public static final Citation DRIVER =
      new Citation(
          "ACK, customize the GPU driver version of a node by specifying a version number",
          "2025",
          Status.DOCUMENTED);

  /** The labels of pods that start together. */
  public static final Citation GANG =
      new Citation("ACK, use gang scheduling", "2026-03-26", Status.DOCUMENTED);

  /** How memory of a card is asked for. */
  public static final Citation SHARES =
      new Citation(
          "ACK, enable GPU sharing (gpu-mem in whole GiB)", "2026-03-26", Status.DOCUMENTED);

  /** How compute of a card is asked for, and in which steps. */
  public static final Citation COMPUTE_SHARES =
      new Citation(
          "ACK, allocate computing power by scheduling shared GPU",
          "2026-03-26",
          Status.DOCUMENTED);

  /** How a pod asks of several cards. */
  public static final Citation SEVERAL_CARDS =
      new Citation(
          "ACK, enable multi-GPU sharing with shared GPU scheduling",
          "2026-03-26",
          Status.DOCUMENTED);

  /** What a card has for shares: 15 of a V100's 16 GiB, 14 of a T4's. */
  public static final Citation CARD_MEMORY =
      new Citation(
          "ACK, enable GPU scheduling, kubectl inspect cgpu", "2026-01-12", Status.DOCUMENTED);

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

  /** What is done where a pod cannot be made. */
  public static final Citation ECI_FAULTS =
      new Citation(
          "Elastic Container Instance, configure a fault handling policy for a pod",
          "2024-02-23",
          Status.DOCUMENTED);

  /** How a pod is made in one of several zones. */
  public static final Citation ECI_ZONES =
      new Citation(
          "Elastic Container Instance, configure multiple zones to create a pod",
          "2025",
          Status.DOCUMENTED);

  /** How much storage a pod has, and how it gets more. */
  public static final Citation ECI_STORAGE =
      new Citation(
          "Elastic Container Instance, scale up the temporary storage space",
          "2024-08-13",
          Status.DOCUMENTED);

  /** The security groups of a pod. */
  public static final Citation ECI_SECURITY_GROUP =
      new Citation(
          "Elastic Container Instance, annotations of pods (security groups)",
          "2024-01-15",
          Status.DOCUMENTED);

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
