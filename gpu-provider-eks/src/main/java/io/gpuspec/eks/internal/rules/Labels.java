package io.gpuspec.eks.internal.rules;

import io.gpuspec.scheduling.Taint;
import java.util.regex.Pattern;

/** The node labels that select a pod's GPU. */
public final class Labels {
  /** Karpenter's domain for what is AWS's. */
  public static final String OF_KARPENTER_AWS = "karpenter.k8s.aws/";

  /** The domain of what EKS writes on its nodes. */
  public static final String OF_EKS = "eks.amazonaws.com/";

  public static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  public static final String ARCH = "kubernetes.io/arch";
  public static final String OS = "kubernetes.io/os";
  public static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  public static final String CATEGORY = OF_KARPENTER_AWS + "instance-category";
  public static final String FAMILY = OF_KARPENTER_AWS + "instance-family";
  public static final String GENERATION = OF_KARPENTER_AWS + "instance-generation";
  public static final String SIZE = OF_KARPENTER_AWS + "instance-size";
  public static final String CPU = OF_KARPENTER_AWS + "instance-cpu";
  public static final String MEMORY = OF_KARPENTER_AWS + "instance-memory";
  public static final String GPU_NAME = OF_KARPENTER_AWS + "instance-gpu-name";
  public static final String GPU_MANUFACTURER = OF_KARPENTER_AWS + "instance-gpu-manufacturer";
  public static final String GPU_COUNT = OF_KARPENTER_AWS + "instance-gpu-count";
  public static final String GPU_MEMORY = OF_KARPENTER_AWS + "instance-gpu-memory";

  public static final String HYPERVISOR = OF_KARPENTER_AWS + "instance-hypervisor";
  public static final String ENCRYPTION =
      OF_KARPENTER_AWS + "instance-encryption-in-transit-supported";
  public static final String LOCAL_NVME = OF_KARPENTER_AWS + "instance-local-nvme";
  public static final String EBS_BANDWIDTH = OF_KARPENTER_AWS + "instance-ebs-bandwidth";
  public static final String NETWORK_BANDWIDTH = OF_KARPENTER_AWS + "instance-network-bandwidth";
  public static final String CPU_MANUFACTURER = OF_KARPENTER_AWS + "instance-cpu-manufacturer";
  public static final String CPU_CLOCK =
      OF_KARPENTER_AWS + "instance-cpu-sustained-clock-speed-mhz";
  public static final String FLEX = OF_KARPENTER_AWS + "instance-capability-flex";

  /** A label of the cluster's own, which the guide's NodePool puts on its nodes. */
  public static final String NODE_TYPE = "node-type";

  /** The label that NVIDIA's DaemonSets select GPU nodes by, without Node Feature Discovery. */
  public static final String GPU_PRESENT = "nvidia.com/gpu.present";

  /** The name of a node's NodePool. */
  public static final String NODE_POOL = "karpenter.sh/nodepool";

  /** The name of a node's managed node group. */
  public static final String NODE_GROUP = "eks.amazonaws.com/nodegroup";

  /** The label for the capacity type of a managed node group. */
  public static final String GROUP_CAPACITY_TYPE = "eks.amazonaws.com/capacityType";

  /** A node's zone. */
  public static final String ZONE = "topology.kubernetes.io/zone";

  private static final String REGION_KEY = "topology.kubernetes.io/region";

  /** Of AWS's own partition, and of its others: us-east-1, us-gov-west-1, eusc-de-east-1, ... */
  private static final Pattern REGION_NAME = Pattern.compile("[a-z]{2,}+(?:-[a-z]++)++-[0-9]++");

  /** Zones of a region, local zones, and Wavelength zones: us-east-1a, us-east-1-bos-1a, ... */
  private static final Pattern ZONE_NAME =
      Pattern.compile(
          REGION_NAME.pattern() + "((-[a-z]++-[0-9]++)?[a-z]|-wl[0-9]++-[a-z]++-wlz-[0-9]++)");

  /** The resource that pods request GPUs with, and the key of the taint of their nodes. */
  public static final String GPU = "nvidia.com/gpu";

  /** The taint of every NodePool by default. */
  public static final Taint DEFAULT_TAINT = new Taint(GPU, "true", Taint.Effect.NO_SCHEDULE);

  /** Why no pod can name a node that Karpenter launches for it. */
  public static final String NO_NAME =
      "a node that is launched for the pod has a name of its own; whether a node of that name is there and has room, gpuspec fits answers";

  private Labels() {}

  /** Returns whether it is in one of Karpenter's domains. */
  public static boolean isOfKarpenter(String key) {
    return key.startsWith("karpenter.sh/") || key.startsWith(OF_KARPENTER_AWS);
  }

  /**
   * Returns whether nodes have it as their name. To Karpenter, a node that it does not have yet has
   * a name that no pod states.
   *
   * <p>Source: Karpenter 1.14, {@code pkg/controllers/provisioning/scheduling/nodeclaim.go}, whose
   * hostname is a placeholder.
   */
  public static boolean isName(String key) {
    return key.equals("kubernetes.io/hostname") || key.equals("metadata.name");
  }

  /** Returns whether a label can have a value; of regions and zones AWS's form is known. */
  public static boolean isPossible(String key, String value) {
    return switch (key) {
      case REGION_KEY -> REGION_NAME.matcher(value).matches();
      case ZONE -> ZONE_NAME.matcher(value).matches();
      default -> true;
    };
  }
}
