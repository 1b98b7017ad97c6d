package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;

/** Helpers for immutable objects: copies with one more entry. */
final class ImmutableCopies {
  private ImmutableCopies() {}

  static <T> ImmutableList<T> add(List<T> before, T more) {
    return ImmutableList.<T>builder().addAll(before).add(more).build();
  }

  static <K, V> ImmutableMap<K, V> put(Map<K, V> before, K key, V value) {
    return ImmutableMap.<K, V>builder().putAll(before).put(key, value).buildKeepingLast();
  }
}
