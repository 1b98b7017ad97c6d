package io.gpuspec.eks;

import io.gpuspec.CapacityType;
import io.gpuspec.Target;
import io.gpuspec.eks.internal.rules.KarpenterRules;
import java.util.List;
import java.util.Locale;

/**
 * The tiers of the EKS GPU deployment guide, as node pools.
 *
 * <pre>{@code
 * GpuTier.INFERENCE.nodePool(gpus.in("eks"));    // NodePool gpu-inference: g5.xlarge, on-demand
 * }</pre>
 */
public enum GpuTier {
  /** Development and tests: {@code g4dn.xlarge} (T4), spot. */
  DEVELOPMENT(
      "g4dn.xlarge",
      "720h",
      "development and tests: g4dn.xlarge, a T4 at a good price",
      CapacityType.SPOT),
  /** Inference in production: {@code g5.xlarge} (A10G), on demand. */
  INFERENCE(
      "g5.xlarge", "720h", "inference in production: g5.xlarge, an A10G", CapacityType.ON_DEMAND),
  /**
   * Large training: spot, or on-demand where spot is not available. The guide's {@code p3.2xlarge}
   * (V100) is gone from Karpenter's reference; {@code p5.4xlarge} (H100), the current P type with
   * one GPU, takes its place. Its nodes do not expire, as that would evict a job that runs for
   * weeks.
   */
  TRAINING(
      "p5.4xlarge",
      "Never",
      "large training: p5.4xlarge, an H100, in place of the guide's p3.2xlarge, which Karpenter's reference no longer lists",
      CapacityType.SPOT,
      CapacityType.ON_DEMAND);

  private final String instanceType;
  private final String expireAfter;
  private final String reason;
  private final List<CapacityType> capacityTypes;

  GpuTier(String instanceType, String expireAfter, String reason, CapacityType... capacityTypes) {
    this.instanceType = instanceType;
    this.expireAfter = expireAfter;
    this.reason = reason;
    this.capacityTypes = List.of(capacityTypes);
  }

  /** The tier's pool, named after it: {@code gpu-development}. */
  public NodePool nodePool(Target eks) {
    return nodePool("gpu-" + this, eks);
  }

  /**
   * Returns the tier's pool under another name.
   *
   * @throws io.gpuspec.value.InvalidValueException if the name is not valid
   */
  public NodePool nodePool(String name, Target eks) {
    KarpenterRules.required("target", eks, "the target eks");
    return NodePool.of(name, eks, instanceType)
        .withReason(reason)
        .capacityTypes(capacityTypes.toArray(CapacityType[]::new))
        .expireAfter(expireAfter);
  }

  /** Returns the word for it in files, such as {@code development}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
