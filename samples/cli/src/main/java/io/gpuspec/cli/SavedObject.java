package io.gpuspec.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.value.InvalidValueException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A Kubernetes object as kubectl prints it. */
record SavedObject(JsonNode tree) {
  /** The output of kubectl for a large cluster exceeds the parser's default. */
  private static final int MOST_CHARACTERS = 256 << 20;

  /** Leaves nulls out: they say nothing. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .setDefaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL));

  /**
   * Fields that the server or a controller writes, and fields with a meaning only for that server.
   */
  private static final List<String> OF_THE_SERVER =
      List.of(
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "managedFields",
          "selfLink",
          // Owners are identified by their uid, and an object whose owner is gone is deleted.
          "ownerReferences");

  private static final List<String> ANNOTATIONS_OF_THE_SERVER =
      List.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          "deprecated.daemonset.template.generation");

  /** Returns the objects of a text, of which a List is taken apart. */
  static List<SavedObject> parse(String source, String text) {
    List<SavedObject> all = new ArrayList<>();
    LoadSettings settings =
        LoadSettings.builder().setLabel(source).setCodePointLimit(MOST_CHARACTERS).build();
    try {
      // From a text, SnakeYAML Engine 2.10 fails at a surrogate pair after 1,024 characters.
      InputStream bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
      for (Object document : new Load(settings).loadAllFromInputStream(bytes)) {
        if (document != null) {
          add(source, tree(source, document), all);
        }
      }
    } catch (YamlEngineException e) {
      throw new InvalidValueException(
              "backup.malformed",
              "%s: cannot be read as YAML or JSON; give what kubectl get ... -o json prints: %s"
                  .formatted(source, e.getMessage()),
              e)
          .see(ClusterBackup.PAGE);
    }
    return all;
  }

  /** YAML has keys that JSON has not. */
  private static JsonNode tree(String source, Object document) {
    try {
      return MAPPER.valueToTree(document);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(
              "backup.malformed",
              "%s: has a key that is not a string; give what kubectl get ... -o json prints"
                  .formatted(source),
              e)
          .see(ClusterBackup.PAGE);
    }
  }

  private static void add(String source, JsonNode document, List<SavedObject> all) {
    SavedObject object = new SavedObject(document);
    if (object.kind().isEmpty()) {
      throw new InvalidValueException(
              "backup.missing",
              "%s: a document has no kind, so it is no object of Kubernetes; give what kubectl get ... -o json prints"
                  .formatted(source))
          .see(ClusterBackup.PAGE);
    }
    if (object.kind().equals("List")) {
      document.path("items").forEach(item -> add(source, item, all));
    } else if (object.name().isEmpty()) {
      throw new InvalidValueException(
              "backup.missing",
              "%s: a %s has no name; give what kubectl get ... -o json prints"
                  .formatted(source, object.kind()))
          .see(ClusterBackup.PAGE);
    } else {
      all.add(object);
    }
  }

  String kind() {
    return tree.path("kind").asText();
  }

  String name() {
    return tree.at("/metadata/name").asText();
  }

  /** Returns its namespace; empty where it has none. */
  String namespace() {
    return tree.at("/metadata/namespace").asText();
  }

  /** Returns how an object of that kind and name in this one's namespace is called. */
  String beside(String kind, String name) {
    return called(kind, namespace(), name);
  }

  private static String called(String kind, String namespace, String name) {
    return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
  }

  /** Returns text such as {@code ResourceQuota team-a/gpu}. */
  @Override
  public String toString() {
    return called(kind(), namespace(), name());
  }

  /** Returns the object as somebody would write it: without what the server adds. */
  SavedObject written() {
    ObjectNode written = tree.deepCopy();
    written.remove("status");
    if (kind().equals("ServiceAccount")) {
      written.remove("secrets");
    }
    if (kind().equals("Namespace")) {
      // Its finalizers are the server's.
      written.remove("spec");
    }
    if (written.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove(OF_THE_SERVER);
      if (metadata.path("annotations") instanceof ObjectNode annotations) {
        annotations.remove(ANNOTATIONS_OF_THE_SERVER);
        if (annotations.isEmpty()) {
          metadata.remove("annotations");
        }
      }
    }
    return new SavedObject(written);
  }

  /** Returns the fields that another object has otherwise, such as {@code spec.hard.pods}. */
  List<String> differences(SavedObject other) {
    List<String> paths = new ArrayList<>();
    compare("", tree, other.tree, paths);
    return paths;
  }

  private static void compare(String path, JsonNode one, JsonNode other, List<String> paths) {
    if (one.isObject() && other.isObject()) {
      Set<String> keys = new LinkedHashSet<>();
      one.fieldNames().forEachRemaining(keys::add);
      other.fieldNames().forEachRemaining(keys::add);
      keys.forEach(
          key ->
              compare(
                  path.isEmpty() ? key : path + "." + key, one.path(key), other.path(key), paths));
    } else if (!one.equals(other)) {
      paths.add(path);
    }
  }

  /** Returns the items of the lists that a path leads to; {@code *} is every item of a list. */
  static Stream<JsonNode> items(JsonNode from, String... path) {
    Stream<JsonNode> here = Stream.of(from);
    for (String step : path) {
      here = here.flatMap(node -> step.equals("*") ? each(node) : Stream.of(node.path(step)));
    }
    return here;
  }

  private static Stream<JsonNode> each(JsonNode list) {
    Iterator<JsonNode> items = list.isArray() ? list.iterator() : List.<JsonNode>of().iterator();
    Iterable<JsonNode> all = () -> items;
    return StreamSupport.stream(all.spliterator(), false);
  }
}
