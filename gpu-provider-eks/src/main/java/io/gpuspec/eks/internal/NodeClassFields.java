package io.gpuspec.eks.internal;

import io.gpuspec.CpuAmount;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.eks.AmiFamily;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.EvictionThreshold;
import io.gpuspec.spi.Options;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The fields of an EC2NodeClass, and what Karpenter's API refuses of them: the custom resource
 * definition of Karpenter for AWS v1.14.1 (pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml).
 */
public final class NodeClassFields {
  private static final Pattern CLUSTER = Pattern.compile("[0-9A-Za-z][0-9A-Za-z_-]{0,99}");
  private static final Pattern ROLE = Pattern.compile("[\\w+=,.@-]{1,64}");
  private static final Pattern VERSION = Pattern.compile("latest|v?[0-9][0-9A-Za-z.-]{0,14}");
  private static final int MOST_USER_DATA = 16 * 1024;
  private static final String DISCOVERY = "karpenter.sh/discovery";
  private static final String AMIS = "spec.amiSelectorTerms";
  private static final String USER_DATA = "spec.userData";

  private NodeClassFields() {}

  /** What Karpenter's getting started guide sets up for a cluster. */
  public static ObjectFields of(String cluster) {
    ObjectFields fields = alias(ObjectFields.none(), AmiFamily.AL2023, "latest");
    fields =
        role(fields, roleOf(cluster(cluster)), "the role that the getting started guide creates");
    return discovery(
        fields, Map.of(DISCOVERY, cluster), "those that carry the cluster's discovery tag");
  }

  /** What the options of the target say. */
  public static ObjectFields of(Options options) {
    String cluster = options.get(Eks.CLUSTER_NAME);
    ObjectFields fields = of(cluster);
    AmiFamily family = options.get(Eks.AMI_FAMILY);
    fields =
        family == AmiFamily.CUSTOM
            ? tagged(fields, family, Map.of(DISCOVERY, cluster))
            : alias(fields, family, options.get(Eks.AMI_VERSION));
    Optional<String> role = options.get(Eks.NODE_ROLE);
    if (role.isPresent()) {
      fields = role(fields, role.get(), "asked for");
    }
    Optional<String> userData = options.get(Eks.USER_DATA);
    if (userData.isPresent()) {
      fields = userData(fields, userData.get());
    }
    return kubelet(fields, options);
  }

  /** The name of an EKS cluster. */
  public static String cluster(String name) {
    KarpenterRules.required("cluster", name, "the cluster's name");
    if (!CLUSTER.matcher(name).matches()) {
      throw new InvalidValueException(
              "cluster: '%s' is no name of an EKS cluster; write at most 100 letters, digits, - and _, beginning with a letter or digit"
                  .formatted(name))
          .see(Pages.NODE_POOLS);
    }
    return name;
  }

  /** The name of an IAM role. */
  public static String iamName(String what, String name) {
    KarpenterRules.required(what, name, "its name, without arn:");
    if (!ROLE.matcher(name).matches()) {
      throw new InvalidValueException(
              "%s: '%s' is no IAM name; write at most 64 letters, digits and +=,.@_-, without arn: and path"
                  .formatted(what, name))
          .see(Pages.NODE_POOLS);
    }
    return name;
  }

  private static String roleOf(String cluster) {
    return "KarpenterNodeRole-" + cluster;
  }

  /** The version of an EKS-optimized AMI. */
  public static String version(String version) {
    KarpenterRules.required("ami version", version, "latest, or such as v20260710");
    if (!VERSION.matcher(version).matches()) {
      throw new InvalidValueException(
              "ami version: '%s' is none; write latest, or a release such as v20260710 (Bottlerocket: v1.50.0)"
                  .formatted(version))
          .see(Pages.NODE_POOLS);
    }
    return version;
  }

