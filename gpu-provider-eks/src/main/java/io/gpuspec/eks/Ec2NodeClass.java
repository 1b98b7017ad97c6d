package io.gpuspec.eks;

import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.spi.Options;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Explained;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Text;
import java.util.LinkedHashMap;
import java.util.List;
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
 * <p>It is immutable. By default, nodes use the EKS-optimized AL2023 AMI, whose NVIDIA variant
 * Karpenter picks for types with GPUs, with a disk of 100 GiB; subnets and security groups are
 * those tagged {@code karpenter.sh/discovery: CLUSTER}, and the role is {@code
 * KarpenterNodeRole-CLUSTER}, as Karpenter's getting started guide sets them up.
 */
public final class Ec2NodeClass {
  private static final NodeAmi AMI = new NodeAmi(AmiFamily.AL2023, Optional.of("latest"));
  private static final NodeDisk DISK = NodeDisk.of(MemorySize.ofGibibytes(100));

  private static final String AMIS = "spec.amiSelectorTerms";
  private static final String USER_DATA = "spec.userData";

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
   * @throws InvalidValueException if a name is not valid
   */
  public static Ec2NodeClass of(String name, String cluster) {
    NodeClassRules.cluster(cluster);
    return new Ec2NodeClass(
            KarpenterRules.name("EC2NodeClass", name), ObjectFields.none(), AMI, DISK)
        .ami(AMI.family(), "latest")
        .role("KarpenterNodeRole-" + cluster, "the role that the getting started guide creates")
        .discoveredBy(
            Map.of(NodeClassRules.DISCOVERY, cluster),
            "those that carry the cluster's discovery tag");
  }

  /** A class as the options of the target {@code eks} say, the kubelet's settings with it. */
  public static Ec2NodeClass of(String name, Options options) {
    KarpenterRules.required("options", options, "the Options of the target eks");
    String cluster = options.get(Eks.CLUSTER_NAME);
    AmiFamily family = options.get(Eks.AMI_FAMILY);
    Ec2NodeClass made = of(name, cluster);
    made =
        family == AmiFamily.CUSTOM
            ? made.amiByTags(family, Map.of(NodeClassRules.DISCOVERY, cluster))
            : made.ami(family, options.get(Eks.AMI_VERSION));
    made = options.get(Eks.NODE_ROLE).map(made::role).orElse(made);
    made = options.get(Eks.USER_DATA).map(made::userData).orElse(made);
    return new Ec2NodeClass(name, kubelet(made.fields, options), made.ami, disk(options));
  }

  private static NodeDisk disk(Options options) {
    MemorySize size = options.get(Eks.NODE_DISK);
    Optional<MemorySize> images = options.get(Eks.IMAGES_SIZE);
    if (images.isPresent() && !size.equals(Eks.NODE_DISK.defaultValue())) {
      throw KarpenterRules.refused(
          "images-size: '%s' was given beside node-disk '%s', and the disk's size follows from either; remove one of them",
          images.get(), size);
    }
    return images
        .map(total -> NodeDisk.forImages(total, NodeDisk.WORKSPACE))
        .orElseGet(() -> NodeDisk.of(size));
  }

  /** The settings from which the pods' capacity was computed, if they are not the defaults. */
  private static ObjectFields kubelet(ObjectFields before, Options options) {
    ObjectFields fields = before;
    Optional<Integer> maxPods = options.get(Eks.MAX_PODS);
    if (maxPods.isPresent()) {
      fields = kubelet(fields, "maxPods", maxPods.get());
    }
    Map<String, String> kube =
        reserved(options.get(Eks.KUBE_RESERVED_CPU), options.get(Eks.KUBE_RESERVED_MEMORY));
    if (!kube.isEmpty()) {
      fields = kubelet(fields, "kubeReserved", kube);
    }
    Map<String, String> system =
        reserved(
            Optional.of(options.get(Eks.SYSTEM_RESERVED_CPU)).filter(cpu -> !cpu.isZero()),
            Optional.of(options.get(Eks.SYSTEM_RESERVED_MEMORY)).filter(size -> !size.isZero()));
    if (!system.isEmpty()) {
      fields = kubelet(fields, "systemReserved", system);
    }
    EvictionThreshold eviction = options.get(Eks.EVICTION_MEMORY);
    return eviction.equals(Eks.EVICTION_MEMORY.defaultValue())
        ? fields
        : kubelet(fields, "evictionHard", Map.of("memory.available", eviction.toString()));
  }

