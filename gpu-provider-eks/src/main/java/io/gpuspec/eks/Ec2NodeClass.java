package io.gpuspec.eks;

import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import io.gpuspec.MemorySize;
import io.gpuspec.Text;
import io.gpuspec.eks.internal.KarpenterRules;
import io.gpuspec.eks.internal.NodeClassFields;
import io.gpuspec.eks.internal.ObjectFields;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.Options;
import java.util.Map;

/**
 * Karpenter's EC2NodeClass ({@code karpenter.k8s.aws/v1}): the AMI, disks, network and identity of
 * the nodes of a {@link NodePool}.
 *
 * <pre>{@code
 * Ec2NodeClass.of("gpu", "my-cluster")
 *     .ami(AmiFamily.AL2023, "v20260710")
 *     .disk(MemorySize.parse("200Gi"))
 *     .toObject();
 * }</pre>
 *
 * <p>It is immutable. Unless told otherwise, nodes are of the EKS-optimized AL2023 AMI, whose
 * NVIDIA variant Karpenter picks for types with GPUs, with a disk of 100 GiB; subnets and security
 * groups are those tagged {@code karpenter.sh/discovery: CLUSTER}, and the role is {@code
 * KarpenterNodeRole-CLUSTER}, as Karpenter's getting started guide sets them up.
 */
public final class Ec2NodeClass {
  private static final MemorySize DISK = MemorySize.ofGibibytes(100);

  private final String name;
  private final ObjectFields fields;
  private final MemorySize disk;

  private Ec2NodeClass(String name, ObjectFields fields, MemorySize disk) {
    this.name = name;
    this.fields = fields;
    this.disk = disk;
  }

  /**
   * A class for a cluster.
   *
   * @throws InvalidValueException if one is no name
   */
  public static Ec2NodeClass of(String name, String cluster) {
    return new Ec2NodeClass(
        KarpenterRules.name("EC2NodeClass", name), NodeClassFields.of(cluster), DISK);
  }

  /** A class as the options of the target {@code eks} say, the kubelet's settings with it. */
  public static Ec2NodeClass of(String name, Options options) {
    KarpenterRules.required("options", options, "the Options of the target eks");
    return new Ec2NodeClass(
        KarpenterRules.name("EC2NodeClass", name),
        NodeClassFields.of(options),
        options.get(Eks.NODE_DISK));
  }

  private Ec2NodeClass with(ObjectFields changed) {
    return new Ec2NodeClass(name, changed, disk);
  }

  /**
   * The same class with an EKS-optimized AMI.
   *
   * @param version such as {@code v20260710}; with {@code latest} nodes are replaced whenever there
   *     is a new one
   * @throws InvalidValueException for {@link AmiFamily#CUSTOM}, of which there is none, and if the
   *     version is none
   */
  public Ec2NodeClass ami(AmiFamily family, String version) {
    return with(NodeClassFields.alias(fields, family, version));
  }

  /**
   * The same class with AMIs of one's own, found by their tags.
   *
   * @param family whose user data the AMI understands
   * @throws InvalidValueException if there is no tag, or an empty one
   */
  public Ec2NodeClass amiByTags(AmiFamily family, Map<String, String> tags) {
    return with(NodeClassFields.tagged(fields, family, tags));
  }

  /**
   * The same class, whose nodes act as this IAM role.
   *
   * @throws InvalidValueException if it is no name of a role
   */
  public Ec2NodeClass role(String role) {
    return with(NodeClassFields.role(fields, role, "asked for"));
  }

  /**
   * The same class, whose nodes have this instance profile in place of a role.
   *
   * @throws InvalidValueException if it is no name of a profile
   */
  public Ec2NodeClass instanceProfile(String profile) {
    return with(NodeClassFields.instanceProfile(fields, profile));
  }

  /**
   * The same class, whose subnets and security groups are those with all of these tags.
   *
   * @throws InvalidValueException if there is no tag, or an empty one
   */
  public Ec2NodeClass discoveredBy(Map<String, String> tags) {
    return with(NodeClassFields.discovery(fields, tags, "asked for"));
  }

  /**
   * The same class with a disk of this size for images and pods.
   *
   * @throws InvalidValueException if it is not in whole GiB, or not from 1 GiB to 16 TiB
   */
  public Ec2NodeClass disk(MemorySize size) {
    NodeClassFields.gibibytes(size);
    return new Ec2NodeClass(name, fields, size);
  }

  /**
   * The same class, where an instance's own NVMe disks, joined into one, hold images and pods in
   * place of the EBS disk.
   */
  public Ec2NodeClass instanceStore() {
    return with(NodeClassFields.instanceStore(fields));
  }

  /**
   * The same class, whose instances and disks carry this tag in EC2.
   *
   * @throws InvalidValueException if the key is empty or Karpenter's to write
   */
  public Ec2NodeClass tag(String key, String value) {
    return with(NodeClassFields.tag(fields, key, value));
  }

  /** Which device the disk is, the AMI decides. */
  private ObjectFields all() {
    return NodeClassFields.disk(fields, disk);
  }

  /** The class's name. */
  public String name() {
    return name;
  }

  /** The object as data. */
  public KubeObject toObject() {
    return all().in(KubeObject.of("karpenter.k8s.aws/v1", "EC2NodeClass", name));
  }

  /** Every field with its reason and source. */
  public Listing<Setting> settings() {
    return all().settings();
  }

  /** The same to read. */
  public Text explain() {
    return Text.of(this + "\n" + settings().all());
  }

  /** Such as {@code EC2NodeClass gpu}. */
  @Override
  public String toString() {
    return "EC2NodeClass " + name;
  }
}
