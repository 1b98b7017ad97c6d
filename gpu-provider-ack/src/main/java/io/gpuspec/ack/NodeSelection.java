package io.gpuspec.ack;

/** How a pod finds a node with the GPU that was matched. */
public enum NodeSelection {
  /**
   * By {@code aliyun.accelerator/nvidia_name}, which any node with the GPU carries; by {@code
   * node.kubernetes.io/instance-type} where the name that ACK writes for the GPU is not known, or
   * where an instance type was asked for.
   */
  GPU_NAME,
  /** By {@code node.kubernetes.io/instance-type}, so that no other instance type will do. */
  INSTANCE_TYPE,
  /** Not at all: any node with enough GPUs free will do. */
  NONE
}
