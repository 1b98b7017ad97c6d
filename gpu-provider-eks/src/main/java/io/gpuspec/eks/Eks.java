package io.gpuspec.eks;

import io.gpuspec.CpuAmount;
import io.gpuspec.MemorySize;
import io.gpuspec.eks.internal.Documents;
import io.gpuspec.eks.internal.NodeClassFields;
import io.gpuspec.eks.internal.NodeDisk;
import io.gpuspec.spi.Option;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What can be chosen about the target {@code eks}: EKS with Karpenter.
 *
 * <pre>{@code
 * gpus.in("eks").with(Eks.DAEMONSET_MEMORY, MemorySize.parse("512Mi"));
 * gpus.in("eks").with(Eks.NODE_SELECTION, NodeSelection.INSTANCE_TYPE);
 *
 * // With the NodePool that gives such nodes beside the workload.
 * Target eks = gpus.in("eks").with(Eks.NODE_POOL, true).with(Eks.CLUSTER_NAME, "ml");
 * workload.on(eks).yaml();    // ... kind: EC2NodeClass ... kind: NodePool ... kind: Deployment ...
 * }</pre>
 *
 * <p>Some are what the cluster keeps of a node, with Karpenter's and the kubelet's names and
 * defaults. They should say what the EC2NodeClass and Karpenter's settings say; the EC2NodeClass
 * that comes with {@link #NODE_POOL} does.
 */
public final class Eks {
  private static final Pattern PERCENT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,6})?");
  private static final Pattern PODS = Pattern.compile("[1-9][0-9]{0,4}");

  /** What a pod selects its node by; {@link NodeSelection#GPU_NAME} unless chosen. */
  public static final Option<NodeSelection> NODE_SELECTION =
      Option.choice(
          "node-selection",
          NodeSelection.GPU_NAME,
          "which label of a node the pod selects on",
          Documents.INSTANCE_TYPES);

  /**
   * How much of its memory an instance does not get to see, in percent; 7.5 unless chosen.
   * Karpenter's own setting of this name is a fraction, 0.075.
   */
  public static final Option<BigDecimal> VM_MEMORY_OVERHEAD_PERCENT =
      Option.value(
          "vm-memory-overhead-percent",
          new BigDecimal("7.5"),
          "0, or a percentage from 1 to 100, such as 7.5",
          Eks::percent,
          "how much of its memory an instance does not get to see",
          Documents.ALLOCATABLE);

  /** The AMI family, {@link AmiFamily#AL2023} unless chosen. */
  public static final Option<AmiFamily> AMI_FAMILY =
      Option.choice(
          "ami-family",
          AmiFamily.AL2023,
          "decides by which number of pods a node reserves memory",
          Documents.ALLOCATABLE);

  /** The kubelet's {@code maxPods}; what the network interfaces allow unless chosen. */
  public static final Option<Optional<Integer>> MAX_PODS =
      Option.optional(
          "max-pods",
          "a number of pods, 1 or more",
          Eks::pods,
          "the kubelet's maxPods; it counts with the AMI family bottlerocket",
          Documents.ALLOCATABLE);

  /** The kubelet's {@code kubeReserved} CPU; by Karpenter's rule unless chosen. */
  public static final Option<Optional<CpuAmount>> KUBE_RESERVED_CPU =
      Option.optionalCpu(
          "kube-reserved-cpu",
          "CPU kept for the kubelet, in place of Karpenter's rule",
          Documents.ALLOCATABLE);

  /** The kubelet's {@code kubeReserved} memory; by Karpenter's rule unless chosen. */
  public static final Option<Optional<MemorySize>> KUBE_RESERVED_MEMORY =
      Option.optionalMemory(
          "kube-reserved-memory",
          "memory kept for the kubelet, in place of Karpenter's rule",
          Documents.ALLOCATABLE);

  /** The kubelet's {@code systemReserved} CPU; none unless chosen. */
  public static final Option<CpuAmount> SYSTEM_RESERVED_CPU =
      reservedCpu("system-reserved-cpu", "CPU kept for the system");

  /** The kubelet's {@code systemReserved} memory; none unless chosen. */
  public static final Option<MemorySize> SYSTEM_RESERVED_MEMORY =
      reservedMemory("system-reserved-memory", "memory kept for the system");

  /** The kubelet's {@code evictionHard} of {@code memory.available}; 100Mi unless chosen. */
  public static final Option<EvictionThreshold> EVICTION_MEMORY =
      Option.value(
          "eviction-memory",
          EvictionThreshold.parse("100Mi"),
          "a quantity, such as 100Mi, or a percentage, such as 5%",
          EvictionThreshold::parse,
          "memory kept free by evicting pods",
          Documents.ALLOCATABLE);

  /** The CPU that the DaemonSets of the cluster request on each node; none unless chosen. */
  public static final Option<CpuAmount> DAEMONSET_CPU =
      reservedCpu("daemonset-cpu", "CPU that DaemonSets request on each node");

  /** The memory that the DaemonSets of the cluster request on each node; none unless chosen. */
  public static final Option<MemorySize> DAEMONSET_MEMORY =
      reservedMemory("daemonset-memory", "memory that DaemonSets request on each node");

  /**
   * Whether the NodePool, which buys nodes with the GPU found and no others, and its EC2NodeClass
   * come with the workload; they do not unless chosen.
   */
  public static final Option<Boolean> NODE_POOL =
      Option.flag(
          "node-pool",
          "whether the NodePool and EC2NodeClass for the workload come with it",
          Documents.NODE_POOLS);

  /**
   * The cluster's name, by which the EC2NodeClass finds subnets, security groups and role; {@code
   * my-cluster}, a placeholder, unless chosen.
   */
  public static final Option<String> CLUSTER_NAME =
      Option.value(
          "cluster-name",
          "my-cluster",
          "the name of an EKS cluster",
          NodeClassFields::cluster,
          "by which the EC2NodeClass finds subnets, security groups and role",
          Documents.GETTING_STARTED);

  /** The IAM role of nodes; {@code KarpenterNodeRole-CLUSTER} unless chosen. */
  public static final Option<Optional<String>> NODE_ROLE =
      Option.optional(
          "node-role",
          "the name of an IAM role",
          role -> NodeClassFields.iamName("role", role),
          "the role of nodes, in place of KarpenterNodeRole- and the cluster's name",
          Documents.GETTING_STARTED);

  /** The version of the EKS-optimized AMI; {@code latest} unless chosen. */
  public static final Option<String> AMI_VERSION =
      Option.value(
          "ami-version",
          "latest",
          "latest, or a release such as v20260710",
          NodeClassFields::version,
          "the version of the AMI; with latest, nodes are replaced whenever there is a new one",
          Documents.NODE_CLASSES);

  /** The disk of a node, for images and pods; 100 GiB unless chosen. */
  public static final Option<MemorySize> NODE_DISK =
      Option.value(
          "node-disk",
          MemorySize.ofGibibytes(100),
          "a size such as 100Gi",
          Eks::disk,
          "the disk of a node, for images and pods",
          Documents.NODE_CLASSES);

  /**
   * What the images of a node take together, for which the disk is sized in place of {@link
   * #NODE_DISK}, as {@link Ec2NodeClass#diskForImages(MemorySize)} does.
   */
  public static final Option<Optional<MemorySize>> IMAGES_SIZE =
      Option.optional(
          "images-size",
          "a size from 1Gi to 16Ti, such as 40Gi",
          NodeDisk::images,
          "what the images of a node take together; the disk is sized for them, in place of node-disk",
          Documents.NODE_CLASSES);

  /** What nodes run at their start; {@link AmiFamily#CUSTOM} needs it. */
  public static final Option<Optional<String>> USER_DATA =
      Option.optional(
          "user-data",
          "a script, or what else the AMI reads, of 16 KiB at most",
          NodeClassFields::userData,
          "what nodes run at their start; with the AMI family custom, all that joins the cluster",
          Documents.NODE_CLASSES);

  private Eks() {}

  /** Every option of the target {@code eks}. */
  public static List<Option<?>> options() {
    return List.of(
        NODE_SELECTION,
        VM_MEMORY_OVERHEAD_PERCENT,
        AMI_FAMILY,
        MAX_PODS,
        KUBE_RESERVED_CPU,
        KUBE_RESERVED_MEMORY,
        SYSTEM_RESERVED_CPU,
        SYSTEM_RESERVED_MEMORY,
        EVICTION_MEMORY,
        DAEMONSET_CPU,
        DAEMONSET_MEMORY,
        NODE_POOL,
        CLUSTER_NAME,
        NODE_ROLE,
        AMI_VERSION,
        NODE_DISK,
        IMAGES_SIZE,
        USER_DATA);
  }

  private static MemorySize disk(String value) {
    return NodeDisk.of(MemorySize.parse(value)).size().orElseThrow();
  }

  private static Option<CpuAmount> reservedCpu(String name, String text) {
    return Option.cpu(name, CpuAmount.ZERO, text, Documents.ALLOCATABLE);
  }

  private static Option<MemorySize> reservedMemory(String name, String text) {
    return Option.memory(name, MemorySize.ZERO, text, Documents.ALLOCATABLE);
  }

  private static BigDecimal percent(String value) {
    if (!PERCENT.matcher(value).matches()) {
      throw new IllegalArgumentException("write a percentage without a sign, such as 7.5");
    }
    BigDecimal percent = new BigDecimal(value);
    if (percent.compareTo(BigDecimal.valueOf(100)) > 0) {
      throw new IllegalArgumentException("write 100 at most");
    }
    if (percent.signum() > 0 && percent.compareTo(BigDecimal.ONE) < 0) {
      throw new IllegalArgumentException(
          "it is a percentage, where Karpenter's setting is a fraction; for 0.075 write 7.5");
    }
    return percent;
  }

  private static Integer pods(String value) {
    if (!PODS.matcher(value).matches()) {
      throw new IllegalArgumentException("write a number of pods, such as 110");
    }
    return Integer.valueOf(value);
  }
}