  private static Map<String, String> reserved(
      Optional<CpuAmount> cpu, Optional<MemorySize> memory) {
    Map<String, String> reserved = new LinkedHashMap<>();
    cpu.ifPresent(amount -> reserved.put("cpu", amount.toString()));
    memory.ifPresent(size -> reserved.put("memory", size.toString()));
    return reserved;
  }

  private static ObjectFields kubelet(ObjectFields before, String field, Object value) {
    return before.set(
        "spec.kubelet." + field,
        value,
        "as the option of the target says, by which the instance types were chosen",
        Documents.ALLOCATABLE);
  }

  private Ec2NodeClass with(ObjectFields changed) {
    return new Ec2NodeClass(name, changed, ami, disk);
  }

  private Ec2NodeClass with(ObjectFields changed, NodeAmi ami) {
    return new Ec2NodeClass(name, changed, ami, disk);
  }

  /**
   * The same class with an EKS-optimized AMI.
   *
   * @param version such as {@code v20260710}; with {@code latest} nodes are replaced whenever there
   *     is a new one
   * @throws InvalidValueException for {@link AmiFamily#CUSTOM}, which has none, and if the version
   *     is not valid
   */
  public Ec2NodeClass ami(AmiFamily family, String version) {
    KarpenterRules.required("ami family", family, "an AmiFamily");
    if (family == AmiFamily.CUSTOM) {
      throw KarpenterRules.refused(
          "ami: of 'custom' there is no EKS-optimized AMI; name AL2023 or BOTTLEROCKET, or find your own by amiByTags");
    }
    NodeAmi ami = new NodeAmi(family, Optional.of(NodeClassRules.version(version)));
    return with(
        fields
            .without("spec.amiFamily")
            .without(AMIS)
            .element(
                AMIS,
                "alias",
                Map.of("alias", ami.toString()),
                ami.toString(),
                family == AmiFamily.AL2
                    ? "the EKS-optimized AMI of Amazon Linux 2, of which there is none for Kubernetes 1.33 and newer, and no new one at all; choose al2023 there"
                    : "the EKS-optimized AMI, in its NVIDIA variant where the type has GPUs; the guide's Deep Learning AMI has no kubelet to join a cluster with",
                family == AmiFamily.AL2 ? Documents.AL2 : Documents.AMIS),
        ami);
  }

  /**
   * The same class with AMIs of your own, found by their tags.
   *
   * @param family whose user data the AMI understands
   * @throws InvalidValueException if there is no tag, or an empty one
   */
  public Ec2NodeClass amiByTags(AmiFamily family, Map<String, String> tags) {
    KarpenterRules.required("ami family", family, "an AmiFamily");
    Map<String, String> checked = NodeClassRules.tags("ami tags", tags);
    return with(
        fields
            .without(AMIS)
            .set(
                "spec.amiFamily",
                switch (family) {
                  case AL2023, AL2 -> family.name();
                  case BOTTLEROCKET -> "Bottlerocket";
                  case CUSTOM -> "Custom";
                },
                "required without an alias: whose user data the AMI understands",
                Documents.NODE_CLASSES)
            .element(
                AMIS,
                "tags",
                Map.of("tags", checked),
                checked.toString(),
                "AMIs of your own that carry these tags; they must bring driver and container toolkit",
                Documents.NODE_CLASSES),
        new NodeAmi(family, Optional.empty()));
  }

  /**
   * The same class, whose nodes run this at their start, in the form that the AMI's family reads.
   * {@link AmiFamily#CUSTOM} requires it, because Karpenter adds nothing there.
   *
   * @throws InvalidValueException if it is blank, or more than the 16 KiB that EC2 takes
   */
  public Ec2NodeClass userData(String userData) {
    return with(
        fields.set(
            USER_DATA,
            NodeClassRules.userData(userData),
            "what a node runs at its start; of a Custom AMI it is all that joins the cluster, to others Karpenter adds its part",
            Documents.NODE_CLASSES));
  }

  /**
   * The same class, whose nodes act as this IAM role.
   *
   * @throws InvalidValueException if it is not a valid name of a role
   */
  public Ec2NodeClass role(String role) {
    return role(role, "asked for");
  }

  private Ec2NodeClass role(String role, String reason) {
    return with(
        fields
            .without("spec.instanceProfile")
            .set(
                "spec.role",
                NodeClassRules.iamName("role", role),
                reason,
                Documents.GETTING_STARTED));
  }

