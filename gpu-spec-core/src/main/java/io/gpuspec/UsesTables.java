package io.gpuspec;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Options;

/** The tables of uses of providers, each read once. */
final class UsesTables {
  /** The same as the number of cached catalogs. */
  private static final int KEPT = 100;

  private record Key(String provider, Options options) {}

  private final Cache<Key, GpuUses> tables = Caffeine.newBuilder().maximumSize(KEPT).build();

  GpuUses get(GpuProvider provider, Options options) {
    return tables.get(new Key(provider.id(), options), key -> provider.uses(key.options()));
  }
}
