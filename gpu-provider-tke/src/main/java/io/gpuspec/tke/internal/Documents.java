package io.gpuspec.tke.internal;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** The documents that the rules of the super node and of qGPU come from. */
public final class Documents {
  /** The annotations of a super node pod. */
  public static final Citation ANNOTATIONS =
      new Citation("TKE, annotations (product doc 457/44173)", "2023-06-30", Status.DOCUMENTED);

  /** How a pod's shape follows from its containers. */
  public static final Citation SPECIFYING_RESOURCES =
      new Citation(
          "TKE, specifying resources (product doc 457/44174)", "2026-01-09", Status.DOCUMENTED);

  /** The label and the taint of a super node. */
  public static final Citation VIRTUAL_NODES =
      new Citation(
          "TKE Serverless, virtual node questions (虚拟节点相关问题)", "2023-06-30", Status.DOCUMENTED);

  /** The text that the edition 2026-01 of the catalog comes from. */
  public static final Citation BEST_PRACTICE =
      new Citation(
          "TKE best practice, GPU pods on super nodes (超级节点上运行 GPU Pod 最佳实践)",
          "2026-01-07",
          Status.SEED_ONLY);

  /** What an image cache is, and which one a pod gets. */
  public static final Citation IMAGE_CACHE =
      new Citation("TKE, image cache (product doc 457/44484)", "2022-11-11", Status.DOCUMENTED);

  /** Annotations that TKE's own page does not have. */
  public static final Citation GUIDE =
      new Citation("TKE guide (imroc/tke-guide at 80449bd)", "2026", Status.THIRD_PARTY);

  /** What the same text says of drivers in its next revision. */
  public static final Citation BEST_PRACTICE_REVISED =
      new Citation(
          "TKE best practice, GPU pods on super nodes (tke-workshop at 6166d79)",
          "2026-01-07",
          Status.SEED_ONLY);

  /** How cards are shared with qGPU. */
  public static final Citation QGPU =
      new Citation("TKE, using qGPU (product doc 457/65734)", "2026-01-16", Status.DOCUMENTED);

  /** The same page as it was; its copy has no date of its own. */
  public static final Citation QGPU_2022 =
      new Citation("TKE, using qGPU (使用 qGPU), the text of 2022", "2022", Status.SEED_ONLY);

  /** That pods may ask for memory alone: those that are online beside offline ones. */
  public static final Citation QGPU_HYBRID =
      new Citation(
          "TKE, using qGPU online/offline hybrid deployment (product doc 457/52079)",
          "2024-12-24",
          Status.DOCUMENTED);

  /** What online and offline pods ask for, and that memory is not taken from either. */
  public static final Citation QGPU_MIXING =
      new Citation(
          "TKE, using qGPU online/offline mixing (使用 qGPU 离在线混部, product doc 457/81034)",
          "2025-09-15",
          Status.DOCUMENTED);

  /** Who goes first on a card, and that the policy holds among offline pods only. */
  public static final Citation QGPU_MIXING_MIRROR =
      new Citation(
          "TKE, qGPU online/offline mixing explained (product doc 457/81107), as a mirror of it says",
          "2026",
          Status.THIRD_PARTY);

  /** Nodes, drivers, and the objects of the add-on with what they request. */
  public static final Citation QGPU_ADD_ON =
      new Citation("TKE, using qGPU (product doc 457/59103)", "2024-02-28", Status.DOCUMENTED);

  /** What a card has for shares: 14 of a T4 of 15843721216 bytes. */
  public static final Citation QGPU_CARD_MEMORY =
      new Citation(
          "TKE, the resources of qGPU nodes (a T4 of 15843721216 bytes as qgpu-memory 14)",
          "2022",
          Status.DOCUMENTED);

  /** What TKE writes on nodes with GPUs whose cards are not shared. */
  public static final Citation GPU_NODES =
      new Citation(
          "HAMi, guide for TKE: nvidia-device-enable=enable, by which TKE's device plugin finds nodes",
          "2026-09",
          Status.THIRD_PARTY);

  /** Where what pods can use of a node is to be seen. */
  public static final Citation ALLOCATABLE =
      new Citation("Kubernetes, reserve compute resources", "2026", Status.DOCUMENTED);

  private Documents() {}
}
