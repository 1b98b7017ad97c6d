package io.gpuspec.fuzz;

import io.gpuspec.internal.yaml.YamlDialect;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlNode;
import io.gpuspec.internal.yaml.YamlReader;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.read.Workload;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * A manifest of which lines were changed: it is refused at a place, or read as snakeyaml-engine
 * reads it.
 *
 * <p>The first line of the input is the changes, three characters each: the line, the change, and
 * what is written. The rest is the manifest.
 */
final class Mutated {
  private static final int MOST_CHANGES = 8;

  /** A refusal begins with the file, a line and a column. */
  private static final Pattern PLACE = Pattern.compile("(?s)file:[1-9][0-9]*:[1-9][0-9]*: .*");

  /** What YAML reads in more than one way, or not at all. */
  private static final List<String> TEXTS =
      List.of(
          "null",
          "~",
          "yes",
          "0x1F",
          "0o17",
          "012",
          "1_000",
          "1e3",
          ".5",
          "-.inf",
          "12:30",
          "2026-01-01",
          "'it''s'",
          "\"a\\tb\"",
          "\"a\\x41\\u00e9\"",
          "[a, b]",
          "{a: 1, b: [c]}",
          "|",
          "|2-",
          ">-",
          "&a x",
          "*a",
          "!!str 1",
          "!!int '1'",
          "!x y",
          "- a",
          "? a",
          ": a",
          "# c",
          "a # c",
          "a#c",
          "---",
          "...",
          "%YAML 1.2",
          "<<: *a",
          "{{ .Values.a }}",
          "'",
          "\"",
          "[",
          "}",
          "@a",
          "`a",
          "a: b: c",
          "é",
          "\u0085",
          "\u2028",
          "\ufeff",
          "\ud83d\ude00",
          "\t",
          "");

  private Mutated() {}

  static void manifest(String input) {
    String[] parts = input.split("\n", 2);
    String text = parts.length == 1 ? input : changed(parts[1], parts[0]);
    Optional<List<Node>> expected = byEngine(text);
    // The engine merges mappings by its core schema, and a catalog does not.
    if (!text.contains("<<")) {
      compare(text, expected);
    }
    workloads(text, expected);
  }

