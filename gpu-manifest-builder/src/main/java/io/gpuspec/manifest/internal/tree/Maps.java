package io.gpuspec.manifest.internal.tree;

import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Maps that keep their insertion order. */
public final class Maps {
  private Maps() {}

  public static Map<String, String> with(Map<String, String> map, String key, String value) {
    return ImmutableMap.<String, String>builder().putAll(map).put(key, value).buildKeepingLast();
  }

  /** The entries of the first map, then those that only the second one has. */
  public static Map<String, String> first(Map<String, String> first, Map<String, String> second) {
    Map<String, String> all = new LinkedHashMap<>(first);
    second.forEach(all::putIfAbsent);
    return all;
  }
}
