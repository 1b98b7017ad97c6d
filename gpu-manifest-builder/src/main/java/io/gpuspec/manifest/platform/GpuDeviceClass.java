package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.dra.ClaimSupport;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import java.util.Optional;

/**
 * A DeviceClass of NVIDIA's devices, which claims select from, or which turns an extended resource
 * into claims.
 *
 * <pre>{@code
 * GpuDeviceClass.mig("mig-1g.12gb", "1g.12gb").extendedResource("nvidia.com/mig-1g.12gb").objects().yaml();
 *     // ... kind: DeviceClass ... extendedResourceName: nvidia.com/mig-1g.12gb ...
 * GpuDeviceClass.cards("l4").product("NVIDIA L4").objects().yaml();
 *     // ... productName == 'NVIDIA L4' ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class GpuDeviceClass {
  private final String name;
  private final ImmutableList<String> selectors;
  private final Optional<String> extended;

  private GpuDeviceClass(String name, ImmutableList<String> selectors, Optional<String> extended) {
    this.name = name;
    this.selectors = selectors;
    this.extended = extended;
  }

  /** A class of whole cards. */
  public static GpuDeviceClass cards(String name) {
    return of(name, "gpu");
  }

  /** A class of MIG devices of a profile, such as {@code 1g.12gb}. */
  public static GpuDeviceClass mig(String name, String profile) {
    return of(name, "mig")
        .and(NvidiaDriver.attribute("profile") + " == " + text("profile", profile));
  }

  private static GpuDeviceClass of(String name, String type) {
    return new GpuDeviceClass(
        KubeNames.subdomain("device class", name),
        ImmutableList.of(NvidiaDriver.ofType(type).expression()),
        Optional.empty());
  }

  private static String text(String what, String value) {
    Checks.given(what, value);
    if (!value.matches("[A-Za-z0-9][A-Za-z0-9 .+_-]{0,63}")) {
      throw new InvalidValueException(
          "claim.malformed",
          "%s: '%s' is not the value of an attribute; use letters, digits, spaces, '.', '+', '_' and '-'"
              .formatted(what, value));
    }
    return "'" + value + "'";
  }

  /** Returns a copy with cards of this product only, as the driver names it: {@code NVIDIA L4}. */
  public GpuDeviceClass product(String product) {
    return and(NvidiaDriver.attribute("productName") + " == " + text("product", product));
  }

  /**
   * Returns a copy whose devices match another expression of CEL; it is evaluated after the driver
   * and the type of the device.
   *
   * @throws InvalidValueException if it does not compile, or if the scheduler would stop at it, and
   *     without the artifact gpu-manifest-claims, which evaluates CEL
   */
  public GpuDeviceClass selector(String expression) {
    Checks.given("selector", expression);
    ClaimSupport.required("selector").check("selector", expression);
    return and(expression);
  }

  private GpuDeviceClass and(String expression) {
    return new GpuDeviceClass(
        name, ImmutableList.<String>builder().addAll(selectors).add(expression).build(), extended);
  }

  /**
   * Returns a copy whose devices pods can also request as this extended resource, like that of a
   * device plugin. No other class can have it, and no device plugin may advertise it on the same
   * nodes.
   *
   * @param resource such as {@code nvidia.com/mig-1g.12gb}
   * @throws InvalidValueException if it is not the name of an extended resource
   */
  public GpuDeviceClass extendedResource(String resource) {
    Checks.given("extendedResource", resource);
    if (!KubeNames.isExtendedResource(resource)) {
      throw new InvalidValueException(
          "claim.malformed",
          "extendedResource: '%s' is not the name of an extended resource; write it like nvidia.com/mig-1g.12gb"
              .formatted(resource));
    }
    return new GpuDeviceClass(name, selectors, Optional.of(resource));
  }

  /** Returns the DeviceClass, ready to apply. */
  public PlatformObjects objects() {
    return Template.of("device-class.yaml")
        .objects(
            ImmutableMap.of(
                "name",
                name,
                "selectors",
                selectors.stream()
                    .map(expression -> Map.of("cel", Map.of("expression", expression)))
                    .toList(),
                "extended",
                extended));
  }

  /** Returns text such as {@code mig-1g.12gb for nvidia.com/mig-1g.12gb}. */
  @Override
  public String toString() {
    return name + extended.map(resource -> " for " + resource).orElse("");
  }
}
