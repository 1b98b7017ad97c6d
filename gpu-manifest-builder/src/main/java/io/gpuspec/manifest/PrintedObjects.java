package io.gpuspec.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Objects as they are printed for {@code kubectl apply -f -}. */
final class PrintedObjects {
  private PrintedObjects() {}

  /** Returns YAML documents, with the comments above the entries of each. */
  static Text yaml(List<ManifestObject> objects, Function<Object, Map<String, String>> comments) {
    List<String> documents = new ArrayList<>();
    for (ManifestObject object : objects) {
      documents.add(YamlWriter.write(object.tree(), comments.apply(object.tree())));
    }
    return Text.of(YamlWriter.join(documents));
  }

  /**
   * Returns one JSON document: a List, or the file itself, which is not an object of the API
   * server.
   */
  static String json(List<ManifestObject> objects) {
    try {
      if (objects.size() == 1 && objects.get(0).isFile()) {
        return Json.writer().writeValueAsString(objects.get(0).model());
      }
      ObjectNode list = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "List");
      list.set("items", Json.MAPPER.valueToTree(models(objects)));
      return Json.writer().writeValueAsString(list);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException(
          "manifest.unwritable", "these manifests cannot be written: " + e.getMessage(), e);
    }
  }

  /** The same objects as fabric8 has them. */
  static List<HasMetadata> models(List<ManifestObject> objects) {
    return objects.stream().map(ManifestObject::model).toList();
  }

  /** Returns text such as {@code Job train, Service train}. */
  static String names(List<ManifestObject> objects) {
    return objects.stream().map(ManifestObject::toString).collect(Collectors.joining(", "));
  }
}
