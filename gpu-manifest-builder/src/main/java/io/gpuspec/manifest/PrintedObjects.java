package io.gpuspec.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.GpuSpecException;
import io.gpuspec.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Objects as they are printed for {@code kubectl apply -f -}. */
final class PrintedObjects {
  private PrintedObjects() {}

  /** As YAML documents, with what is to stand above the entries of each. */
  static Text yaml(List<HasMetadata> objects, Function<Object, Map<String, String>> comments) {
    List<String> documents = new ArrayList<>();
    for (HasMetadata object : objects) {
      Object tree = Json.MAPPER.convertValue(object, Object.class);
      documents.add(YamlWriter.write(tree, comments.apply(tree)));
    }
    return Text.of(YamlWriter.join(documents));
  }

  /** As one JSON document: a List, or the file itself, which is no object of the API server. */
  static String json(List<HasMetadata> objects) {
    try {
      if (objects.size() == 1 && isFile(objects.get(0))) {
        return Json.writer().writeValueAsString(objects.get(0));
      }
      ObjectNode list = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "List");
      list.set("items", Json.MAPPER.valueToTree(objects));
      return Json.writer().writeValueAsString(list);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException("these manifests cannot be written: " + e.getMessage(), e);
    }
  }

  /** Such as {@code Job train, Service train}. */
  static String names(List<HasMetadata> objects) {
    return objects.stream().map(PrintedObjects::name).collect(Collectors.joining(", "));
  }

  private static String name(HasMetadata object) {
    return isFile(object)
        ? object.getKind()
        : object.getKind() + " " + object.getMetadata().getName();
  }

  /** Whether it is no object of the API server, such as the kubelet's file, which has no name. */
  private static boolean isFile(HasMetadata object) {
    return object.getMetadata() == null;
  }

  /** A copy to the last value: fabric8's builders share quantities, which can be changed. */
  static HasMetadata copy(HasMetadata object) {
    return Json.MAPPER.convertValue(object, object.getClass());
  }
}
