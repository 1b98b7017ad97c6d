package io.gpuspec.spi;

/**
 * What a part of a pod means to a target: what becomes of it when the pod moves to another one.
 *
 * <p>On EKS, {@code karpenter.k8s.aws/instance-gpu-name: t4} is a {@link #NEED}, the toleration of
 * {@code nvidia.com/gpu} a {@link #WAY}, {@code karpenter.sh/nodepool: gpu} a {@link #SETTING}, and
 * {@code zone: a} the {@link #OWNERS}.
 */
public enum FieldMeaning {
  /** Nothing: it is the owner's and moves along. */
  OWNERS,
  /** Part of what is asked for, which {@link GpuProvider#read} reads into the request. */
  NEED,
  /** It only leads to the target's nodes; elsewhere nobody misses it. */
  WAY,
  /** Something chosen about the target that no request holds; elsewhere it is lost. */
  SETTING
}
