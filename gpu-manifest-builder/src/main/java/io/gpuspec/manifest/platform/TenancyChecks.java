package io.gpuspec.manifest.platform;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of resources and amounts of quotas that the API server would accept but not count. */
final class TenancyChecks {
  private static final Pattern PREFIXED = Pattern.compile("(requests|limits)\\.(.+/.+)");

  private TenancyChecks() {}

  /** A name of an extended resource: with a domain, and without a quota's prefix. */
  static String resource(String resource) {
    Matcher prefixed = PREFIXED.matcher(Checks.given("resource", resource));
    if (prefixed.matches()) {
      throw new InvalidValueException(
          "tenancy.malformed",
          "resource: '%s' is a quota's key; write the resource, %s"
              .formatted(resource, prefixed.group(2)));
    }
    if (!KubeNames.isExtendedResource(resource)) {
      throw new InvalidValueException(
          "tenancy.malformed",
          "resource: '%s' is not an extended resource; write it with its domain, such as nvidia.com/gpu"
              .formatted(resource));
    }
    checkOffered(resource);
    return resource;
  }

  /** A quota would count nothing. An unknown name can be one that a plugin was configured with. */
  private static void checkOffered(String resource) {
    Optional<GpuResource> unreal =
        GpuResource.all().stream()
            .filter(known -> known.name().equals(resource) && !known.isReal())
            .findFirst();
    if (unreal.isPresent()) {
      throw new InvalidValueException(
          "tenancy.unsupported",
          "resource: nothing offers '%s', so a limit of it stops nothing; write %s"
              .formatted(resource, unreal.get().instead().orElse("one that a node has")));
    }
  }

  /** CPU, canonical, more than none. */
  static String cpu(String what, String cpu) {
    CpuAmount amount = CpuAmount.parse(Checks.given(what, cpu));
    if (amount.isNegative() || amount.isZero()) {
      throw new InvalidValueException(
          "tenancy.out-of-range",
          "%s: '%s' is no CPU; give more than 0, such as 500m or 4".formatted(what, cpu));
    }
    return amount.toString();
  }

  /** Memory, canonical, more than none. */
  static String memory(String what, String memory) {
    MemorySize amount = MemorySize.parse(Checks.given(what, memory));
    if (amount.isNegative() || amount.isZero()) {
      throw new InvalidValueException(
          "tenancy.out-of-range",
          "%s: '%s' is no memory; give more than 0, such as 4Gi".formatted(what, memory));
    }
    return amount.toString();
  }
}
