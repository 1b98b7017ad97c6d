package io.gpuspec;

import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A target of the tests' own: catalogs, two options, and the plainest rules there can be. */
public final class TestCloud implements GpuProvider {
  public static final Citation LIST =
      new Citation("Cloud, list of shapes", "2024-05", Citation.Status.DOCUMENTED);
  public static final Option<Boolean> SPOT = Option.flag("spot", "run on spot capacity", LIST);
  public static final Option<Optional<String>> ZONE =
      Option.optional("zone", "a zone's name", String::strip, "the zone to run in", LIST);

  private final String id;
  private final Map<String, SpecCatalog> catalogs;
  private Supplier<GpuUses> uses = GpuUses::none;

  private TestCloud(String id, Map<String, SpecCatalog> catalogs) {
    this.id = id;
    this.catalogs = catalogs;
  }

  /** With the two editions in the test resources. */
  public static TestCloud ofResources(String id) {
    Map<String, SpecCatalog> catalogs = new LinkedHashMap<>();
    for (String edition : List.of("2024-05", "2022-11")) {
      catalogs.put(edition, read(text("cloud-" + edition + ".json")));
    }
    return new TestCloud(id, catalogs);
  }

  /** With this catalog. */
  public static TestCloud of(String id, SpecCatalog catalog) {
    return new TestCloud(id, Map.of(catalog.edition(), catalog));
  }

  /** With these catalog files, the first the default. */
  public static TestCloud of(String... files) {
    Map<String, SpecCatalog> catalogs = new LinkedHashMap<>();
    for (String file : files) {
      catalogs.put(Json.parse(file).path("edition").asText(), read(file));
    }
    return new TestCloud("cloud", catalogs);
  }

  public static String text(String resource) {
    return Json.pretty(Json.resource(TestCloud.class, resource));
  }

  public static SpecCatalog read(String catalog) {
    return SpecCatalog.read(
        "test.json", new ByteArrayInputStream(catalog.getBytes(StandardCharsets.UTF_8)));
  }

  /** With a table of uses, however it comes about. */
  public TestCloud uses(Supplier<GpuUses> table) {
    uses = table;
    return this;
  }

  public Target target() {
    return Gpus.of(this).in(id);
  }

  @Override
  public List<CloudFacts> cloudFacts() {
    return CloudFacts.read("clouds.json", TestCloud.class.getResourceAsStream("clouds.json"));
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public List<String> editions() {
    return List.copyOf(catalogs.keySet());
  }

  @Override
  public List<Option<?>> options() {
    return List.of(SPOT, ZONE);
  }

  @Override
  public SpecCatalog catalog(Options options) {
    return catalogs.get(options.edition());
  }

  @Override
  public GpuUses uses(Options options) {
    return uses.get();
  }

  @Override
  public GpuRequest request(PodView pod, Options options) {
    return GpuRequest.of(Devices.any());
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    Note note = Note.of("pod.read", "read by the test cloud");
    return pod.annotation("gpu")
        .map(
            name ->
                PodReading.of(
                    GpuRequest.of(name).cpu(1), PodField.annotation("gpu"), List.of(note)))
        .orElseGet(
            () ->
                pod.annotation("refuse").isPresent()
                    ? PodReading.refused(
                        GpuRequest.of("T4"),
                        List.of(note),
                        List.of(
                            new Rejection(
                                "annotation", List.of(Finding.unmet("gpu", "it is refused")))))
                    : PodReading.noGpu());
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return Placement.empty()
        .with(PodField.annotation("gpu"), found.shape().spec().gpu(), "the GPU", LIST)
        .with(PodField.annotation("zone"), options.get(ZONE).orElse("any"), "the zone", LIST)
        .with(PodField.annotation("spot"), options.get(SPOT).toString(), "spot or not", LIST);
  }
}
