package io.gpuspec.spi;

/**
 * The meaning of a part of a pod to a target, which decides what happens to it in a migration.
 *
 * <p>On EKS, {@code karpenter.k8s.aws/instance-gpu-name: t4} is a {@link #REQUEST}, the toleration
 * of {@code nvidia.com/gpu} a {@link #NODE_SELECTION}, {@code karpenter.sh/nodepool: gpu} a {@link
 * #PROVIDER_SETTING}, and {@code zone: a} the {@link #USER_FIELD}.
 */
public enum FieldMeaning {
  /** It belongs to the user, and is kept in a migration. */
  USER_FIELD,
  /** Part of the request; {@link GpuProvider#read} reads it into the request. */
  REQUEST,
  /** Selects the target's nodes; dropped in a migration to another target. */
  NODE_SELECTION,
  /** Something chosen about the target that no request holds; elsewhere it is lost. */
  PROVIDER_SETTING
}
