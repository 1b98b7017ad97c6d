package io.gpuspec.eks;

import static io.gpuspec.eks.internal.rules.Documents.OPTIONS;

import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.Option;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The options of the targets {@code eks}, EKS with Karpenter, and {@code eks/nodegroup}.
 *
 * <pre>{@code
 * gpus.in("eks").with(Eks.DAEMONSET_MEMORY, MemorySize.parse("512Mi"));
 * gpus.in("eks").with(Eks.NODE_SELECTION, Eks.NodeSelection.INSTANCE_TYPE);
 * gpus.in("eks/nodegroup").with(Eks.NODE_GROUP, Optional.of("gpu-a10g"));
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

  /** The way in which a pod selects its node. */
  public enum NodeSelection {
    /**
     * Karpenter's label {@code karpenter.k8s.aws/instance-gpu-name}, with {@code
     * instance-gpu-memory} if one name stands for several GPUs. Any instance type with this GPU is
     * accepted. On {@code eks/nodegroup}, where nodes have no such label, the instance types by
     * name.
     */
    GPU_NAME,
    /** {@code node.kubernetes.io/instance-type}: the instance type found and no other. */
    INSTANCE_TYPE,
    /**
     * {@code node-type: gpu}, a label that the NodePool or node group must carry, and the
     * architecture; any GPU is accepted.
     */
    NODE_TYPE,
    /** Only the architecture; any node with enough GPUs is accepted. */
    NONE
  }

  /** The way in which a pod selects its node; {@link NodeSelection#GPU_NAME} by default. */
  public static final Option<NodeSelection> NODE_SELECTION =
      OPTIONS.choice("node-selection", NodeSelection.GPU_NAME);

  /**
   * The part of its memory that an instance cannot see, in percent; the default is 7.5. Karpenter's
   * own setting of this name is a fraction, 0.075.
   */
  public static final Option<BigDecimal> VM_MEMORY_OVERHEAD_PERCENT =
      OPTIONS.value("vm-memory-overhead-percent", Eks::percent);

  /** The AMI family, {@link AmiFamily#AL2023} by default. */
  public static final Option<AmiFamily> AMI_FAMILY = OPTIONS.choice("ami-family", AmiFamily.AL2023);

  /** The kubelet's {@code maxPods}; what the network interfaces allow by default. */
  public static final Option<Optional<Integer>> MAX_PODS =
      OPTIONS.optional("max-pods", Integer::valueOf);

  /** The kubelet's {@code kubeReserved} CPU; by Karpenter's rule by default. */
  public static final Option<Optional<CpuAmount>> KUBE_RESERVED_CPU =
      OPTIONS.optionalCpu("kube-reserved-cpu");

  /** The kubelet's {@code kubeReserved} memory; by Karpenter's rule by default. */
  public static final Option<Optional<MemorySize>> KUBE_RESERVED_MEMORY =
      OPTIONS.optionalMemory("kube-reserved-memory");

  /** The kubelet's {@code systemReserved} CPU; none by default. */
  public static final Option<CpuAmount> SYSTEM_RESERVED_CPU = OPTIONS.cpu("system-reserved-cpu");

  /** The kubelet's {@code systemReserved} memory; none by default. */
  public static final Option<MemorySize> SYSTEM_RESERVED_MEMORY =
      OPTIONS.memory("system-reserved-memory");

  /** The kubelet's {@code evictionHard} of {@code memory.available}; 100Mi by default. */
  public static final Option<EvictionThreshold> EVICTION_MEMORY =
      OPTIONS.value("eviction-memory", EvictionThreshold::parse);

  /** The CPU that the DaemonSets of the cluster request on each node; none by default. */
  public static final Option<CpuAmount> DAEMONSET_CPU = OPTIONS.cpu("daemonset-cpu");

  /** The memory that the DaemonSets of the cluster request on each node; none by default. */
  public static final Option<MemorySize> DAEMONSET_MEMORY = OPTIONS.memory("daemonset-memory");

  /** How many of a node's pods are DaemonSets'; none by default. It counts in plans of fleets. */
  public static final Option<Integer> DAEMONSET_PODS =
      OPTIONS.value("daemonset-pods", Integer::valueOf);

  /**
   * Adds the NodePool, which creates only nodes with the matching GPU, and its EC2NodeClass to the
   * workload, whose pods then select that pool; not by default.
   */
  public static final Option<Boolean> NODE_POOL = OPTIONS.flag("node-pool");

  /**
   * The cluster's name, from which the EC2NodeClass finds subnets, security groups and role; by
   * default {@code my-cluster}, a placeholder.
   */
  public static final Option<String> CLUSTER_NAME =
      OPTIONS.value("cluster-name", NodeClassRules::cluster);

  /** The IAM role of nodes; {@code KarpenterNodeRole-CLUSTER} by default. */
  public static final Option<Optional<String>> NODE_ROLE =
      OPTIONS.optional("node-role", role -> NodeClassRules.iamName("role", role));

  /** The version of the EKS-optimized AMI; {@code latest} by default. */
  public static final Option<String> AMI_VERSION =
      OPTIONS.value("ami-version", NodeClassRules::version);

  /** The disk of a node, for images and pods; 100 GiB by default. */
  public static final Option<MemorySize> NODE_DISK = OPTIONS.value("node-disk", Eks::disk);

  /**
   * The total size of a node's images, for which the disk is sized instead of {@link #NODE_DISK},
   * as {@link Ec2NodeClass#diskForImages(MemorySize)} does.
   */
  public static final Option<Optional<MemorySize>> IMAGES_SIZE =
      OPTIONS.optional("images-size", NodeDisk::images);

  /** The script that nodes run when they start; {@link AmiFamily#CUSTOM} needs it. */
  public static final Option<Optional<String>> USER_DATA =
      OPTIONS.optional("user-data", NodeClassRules::userData);

  /**
   * The managed node group that pods select, instead of instance types; none by default. Only for
   * {@code eks/nodegroup}.
   */
  public static final Option<Optional<String>> NODE_GROUP =
      OPTIONS.optional("node-group", name -> KarpenterRules.labelText("node-group", name));

  private Eks() {}

  /** Returns every option of the target {@code eks}. */
  public static List<Option<?>> options() {
    return withParts("eks");
  }

  /**
   * Returns every option of the target {@code eks/nodegroup}, a managed node group without
   * Karpenter. The AMI reserves as Karpenter computes it. It states no memory that an instance does
   * not see; a node's {@code status.capacity} does, and by default Karpenter's estimate of 7.5 %
   * holds here too.
   */
  public static List<Option<?>> nodeGroupOptions() {
    return withParts("eks/nodegroup");
  }

  private static MemorySize disk(String value) {
    return NodeDisk.of(MemorySize.parse(value)).size().orElseThrow();
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

  private static List<Option<?>> withParts(String target) {
    return Stream.concat(OPTIONS.options(target).stream(), NodeParts.options().stream()).toList();
  }
}
