package io.gpuspec.manifest.platform;

import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.dra.DeviceClasses;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys that a quota counts, and the notation of their amounts. */
final class QuotaKey {
  static final String PODS = "pods";
  static final String CPU = "requests.cpu";
  static final String MEMORY = "requests.memory";

  /** Counts the ResourceClaims themselves, as Kubernetes' {@code resource_claims.go} has it. */
  private static final String CLAIMS = "count/resourceclaims.resource.k8s.io";

  private static final String OF_CLASS = DeviceClasses.QUOTA;

  private static final List<String> KNOWN =
      List.of(
          PODS,
          CPU,
          MEMORY,
          "limits.cpu",
          "limits.memory",
          "requests.nvidia.com/gpu",
          NvidiaDriver.ofType("gpu").name() + OF_CLASS,
          CLAIMS);

  /** Keys that pods must state if a quota has them. */
  private static final Set<String> STATED = Set.of(CPU, MEMORY, "limits.cpu", "limits.memory");

  /** A device's; {@code count/jobs.batch} counts objects. */
  private static final Pattern EXTENDED =
      Pattern.compile("(?!count/)(?:(requests|limits)\\.)?(.+/.+)");

  private static final Pattern WHOLE = Pattern.compile("[0-9]+");

  private QuotaKey() {}

  /** The key that counts a device. */
  static String of(String resource) {
    return "requests." + TenancyChecks.resource(resource);
  }

  /** The key that counts the devices that claims request from a DeviceClass. */
  static String ofClass(String deviceClass) {
    return KubeNames.subdomain("device class", deviceClass) + OF_CLASS;
  }

  /** Returns the path of the key in a ResourceQuota, as reasons write it. */
  static String path(String key) {
    return "spec.hard['" + key + "']";
  }

  static boolean isOfDevice(String key) {
    return key.contains("/") && !isOfClaims(key);
  }

  static boolean isOfClaims(String key) {
    return key.endsWith(OF_CLASS) || key.equals(CLAIMS);
  }

  static boolean mustBeStated(String key) {
    return STATED.contains(key);
  }

  /**
   * An amount as a quota has it.
   *
   * @throws InvalidValueException if a quota takes the key and counts nothing by it
   * @throws UnknownNameException if pods do not have it
   */
  static String amount(String key, String amount) {
    Checks.given("quota", key);
    Checks.given("quota " + key, amount);
    if (key.endsWith(OF_CLASS)
        && key.equals(ofClass(key.substring(0, key.length() - OF_CLASS.length())))) {
      return whole(key, amount);
    }
    Matcher extended = EXTENDED.matcher(key);
    if (extended.matches()) {
      String right = of(extended.group(2));
      if (!key.equals(right)) {
        throw new InvalidValueException(
            "tenancy.unsupported",
            "quota: '%s' counts nothing, and the API server takes it without a word; write %s"
                .formatted(key, right));
      }
      return whole(key, amount);
    }
    return switch (key) {
      case PODS, CLAIMS -> whole(key, amount);
      case CPU, "limits.cpu" -> TenancyChecks.cpu(key, amount);
      case MEMORY, "limits.memory" -> TenancyChecks.memory(key, amount);
      default -> throw new UnknownNameException("tenancy.unknown", "key of a quota", key, KNOWN);
    };
  }

  private static String whole(String key, String amount) {
    if (!WHOLE.matcher(amount).matches()) {
      throw new InvalidValueException(
          "tenancy.malformed",
          "%s: '%s' is not a whole number, and pods can request no other; write one, such as 8"
              .formatted(key, amount));
    }
    return amount;
  }
}
