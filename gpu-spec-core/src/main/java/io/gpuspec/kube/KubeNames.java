package io.gpuspec.kube;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks for names, keys and values, as the Kubernetes API server accepts them.
 *
 * <pre>{@code
 * KubeNames.isLabel("team-a");                       // true
 * KubeNames.key("taint", "nvidia.com/gpu");          // nvidia.com/gpu
 * KubeNames.isExtendedResource("nvidia.com/gpu");    // true
 * }</pre>
 *
 * <p>Source: Kubernetes 1.36, k8s.io/apimachinery/pkg/util/validation ({@code IsDNS1123Label},
 * {@code IsDNS1123Subdomain}, {@code IsQualifiedName}, {@code IsValidLabelValue}), and
 * pkg/apis/core/v1/helper ({@code IsExtendedResourceName}, {@code IsHugePageResourceName}).
 */
public final class KubeNames {
  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_SUBDOMAIN = 253;
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern DNS_LABEL = Pattern.compile(LABEL);
  private static final Pattern DNS_SUBDOMAIN = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*+");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");

  /**
   * Labels that the kubelet or the cloud writes under an old and a new name, with the new ones.
   *
   * <p>Source: Kubernetes, Well-Known Labels, Annotations and Taints.
   */
  public static final Map<String, String> UNDER_BOTH_NAMES =
      ImmutableMap.of(
          "beta.kubernetes.io/arch", "kubernetes.io/arch",
          "beta.kubernetes.io/os", "kubernetes.io/os",
          "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type",
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone");

  /**
   * Node labels that Kubernetes has renamed, with the names they have now.
   *
   * <p>Since Kubernetes 1.24 kubeadm writes the role under its new name alone.
   */
  private static final ImmutableMap<String, String> RENAMED =
      ImmutableMap.<String, String>builder()
          .putAll(UNDER_BOTH_NAMES)
          .put("node-role.kubernetes.io/master", "node-role.kubernetes.io/control-plane")
          .buildOrThrow();

  /** The resources without a domain that containers request, except huge pages. */
  private static final ImmutableSet<String> STANDARD =
      ImmutableSet.of("cpu", "memory", "ephemeral-storage");

  private KubeNames() {}

  /** Returns the key that a node's label has now, if Kubernetes has renamed it. */
  public static Optional<String> renamed(String label) {
    return Optional.ofNullable(RENAMED.get(Arguments.required("label", label, "a text")));
  }

  /** Returns whether it is a DNS label, as names of namespaces and containers are. */
  public static boolean isLabel(String name) {
    return isDnsLabel(Arguments.required("name", name, "a text"));
  }

  private static boolean isDnsLabel(String name) {
    return name.length() <= LONGEST_LABEL && DNS_LABEL.matcher(name).matches();
  }

  /** Returns whether it is a DNS subdomain, as names of most objects are. */
  public static boolean isSubdomain(String name) {
    return isDnsSubdomain(Arguments.required("name", name, "a text"));
  }

  private static boolean isDnsSubdomain(String name) {
    return name.length() <= LONGEST_SUBDOMAIN && DNS_SUBDOMAIN.matcher(name).matches();
  }

  /** Returns whether it is a key of a label, taint or annotation. */
  public static boolean isKey(String key) {
    return isQualified(Arguments.required("key", key, "a text"));
  }

  private static boolean isQualified(String key) {
    int slash = key.indexOf('/');
    return isName(key.substring(slash + 1))
        && (slash < 0 || isDnsSubdomain(key.substring(0, slash)));
  }

  /** Returns whether it is a value of a label or taint, which may be empty. */
  public static boolean isLabelValue(String value) {
    return Arguments.required("value", value, "a text").isEmpty() || isName(value);
  }

  /**
   * Returns whether it is a name of an extended resource: with a domain, which is not that of
   * Kubernetes, and without a quota's prefix, for which it leaves room.
   */
  public static boolean isExtendedResource(String name) {
    return ExtendedResources.isExtended(Arguments.required("name", name, "a text"))
        && isQualified("requests." + name);
  }

  /**
   * Returns whether a container can request a resource of that name: a standard one, or one with a
   * domain.
   *
   * <p>Source: Kubernetes 1.36, pkg/apis/core/validation, {@code validateContainerResourceName}.
   */
  public static boolean isContainerResource(String name) {
    return isQualified(Arguments.required("name", name, "a text"))
        && (STANDARD.contains(name)
            || ExtendedResources.isHugePages(name)
            || name.contains("kubernetes.io/")
            || ExtendedResources.isExtended(name) && isQualified("requests." + name));
  }

  /** Returns whether it is a name of huge pages, such as {@code hugepages-2Mi}. */
  public static boolean isHugePages(String name) {
    return ExtendedResources.isHugePages(Arguments.required("name", name, "a text"));
  }

  private static boolean isName(String text) {
    return text.length() <= LONGEST_LABEL && NAME.matcher(text).matches();
  }

  /**
   * Returns the name, which is a DNS label.
   *
   * @param what what it is called in the message
   * @throws InvalidValueException if it is not one
   */
  public static String label(String what, String name) {
    required(what, name);
    return checked(
        what,
        name,
        isDnsLabel(name),
        "is not a DNS label; write at most 63 of a-z, 0-9 and -, beginning and ending with a letter"
            + " or digit");
  }

  /**
   * Returns the name, which is a DNS subdomain.
   *
   * @param what what it is called in the message
   * @throws InvalidValueException if it is not one
   */
  public static String subdomain(String what, String name) {
    required(what, name);
    return checked(
        what,
        name,
        isDnsSubdomain(name),
        "is not a DNS name; write at most 253 of a-z, 0-9, - and ., each part beginning and ending"
            + " with a letter or digit");
  }

  /**
   * Returns the key of a label, taint or annotation.
   *
   * @param what what it is called in the message
   * @throws InvalidValueException if it is not one
   */
  public static String key(String what, String key) {
    required(what, key);
    return checked(
        what,
        key,
        isQualified(key),
        "is not a key; write a name of at most 63 letters, digits, -, _ and ., perhaps behind a"
            + " domain such as example.com/");
  }

  /**
   * Returns the value of a label or taint.
   *
   * @param what what it is called in the message
   * @throws InvalidValueException if it is not one
   */
  public static String labelValue(String what, String value) {
    required(what, value);
    return checked(
        what,
        value,
        isLabelValue(value),
        "is not a value of a label; write at most 63 letters, digits, -, _ and ., beginning and"
            + " ending with a letter or digit");
  }

  private static String required(String what, String value) {
    return Arguments.required(
        Arguments.required("what", what, "a word for messages"), value, "a text");
  }

  private static String checked(String what, String value, boolean isGood, String problem) {
    if (!isGood) {
      throw new InvalidValueException(
          "name.malformed", "%s: '%s' %s".formatted(what, value, problem));
    }
    return value;
  }
}
