package io.gpuspec.eks;

import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import io.gpuspec.MemorySize;
import io.gpuspec.Text;
import io.gpuspec.eks.internal.KarpenterRules;
import io.gpuspec.eks.internal.NodeAmi;
import io.gpuspec.eks.internal.NodeClassFields;
import io.gpuspec.eks.internal.NodeDisk;
import io.gpuspec.eks.internal.ObjectFields;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.Options;
import java.util.Map;
import java.util.Optional;

/**
 * Karpenter's EC2NodeClass ({@code karpenter.k8s.aws/v1}): the AMI, disks, network and identity of
 * the nodes of a {@link NodePool}.
 *
 * <pre>{@code
 * KubeObject nodeClass =
 *     Ec2NodeClass.of("gpu", "my-cluster")
 *         .ami(AmiFamily.AL2023, "v20260710")
 *         .disk(MemorySize.parse("200Gi"))
 *         .toObject();
 *
 * // With the manifest builder.
 * KubeYaml.of(nodeClass);    // apiVersion: karpenter.k8s.aws/v1 kind: EC2NodeClass ...
 * }</pre>
 *
 * <p>It is immutable. Unless told otherwise, nodes are of the EKS-optimized AL2023 AMI, whose
 * NVIDIA variant Karpenter picks for types with GPUs, with a disk of 100 GiB; subnets and security
 * groups are those tagged {@code karpenter.sh/discovery: CLUSTER}, and the role is {@code
 * KarpenterNodeRole-CLUSTER}, as Karpenter's getting started guide sets them up.
 */
public final class Ec2NodeClass {
  private static final NodeAmi AMI = new NodeAmi(AmiFamily.AL2023, Optional.of("latest"));
  private static final NodeDisk DISK = NodeDisk.of(MemorySize.ofGibibytes(100));

  private final String name;
  private final ObjectFields fields;
  private final NodeAmi ami;
  private final NodeDisk disk;

  private Ec2NodeClass(String name, ObjectFields fields, NodeAmi ami, NodeDisk disk) {
    this.name = name;
    this.fields = fields;
    this.ami = ami;
    this.disk = disk;
  }

  /**
   * A class for a cluster.
   *
   * @throws InvalidValueException if one is no name
   */
  public static Ec2NodeClass of(String name, String cluster) {
    return new Ec2NodeClass(
        KarpenterRules.name("EC2NodeClass", name), NodeClassFields.of(cluster), AMI, DISK);
  }

  /** A class as the options of the target {@code eks} say, the kubelet's settings with it. */
  public static Ec2NodeClass of(String name, Options options) {
    KarpenterRules.required("options", options, "the Options of the target eks");
    return new Ec2NodeClass(
        KarpenterRules.name("EC2NodeClass", name),
        NodeClassFields.of(options),
        NodeClassFields.ami(options),
        NodeClassFields.disk(options));
  }

  private Ec2NodeClass with(ObjectFields changed) {
    return new Ec2NodeClass(name, changed, ami, disk);
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
    return new Ec2NodeClass(
        name,
        NodeClassFields.alias(fields, family, version),
        new NodeAmi(family, Optional.of(version)),
        disk);
  }

  /**
   * The same class with AMIs of one's own, found by their tags.
   *
   * @param family whose user data the AMI understands
   * @throws InvalidValueException if there is no tag, or an empty one
   */
  public Ec2NodeClass amiByTags(AmiFamily family, Map<String, String> tags) {
    return new Ec2NodeClass(
        name,
        NodeClassFields.tagged(fields, family, tags),
        new NodeAmi(family, Optional.empty()),
        disk);
  }

  /**
   * The same class, whose nodes run this at their start, in the form that the AMI's family reads.
   * {@link AmiFamily#CUSTOM} needs it, as Karpenter has no part of its own there.
   *
   * @throws InvalidValueException if it is blank, or more than the 16 KiB that EC2 takes
   */
  public Ec2NodeClass userData(String userData) {
    return with(NodeClassFields.userData(fields, userData));
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
   * The same class with a disk of this size for images and pods. One that is smaller than the AMI
   * is refused once the class is written.
   *
   * @throws InvalidValueException if it is not in whole GiB, or not from 1 GiB to 16 TiB
   */
  public Ec2NodeClass disk(MemorySize size) {
    return new Ec2NodeClass(name, fields, ami, NodeDisk.of(size));
  }

  /**
   * The same class with a disk for these images, and 50 GiB for what pods write: 153 GiB for 40 GiB
   * of images with AL2023.
   *
   * <p>It is the AMI's 20 GiB, half as much again as the images, and what pods write, divided by
   * 0.85, in whole GiB rounded up. A layer is on the disk packed and unpacked while it is pulled,
   * and above 85 % the kubelet deletes images.
   *
   * @param total what the images of a node take together, unpacked, as {@code docker images} shows
   * @throws InvalidValueException if it is not from 1 GiB to 16 TiB
   */
  public Ec2NodeClass diskForImages(MemorySize total) {
    return diskForImages(total, NodeDisk.WORKSPACE);
  }

  /**
   * The same with so much for what pods write, such as logs and {@code emptyDir} volumes.
   *
   * @throws InvalidValueException if either is not from 1 GiB to 16 TiB
   */
  public Ec2NodeClass diskForImages(MemorySize total, MemorySize workspace) {
    return new Ec2NodeClass(name, fields, ami, NodeDisk.forImages(total, workspace));
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

  /** Which device the disk is, and how small it can be, the AMI decides. */
  private ObjectFields all() {
    return NodeClassFields.complete(fields, ami, disk);
  }

  /** The class's name. */
  public String name() {
    return name;
  }

  /**
   * The object as data.
   *
   * @throws InvalidValueException if the disk is smaller than the AMI, or an AMI of the family
   *     {@link AmiFamily#CUSTOM} has no user data
   */
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

  /** Such as {@code EC2NodeClass gpu: al2023@latest, 100Gi}. */
  @Override
  public String toString() {
    return "EC2NodeClass %s: %s, %s".formatted(name, ami, disk);
  }
}