  private static String changed(String manifest, String changes) {
    List<String> lines = new ArrayList<>(manifest.lines().toList());
    for (int at = 0; at + 2 < changes.length() && at < 3 * MOST_CHANGES; at += 3) {
      if (!lines.isEmpty()) {
        change(lines, changes.charAt(at), changes.charAt(at + 1), changes.charAt(at + 2));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static void change(List<String> lines, int where, int how, int what) {
    int at = where % lines.size();
    String line = lines.get(at);
    String text = Clouds.pick(TEXTS, what);
    int colon = line.indexOf(": ");
    switch (how % 8) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, line);
      case 2 -> lines.set(at, "  " + line);
      case 3 -> lines.set(at, line.startsWith("  ") ? line.substring(2) : line);
      case 4 -> lines.add(what % (lines.size() + 1), line);
      case 5 -> lines.set(at, (colon < 0 ? line : line.substring(0, colon + 2)) + text);
      case 6 ->
          lines.add(at, line.substring(0, line.length() - line.stripLeading().length()) + text);
      default -> lines.set(at, text + line);
    }
  }

  /** The documents by snakeyaml-engine; empty if it refuses them. */
  private static Optional<List<Node>> byEngine(String text) {
    LoadSettings settings =
        LoadSettings.builder().setSchema(new CoreSchema()).setAllowDuplicateKeys(true).build();
    List<Node> documents = new ArrayList<>();
    try {
      new Compose(settings).composeAllFromString(text).forEach(documents::add);
      return Optional.of(documents);
    } catch (YamlEngineException e) {
      return Optional.empty();
    }
  }

  private static void compare(String text, Optional<List<Node>> expected) {
    List<YamlNode> documents = new ArrayList<>();
    try {
      YamlReader.of("file", text, YamlDialect.CORE, Optional.of(duplicate -> {}))
          .forEachRemaining(documents::add);
    } catch (GpuSpecException refusal) {
      Laws.refusal(refusal);
      Laws.check(PLACE.matcher(refusal.getMessage()).matches(), "no place", refusal.getMessage());
      return;
    }
    Laws.check(expected.isPresent(), "read, but refused by snakeyaml-engine", text);
    // A document with nothing in it is ignored, as kubectl does.
    Iterator<Node> nodes =
        expected.orElseThrow().stream().filter(node -> !node.getTag().equals(Tag.NULL)).iterator();
    for (YamlNode document : documents) {
      Laws.check(nodes.hasNext(), "more documents than snakeyaml-engine", text);
      same(document, nodes.next(), text);
    }
    Laws.check(!nodes.hasNext(), "fewer documents than snakeyaml-engine", text);
  }

  private static void same(YamlNode ours, Node theirs, String text) {
    if (ours instanceof YamlScalar scalar) {
      Laws.check(theirs instanceof ScalarNode, "a scalar", text);
      Laws.equal(((ScalarNode) theirs).getValue(), scalar.text(), "a scalar's text");
      Laws.equal(kind(theirs.getTag()), scalar.kind(), "the kind of " + scalar.text());
    } else if (ours instanceof YamlSequence sequence) {
      Laws.check(theirs instanceof SequenceNode, "a sequence", text);
      List<Node> items = ((SequenceNode) theirs).getValue();
      Laws.equal(items.size(), sequence.items().size(), "the length of a sequence");
      for (int i = 0; i < items.size(); i++) {
        same(sequence.items().get(i), items.get(i), text);
      }
    } else {
      Laws.check(theirs instanceof MappingNode, "a mapping", text);
      Map<String, io.gpuspec.internal.yaml.YamlEntry> entries = ((YamlMapping) ours).entries();
      Set<String> keys = new HashSet<>();
      List<NodeTuple> tuples = ((MappingNode) theirs).getValue();
      // Of a key that is there twice, the last counts.
      for (int i = tuples.size() - 1; i >= 0; i--) {
        String key = ((ScalarNode) tuples.get(i).getKeyNode()).getValue();
        if (keys.add(key)) {
          Laws.check(entries.containsKey(key), "a key: " + key, text);
          same(entries.get(key).value(), tuples.get(i).getValueNode(), text);
        }
      }
      Laws.equal(keys, entries.keySet(), "the keys of a mapping");
    }
  }

  private static YamlKind kind(Tag tag) {
    if (tag.equals(Tag.NULL)) {
      return YamlKind.NULL;
    }
    if (tag.equals(Tag.BOOL)) {
      return YamlKind.BOOL;
    }
    if (tag.equals(Tag.INT)) {
      return YamlKind.INT;
    }
    return tag.equals(Tag.FLOAT) ? YamlKind.FLOAT : YamlKind.STRING;
  }

  /** What is read into workloads is in the documents, and what is no YAML is a problem. */
  private static void workloads(String text, Optional<List<Node>> expected) {
    Optional<WorkloadFile> read = Laws.read(() -> WorkloadFile.parse("file", text));
    if (read.isEmpty()) {
      return;
    }
    WorkloadFile file = read.get();
    file.problems()
        .forEach(
            problem -> {
              Laws.refusal(problem);
              Laws.check(problem.line() >= 1 && problem.column() >= 1, "no place", text);
            });
    if (expected.isEmpty()) {
      // Templates are no YAML; what is read around them is noted.
      boolean told = !file.problems().isEmpty() || !file.notes().isEmpty() || text.contains("{{");
      Laws.check(told, "not YAML, and nothing is said", text);
      return;
    }
    Set<String> scalars = new HashSet<>();
    expected.get().forEach(node -> collect(node, scalars, 0));
    if (!text.contains("{{")) {
      for (Workload workload : file.workloads()) {
        Laws.read(workload::pod)
            .ifPresent(
                pod -> {
                  pod.nodeSelector().values().forEach(value -> known(value, scalars, text));
                  pod.annotations().values().forEach(value -> known(value, scalars, text));
                });
      }
    }
  }

  private static void known(String value, Set<String> scalars, String text) {
    Laws.check(scalars.contains(value), "a value that is not in the file: " + value, text);
  }

  private static void collect(Node node, Set<String> scalars, int depth) {
    if (depth > 100) {
      return;
    }
    if (node instanceof ScalarNode scalar) {
      scalars.add(scalar.getValue());
    } else if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(item -> collect(item, scalars, depth + 1));
    } else if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(tuple -> collect(tuple.getValueNode(), scalars, depth + 1));
    }
  }
}
