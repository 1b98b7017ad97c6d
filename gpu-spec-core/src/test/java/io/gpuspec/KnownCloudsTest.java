package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownCloudsTest {
  @Test
  void aProviderTakesThePlaceOfWhatTheLibraryKnowsOfACloudWithoutOne() {
    GpuProvider yard = new Yard();

    List<CloudFacts> known = KnownClouds.of(List.of(yard));

    assertThat(known).extracting(CloudFacts::id).doesNotHaveDuplicates().contains("gke", "aks");
    assertThat(known.get(0).hasLabel("own.example/row")).isTrue();
    assertThat(known).noneMatch(cloud -> cloud.hasLabel("cloud.google.com/gke-spot"));
  }

  /** A provider whose only file is that of its cloud. */
  private static final class Yard extends FileProvider {
    Yard() {
      super(
          "gke",
          "page.md",
          List.of("2026-01"),
          List.of(),
          name ->
              name.equals("clouds.json")
                  ? new ByteArrayInputStream(
                      """
                      {"clouds": [{"id": "gke", "name": "The Yard", "labels": ["own.example"]}]}
                      """
                          .getBytes(StandardCharsets.UTF_8))
                  : null);
    }

    @Override
    public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
      return PodReading.noGpu();
    }

    @Override
    public Placement place(Match.Found found, Options options) {
      return Placement.empty();
    }
  }
}
