package io.gpuspec.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.rule.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gpuspec schema}. */
@Command(
    name = "schema",
    description =
        "Writes the JSON Schema of a kind of file, with which editors complete it, or of an answer.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec schema intent > gpu-workload.schema.json",
      "  gpuspec schema settings > gpuspec.schema.json",
      "  gpuspec schema overlay --lang zh > overlay.schema.json"
    })
final class SchemaCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DEFINITIONS = "$defs";
  private static final String REFERENCE = "$ref";
  private static final String DESCRIPTION = "description";

  /** A kind of file. */
  enum Kind {
    /** Workloads and platform objects. */
    INTENT("manifest/gpu-workload"),
    /** A catalog of shapes. */
    CATALOG("catalog"),
    /** What is added to a catalog or changed in it. */
    OVERLAY("overlay"),
    /** Settings of the inspector. */
    SETTINGS("manifest/inspect/settings"),
    /** What match answers as JSON. */
    MATCH("json/match");

    private final String file;

    Kind(String file) {
      this.file = "/io/gpuspec/" + file + ".schema.json";
    }
  }

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "intent|catalog|overlay|settings|match",
      description =
          "Intents, catalogs, overlays, the settings of the inspector in .gpuspec.yaml, or what match"
              + " -o json answers.")
  private Kind kind = Kind.INTENT;

  SchemaCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    ObjectNode schema = read(kind);
    if (kind == Kind.OVERLAY) {
      // An editor has one file, and no other to find by its name.
      schema.set(DEFINITIONS, read(Kind.CATALOG).get(DEFINITIONS));
    }
    translate(schema);
    if (kind == Kind.SETTINGS) {
      fill((ObjectNode) schema.path("properties"));
    }
    console.json(PrettyJson.write(schema));
    return Main.YES;
  }

  private static ObjectNode read(Kind kind) throws IOException {
    try (InputStream in = Objects.requireNonNull(Gpus.class.getResourceAsStream(kind.file))) {
      return (ObjectNode) JSON.readTree(in);
    }
  }

  /** Descriptions in the reader's language, and references within the file. */
  private void translate(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        String name = field.getKey();
        if (!field.getValue().isTextual()) {
          translate(field.getValue());
        } else if (name.equals(DESCRIPTION) || name.equals("title")) {
          field.setValue(TextNode.valueOf(console.phrases().words(field.getValue().asText())));
        } else if (name.equals(REFERENCE)) {
          field.setValue(TextNode.valueOf(field.getValue().asText().replaceFirst("^[^#]+", "")));
        }
      }
    } else {
      node.forEach(this::translate);
    }
  }

  /** The names that settings can have: rules with their titles, groups, and targets. */
  private void fill(ObjectNode properties) {
    Gpus gpus = Gpus.load();
    Map<String, String> names = new TreeMap<>();
    for (Rule rule : Inspector.of(gpus).rules()) {
      names.put(rule.id(), rule.words(console.terminal().language().locale()).title());
      names.putIfAbsent(rule.group(), "");
    }
    for (String list : new String[] {"include", "exclude"}) {
      ObjectNode items = (ObjectNode) properties.path(list).path("items");
      ArrayNode words = items.putArray("enum");
      ArrayNode titles = items.putArray("enumDescriptions");
      names.forEach(
          (name, title) -> {
            words.add(name);
            titles.add(title);
          });
    }
    ObjectNode severity = (ObjectNode) properties.path("severity");
    JsonNode values = severity.path("additionalProperties");
    ObjectNode rules = severity.putObject("properties");
    names.forEach(
        (name, title) -> {
          ObjectNode rule = rules.putObject(name);
          if (!title.isEmpty()) {
            rule.put(DESCRIPTION, title);
          }
          rule.setAll((ObjectNode) values);
        });
    severity.put("additionalProperties", false);
    ArrayNode targets = ((ObjectNode) properties.path("provider")).putArray("enum");
    gpus.targets().stream().map(Target::id).forEach(targets::add);
  }
}
