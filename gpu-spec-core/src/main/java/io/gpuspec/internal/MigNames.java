package io.gpuspec.internal;

import java.util.Locale;

/** The notation of profile names: with a plus in NVIDIA's tools, with a dot in Kubernetes. */
public final class MigNames {
  /** What precedes the profile in the name of a resource. */
  public static final String RESOURCE_PREFIX = "nvidia.com/mig-";

  private static final String MEMORY_UNIT = "gb";

  private MigNames() {}

  /** The name as part of a resource's name or a label's value. */
  public static String inKubernetes(String profile) {
    return profile.replace('+', '.');
  }

  /** The name as NVIDIA's tools write it, also where it was written as Kubernetes does. */
  public static String canonical(String given) {
    String name = given.strip().toLowerCase(Locale.ROOT);
    if (name.startsWith(RESOURCE_PREFIX)) {
      name = name.substring(RESOURCE_PREFIX.length());
    } else if (name.startsWith("mig-")) {
      name = name.substring("mig-".length());
    }
    int end = sizeEnd(name);
    return name.startsWith(".", end)
        ? name.substring(0, end) + "+" + name.substring(end + 1)
        : name;
  }

  /** Returns what follows the size. */
  public static String attribute(String profile) {
    return profile.substring(sizeEnd(profile));
  }

  /** Returns where the memory's unit ends, or the name where it has none. */
  private static int sizeEnd(String name) {
    int unit = name.indexOf(MEMORY_UNIT);
    return unit < 0 ? name.length() : unit + MEMORY_UNIT.length();
  }
}
