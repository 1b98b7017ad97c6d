package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.Map;

/**
 * An object to be printed, as a tree; the fabric8 object is made from it on demand.
 *
 * @param type fabric8's class for it
 * @param tree never changed
 */
record ManifestObject(Class<? extends HasMetadata> type, Map<String, Object> tree) {
  /** What a file without a kind is called. */
  static final String VALUES = "values for Helm";

  /** A copy to the last value: fabric8's builders share quantities, which can be changed. */
  static ManifestObject of(HasMetadata object) {
    return new ManifestObject(object.getClass(), YamlTree.ofModel(object));
  }

  /** A new object of fabric8's. */
  HasMetadata model() {
    return Json.MAPPER.convertValue(tree, type);
  }

  /**
   * Returns whether it is not an object of the API server, such as the kubelet's file, which has no
   * name, or a chart's values, which have no kind.
   */
  boolean isFile() {
    return !tree.containsKey("metadata");
  }

  /** Returns text such as {@code Job train}. */
  @Override
  public String toString() {
    return isFile()
        ? String.valueOf(tree.getOrDefault("kind", VALUES))
        : tree.get("kind") + " " + YamlTree.map(tree, "metadata").get("name");
  }
}
