package io.gpuspec.tke.internal;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.ObjectKind;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.internal.rules.Documents;
import java.util.List;

/** The target {@code tke}. */
public final class SuperNode extends FileProvider {
  private static final List<String> EDITIONS = List.of("2026-01", "2023-06");

  /** Creates the provider for {@link java.util.ServiceLoader}. */
  public SuperNode() {
    super("tke", Documents.PAGE, EDITIONS, Tke.options(), SuperNode.class::getResourceAsStream);
  }

  @Override
  public List<ObjectKind<?>> objectKinds() {
    return List.of(ImageCacheKind.KIND);
  }

  @Override
  public GpuRequest request(PodView pod, Options options) {
    return SuperNodeRequest.of(pod).request();
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    return AnnotationRules.refusal(pod, options)
        .map(why -> new SuperNodeReader(pod, catalog, options).read().refusing(why))
        .orElseGet(() -> new SuperNodeReader(pod, catalog, options).read());
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
    AnnotationRules.checkKind(kind, options);
  }

  @Override
  public FieldMeaning meaning(PodField field, String value) {
    return SuperNodeFields.meaning(field, value);
  }

  /** Pods start slower without an image cache, and run all the same. */
  @Override
  public FieldMeaning meaning(String apiVersion, String kind) {
    return apiVersion.startsWith("eks.cloud.tencent.com/")
        ? FieldMeaning.PROVIDER_SETTING
        : FieldMeaning.USER_FIELD;
  }
}
