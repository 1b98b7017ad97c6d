package io.gpuspec.internal;

import io.gpuspec.value.MemorySize;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Extended resources and huge pages: resources that a node has only if something on it offers them.
 *
 * <p>Source: Kubernetes, {@code pkg/apis/core/v1/helper}, IsExtendedResourceName and
 * IsHugePageResourceName.
 */
public final class ExtendedResources {
  private static final String HUGE_PAGES = "hugepages-";

  private ExtendedResources() {}

  /** Returns whether a resource is one of them; CPU, memory, storage and pods are not. */
  public static boolean isOne(String resource) {
    return isHugePages(resource) || isExtended(resource);
  }

  /** Returns whether a resource, whose name is well-formed, is an extended one. */
  public static boolean isExtended(String resource) {
    return resource.contains("/")
        && !resource.contains("kubernetes.io/")
        && !resource.startsWith("requests.");
  }

  /** Returns whether the resource is counted in bytes. */
  public static boolean isHugePages(String resource) {
    return resource.startsWith(HUGE_PAGES);
  }

  /** The amount in the unit of the resource, such as {@code 4} or {@code 2Gi}. */
  public static String text(String resource, long amount) {
    return isHugePages(resource) ? MemorySize.ofBytes(amount).toString() : String.valueOf(amount);
  }

  /** Returns all amounts as texts. */
  public static Map<String, String> texts(Map<String, Long> amounts) {
    Map<String, String> texts = new LinkedHashMap<>();
    amounts.forEach((resource, amount) -> texts.put(resource, text(resource, amount)));
    return texts;
  }
}
