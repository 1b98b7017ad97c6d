package io.gpuspec.tke;

import io.gpuspec.testkit.NullCalls;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NullArgumentsTest {
  @Test
  void nullIsRefused() {
    ReadyImageCache ready = new ReadyImageCache("imc-a", List.of("r/i:v1"), 20, Instant.EPOCH);
    NullCalls.assertRefused(
        ImageCache.class,
        ImageCache.of("cache", "r/i:v1"),
        ImageCacheDisk.class,
        ImageCacheDisk.values()[0],
        ImageCaches.class,
        ImageCaches.of(ready),
        ReadyImageCache.class,
        ready);
  }
}
