package io.gpuspec.judges;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.gpuspec.kube.KubeObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Objects of {@code resource.k8s.io} as trees and texts. */
final class ClaimObjectTexts {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VERSION = "resource.k8s.io/v1";

  private ClaimObjectTexts() {}

  /** The classes that NVIDIA's driver comes with. */
  static List<ObjectNode> classes() {
    ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
    try (InputStream in =
            Objects.requireNonNull(
                ClaimObjectTexts.class.getResourceAsStream("/claims/device-classes.yaml"));
        MappingIterator<ObjectNode> all = yaml.readerFor(ObjectNode.class).readValues(in)) {
      return all.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An object with a name and no more. */
  static ObjectNode object(String kind, String name) {
    ObjectNode object = JSON.createObjectNode().put("apiVersion", VERSION).put("kind", kind);
    object.putObject("metadata").put("name", name);
    return object;
  }

  /** A class whose devices match an expression. */
  static ObjectNode deviceClass(String name, String expression) {
    ObjectNode object = object("DeviceClass", name);
    object
        .putObject("spec")
        .putArray("selectors")
        .addObject()
        .putObject("cel")
        .put("expression", expression);
    return object;
  }

  /** One text with all of them. */
  static String list(List<ObjectNode> objects) {
    ObjectNode list = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    list.putArray("items").addAll(objects);
    return list.toPrettyString();
  }

  static ObjectNode tree(KubeObject object) {
    return JSON.valueToTree(object.tree());
  }

  /** The object of a tree that has a specification and no more. */
  static KubeObject object(JsonNode tree) {
    return KubeObject.of(
            tree.path("apiVersion").asText(),
            tree.path("kind").asText(),
            tree.at("/metadata/name").asText())
        .with(
            "spec",
            JSON.convertValue(tree.path("spec"), new TypeReference<Map<String, Object>>() {}));
  }
}