  /** An EKS-optimized AMI. */
  public static ObjectFields alias(ObjectFields before, AmiFamily family, String version) {
    KarpenterRules.required("ami family", family, "an AmiFamily");
    if (family == AmiFamily.CUSTOM) {
      throw new InvalidValueException(
              "ami: of 'custom' there is no EKS-optimized AMI; name AL2023 or BOTTLEROCKET, or find your own by amiByTags")
          .see(Pages.NODE_POOLS);
    }
    String alias = family.name().toLowerCase(Locale.ROOT) + "@" + version(version);
    return before
        .without("spec.amiFamily")
        .without(AMIS)
        .element(
            AMIS,
            "alias",
            Map.of("alias", alias),
            alias,
            reason(family),
            family == AmiFamily.AL2 ? Documents.AL2 : Documents.AMIS);
  }

  private static String reason(AmiFamily family) {
    return family == AmiFamily.AL2
        ? "the EKS-optimized AMI of Amazon Linux 2, of which there is none for Kubernetes 1.33 and newer, and no new one at all; choose al2023 there"
        : "the EKS-optimized AMI, in its NVIDIA variant where the type has GPUs; the guide's Deep Learning AMI has no kubelet to join a cluster with";
  }

  /** AMIs of one's own. */
  public static ObjectFields tagged(
      ObjectFields before, AmiFamily family, Map<String, String> tags) {
    KarpenterRules.required("ami family", family, "an AmiFamily");
    Map<String, String> checked = tags("ami tags", tags);
    return before
        .without(AMIS)
        .set(
            "spec.amiFamily",
            word(family),
            "required without an alias: whose user data the AMI understands",
            Documents.NODE_CLASSES)
        .element(
            AMIS,
            "tags",
            Map.of("tags", checked),
            checked.toString(),
            "AMIs of one's own that carry these tags; they must bring driver and container toolkit",
            Documents.NODE_CLASSES);
  }

  private static String word(AmiFamily family) {
    return switch (family) {
      case AL2023 -> "AL2023";
      case AL2 -> "AL2";
      case BOTTLEROCKET -> "Bottlerocket";
      case CUSTOM -> "Custom";
    };
  }

  private static Map<String, String> tags(String what, Map<String, String> tags) {
    Map<String, String> checked = new TreeMap<>(KarpenterRules.required(what, tags, "tags"));
    if (checked.isEmpty() || checked.containsKey("") || checked.containsValue("")) {
      throw new InvalidValueException(
              "%s: '%s' has no tag, or an empty one; give such as %s: my-cluster, and * for any value"
                  .formatted(what, tags, DISCOVERY))
          .see(Pages.NODE_POOLS);
    }
    return checked;
  }

  /** What nodes act as. */
  public static ObjectFields role(ObjectFields before, String role, String reason) {
    return before
        .without("spec.instanceProfile")
        .set("spec.role", iamName("role", role), reason, Documents.GETTING_STARTED);
  }

  /** The same by an instance profile. */
  public static ObjectFields instanceProfile(ObjectFields before, String profile) {
    return before
        .without("spec.role")
        .set(
            "spec.instanceProfile",
            iamName("instance profile", profile),
            "in place of a role; the API takes one of both",
            Documents.NODE_CLASSES);
  }

  /** Where nodes are. */
  public static ObjectFields discovery(
      ObjectFields before, Map<String, String> tags, String reason) {
    Map<String, String> checked = tags("discovery", tags);
    return before
        .set(
            "spec.subnetSelectorTerms",
            List.of(Map.of("tags", checked)),
            "the subnets: " + reason,
            Documents.GETTING_STARTED)
        .set(
            "spec.securityGroupSelectorTerms",
            List.of(Map.of("tags", checked)),
            "the security groups: " + reason,
            Documents.GETTING_STARTED);
  }

  /** What a node runs at its start. */
  public static ObjectFields userData(ObjectFields before, String userData) {
    return before.set(
        USER_DATA,
        userData(userData),
        "what a node runs at its start; of a Custom AMI it is all that joins the cluster, to others Karpenter adds its part",
        Documents.NODE_CLASSES);
  }

