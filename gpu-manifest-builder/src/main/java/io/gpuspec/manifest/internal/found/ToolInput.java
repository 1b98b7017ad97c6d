package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.Optional;
import java.util.stream.Stream;

/** Files that are not manifests but inputs of what writes manifests: Kustomize, Helm, us. */
public final class ToolInput {
  /** Source: Kubernetes, Declarative Management of Kubernetes Objects Using Kustomize. */
  private static final String KUSTOMIZE =
      "an input of Kustomize; give what it writes: kubectl kustomize DIR > FILE";

  /** Source: Helm, Charts. */
  private static final String HELM =
      "%s of a Helm chart; give what Helm writes: helm template CHART > FILE";

  private static final String INTENT =
      "an intent, not a manifest; write manifests from it, and see where they land: gpuspec build -f FILE";

  private ToolInput() {}

  /** Returns what an object of a kind of Kustomize's or our own is; empty for all others. */
  static Optional<String> ofKind(String apiVersion) {
    if (apiVersion.equals(Table.API_VERSION)) {
      return Optional.of(INTENT);
    }
    return apiVersion.startsWith("kustomize.config.k8s.io/")
        ? Optional.of(KUSTOMIZE)
        : Optional.empty();
  }

  /** Returns what a document without apiVersion or kind seems to be; empty if that is unknown. */
  public static Optional<String> withoutKind(YamlPlace document) {
    if (Stream.of("resources", "bases", "patches", "patchesStrategicMerge", "configMapGenerator")
        .anyMatch(key -> isList(document, key))) {
      return Optional.of(KUSTOMIZE);
    }
    if (document.find("apiVersion").isEmpty()) {
      return document.find("metadata").isEmpty() && document.find("spec").isEmpty()
          ? Optional.of(HELM.formatted("the values"))
          : Optional.empty();
    }
    return document.find("name").isPresent() && document.find("version").isPresent()
        ? Optional.of(HELM.formatted("the description"))
        : Optional.empty();
  }

  private static boolean isList(YamlPlace document, String key) {
    return document.find(key).filter(value -> value.node() instanceof YamlSequence).isPresent();
  }
}
