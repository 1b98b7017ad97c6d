package io.gpuspec;

import com.google.common.collect.ImmutableList;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The clouds of providers, and those without a provider. */
final class KnownClouds {
  private static final String OTHERS = "other-clouds.json";

  private KnownClouds() {}

  /** Returns the facts of each cloud once; those of a provider replace the library's own. */
  static List<CloudFacts> of(Collection<GpuProvider> providers) {
    Map<String, CloudFacts> known = new LinkedHashMap<>();
    providers.forEach(
        each -> each.cloudFacts().forEach(cloud -> known.putIfAbsent(cloud.id(), cloud)));
    withoutProvider().forEach(cloud -> known.putIfAbsent(cloud.id(), cloud));
    return ImmutableList.copyOf(known.values());
  }

  private static List<CloudFacts> withoutProvider() {
    try (InputStream in =
        Objects.requireNonNull(KnownClouds.class.getResourceAsStream(OTHERS), OTHERS)) {
      return CloudFacts.read(OTHERS, in);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", OTHERS + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
