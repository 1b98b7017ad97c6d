package io.gpuspec.tke.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.NodeAgents;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.ProviderFiles;
import io.gpuspec.tke.Tke;
import java.util.List;
import java.util.Optional;

/** The target {@code tke}. */
public final class SuperNode implements GpuProvider {
  private static final List<String> EDITIONS = List.of("2026-01", "2023-06");

  private final ProviderFiles files =
      ProviderFiles.of("tke", EDITIONS, SuperNode.class::getResourceAsStream);

  /** For {@link java.util.ServiceLoader}. */
  public SuperNode() {}

  @Override
  public String id() {
    return "tke";
  }

  @Override
  public Optional<String> page() {
    return Optional.of(Pages.TKE);
  }

  @Override
  public List<String> editions() {
    return EDITIONS;
  }

  @Override
  public List<Option<?>> options() {
    return Tke.options();
  }

  @Override
  public SpecCatalog catalog(Options options) {
    return files.catalog(options);
  }

  @Override
  public GpuUses uses(Options options) {
    return files.uses();
  }

  @Override
  public GpuRequest need(PodView pod, Options options) {
    return PodNeed.of(pod).request();
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return new PodReader(pod, catalog).read();
  }

  @Override
  public NodeLabels nodeLabels(Options options) {
    return new EkletLabels();
  }

  @Override
  public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
    return NodeAgents.without(
        "no DaemonSet runs on a super node, which gives a pod its GPUs itself",
        Documents.VIRTUAL_NODES);
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    return SuperNodePlacement.of(found, options);
  }

  @Override
  public void checkKind(String kind, Options options) {
    KindRules.check(kind, options);
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return SuperNodeFields.meaning(field, value);
  }

  /** Pods start slower without an image cache, and run all the same. */
  @Override
  public FieldMeaning meaning(String apiVersion, String kind) {
    return apiVersion.startsWith("eks.cloud.tencent.com/")
        ? FieldMeaning.SETTING
        : FieldMeaning.OWNERS;
  }
}