  /**
   * Returns a copy whose nodes have this instance profile instead of a role.
   *
   * @throws InvalidValueException if it is not a valid name of a profile
   */
  public Ec2NodeClass instanceProfile(String profile) {
    return with(
        fields
            .without("spec.role")
            .set(
                "spec.instanceProfile",
                NodeClassRules.iamName("instance profile", profile),
                "in place of a role; the API takes one of both",
                Documents.NODE_CLASSES));
  }

  /**
   * The same class, whose subnets and security groups are those with all of these tags.
   *
   * @throws InvalidValueException if there is no tag, or an empty one
   */
  public Ec2NodeClass discoveredBy(Map<String, String> tags) {
    return discoveredBy(tags, "asked for");
  }

  private Ec2NodeClass discoveredBy(Map<String, String> tags, String reason) {
    List<Map<String, ?>> terms = List.of(Map.of("tags", NodeClassRules.tags("discovery", tags)));
    return with(
        fields
            .set(
                "spec.subnetSelectorTerms",
                terms,
                "the subnets: " + reason,
                Documents.GETTING_STARTED)
            .set(
                "spec.securityGroupSelectorTerms",
                terms,
                "the security groups: " + reason,
                Documents.GETTING_STARTED));
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
   * Returns a copy with so much for what pods write, such as logs and {@code emptyDir} volumes.
   *
   * @throws InvalidValueException if either is not from 1 GiB to 16 TiB
   */
  public Ec2NodeClass diskForImages(MemorySize total, MemorySize workspace) {
    return new Ec2NodeClass(name, fields, ami, NodeDisk.forImages(total, workspace));
  }

  /**
   * Returns a copy in which an instance's own NVMe disks, joined into one, hold images and pods
   * instead of the EBS disk.
   */
  public Ec2NodeClass instanceStore() {
    return with(
        fields.set(
            "spec.instanceStorePolicy",
            "RAID0",
            "the instance's NVMe disks hold images and pods; nothing changes on a type without any",
            Documents.NODE_CLASSES));
  }

  /**
   * The same class, whose instances and disks carry this tag in EC2.
   *
   * @throws InvalidValueException if the key is empty or Karpenter's to write
   */
  public Ec2NodeClass tag(String key, String value) {
    KarpenterRules.required("tag", key, "a key");
    boolean restricted =
        key.startsWith("kubernetes.io/cluster")
            || List.of(
                    "eks:eks-cluster-name",
                    "karpenter.sh/nodepool",
                    "karpenter.sh/nodeclaim",
                    "karpenter.k8s.aws/ec2nodeclass")
                .contains(key);
    if (key.isEmpty() || restricted) {
      throw KarpenterRules.refused(
          "tag: '%s' is %s; write a key of your own, such as team",
          key, key.isEmpty() ? "not a key" : "Karpenter's to write");
    }
    return with(
        fields.entry(
            "spec.tags",
            key,
            KarpenterRules.required("tag " + key, value, "a text"),
            "asked for",
            Documents.NODE_CLASSES));
  }

  /** Returns which device the disk is, and how small it can be, the AMI decides. */
  private ObjectFields all() {
    if (ami.family() == AmiFamily.CUSTOM && !fields.has(USER_DATA)) {
      throw KarpenterRules.refused(
          "user data: none was given for an AMI of the family CUSTOM, to which Karpenter adds none of its own, so its nodes would never join the cluster; give userData(...) or the option user-data, or the family whose user data the AMI understands");
    }
    return fields.set(
        "spec.blockDeviceMappings",
        List.of(
            ObjectFields.ordered(
                "deviceName",
                ami.deviceOfImages(),
                "ebs",
                ObjectFields.ordered(
                    "volumeSize",
                    disk.gibibytes(ami) + "Gi",
                    "volumeType",
                    "gp3",
                    "encrypted",
                    true,
                    "deleteOnTermination",
                    true))),
        disk.reason(ami),
        disk.citation());
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

  /** Returns every field with its reason and source. */
  public Listing<Explained> settings() {
    return all().settings();
  }

  /** The same to read. */
  public Text explain() {
    return Text.of(this + "\n" + ObjectFields.cited(settings()));
  }

  /** Returns text such as {@code EC2NodeClass gpu: al2023@latest, 100Gi}. */
  @Override
  public String toString() {
    return "EC2NodeClass %s: %s, %s".formatted(name, ami, disk);
  }
}