  /** A text that EC2 takes as user data. */
  public static String userData(String userData) {
    KarpenterRules.required("user data", userData, "a script");
    int length = userData.getBytes(StandardCharsets.UTF_8).length;
    if (userData.isBlank() || length > MOST_USER_DATA) {
      throw new InvalidValueException(
              "user data: %d bytes were given; give a script, or what else the AMI reads, of %d bytes at most, which is what EC2 takes"
                  .formatted(length, MOST_USER_DATA))
          .see(Pages.NODE_POOLS);
    }
    return userData;
  }

  /** All fields of a class, with what only shows together. */
  public static ObjectFields complete(ObjectFields fields, NodeAmi ami, NodeDisk disk) {
    if (ami.family() == AmiFamily.CUSTOM && !fields.has(USER_DATA)) {
      throw new InvalidValueException(
              "user data: none was given for an AMI of the family CUSTOM, to which Karpenter adds none of its own, so its nodes would never join the cluster; give userData(...) or the option user-data, or the family whose user data the AMI understands")
          .see(Pages.NODE_POOLS);
    }
    return disk(fields, ami, disk);
  }

  /** What holds images and pods. */
  private static ObjectFields disk(ObjectFields before, NodeAmi ami, NodeDisk disk) {
    Map<String, Object> ebs = new LinkedHashMap<>();
    ebs.put("volumeSize", disk.gibibytes(ami) + "Gi");
    ebs.put("volumeType", "gp3");
    ebs.put("encrypted", true);
    ebs.put("deleteOnTermination", true);
    Map<String, Object> device = new LinkedHashMap<>();
    device.put("deviceName", ami.deviceOfImages());
    device.put("ebs", ebs);
    return before.set(
        "spec.blockDeviceMappings", List.of(device), disk.reason(ami), disk.citation());
  }

  /** What the options of the target say of the AMI. */
  public static NodeAmi ami(Options options) {
    AmiFamily family = options.get(Eks.AMI_FAMILY);
    return new NodeAmi(
        family,
        Optional.of(options.get(Eks.AMI_VERSION)).filter(version -> family != AmiFamily.CUSTOM));
  }

  /** What the options of the target say of the disk. */
  public static NodeDisk disk(Options options) {
    MemorySize size = options.get(Eks.NODE_DISK);
    Optional<MemorySize> images = options.get(Eks.IMAGES_SIZE);
    if (images.isPresent() && !size.equals(Eks.NODE_DISK.defaultValue())) {
      throw new InvalidValueException(
              "images-size: '%s' was given beside node-disk '%s', and the disk's size follows from either; leave one of them out"
                  .formatted(images.get(), size))
          .see(Pages.NODE_POOLS);
    }
    return images
        .map(total -> NodeDisk.forImages(total, NodeDisk.WORKSPACE))
        .orElseGet(() -> NodeDisk.of(size));
  }

  /** The instance's own disks. */
  public static ObjectFields instanceStore(ObjectFields before) {
    return before.set(
        "spec.instanceStorePolicy",
        "RAID0",
        "the instance's NVMe disks hold images and pods; nothing changes on a type without any",
        Documents.NODE_CLASSES);
  }

  /** A tag in EC2. */
  public static ObjectFields tag(ObjectFields before, String key, String value) {
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
      throw new InvalidValueException(
              "tag: '%s' is %s; write a key of your own, such as team"
                  .formatted(key, key.isEmpty() ? "no key" : "Karpenter's to write"))
          .see(Pages.NODE_POOLS);
    }
    return before.entry(
        "spec.tags",
        key,
        KarpenterRules.required("tag " + key, value, "a text"),
        "asked for",
        Documents.NODE_CLASSES);
  }

  /** The settings that what pods can use was worked out with, where they are not the defaults. */
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
}
