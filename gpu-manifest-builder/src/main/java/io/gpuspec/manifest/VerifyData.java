package io.gpuspec.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The file {@code verify.yaml}, which explains its fields.
 *
 * @param facts JSON Pointers by name
 * @param words texts by name
 * @param kinds more words by kind
 */
record VerifyData(
    Map<String, String> facts,
    Map<String, String> words,
    Map<String, Map<String, String>> kinds,
    List<Check> workload,
    List<Check> others) {

  static final VerifyData FILE = read();

  /**
   * A command.
   *
   * @param of the kinds that it is for; any if empty
   * @param when patterns of facts
   */
  record Check(Set<String> of, Map<String, String> when, String why, String run, boolean detail) {

    private static Check of(JsonNode check) {
      Set<String> of = new TreeSet<>();
      check.path("of").forEach(kind -> of.add(kind.asText()));
      return new Check(
          of,
          texts(check.path("when")),
          check.path("why").asText(),
          check.path("run").asText(),
          check.path("detail").asBoolean());
    }
  }

  private static VerifyData read() {
    String file = "verify.yaml";
    try (InputStream in = VerifyData.class.getResourceAsStream(file)) {
      JsonNode root =
          Json.MAPPER.valueToTree(
              new Load(LoadSettings.builder().build())
                  .loadFromInputStream(Objects.requireNonNull(in, file)));
      Map<String, Map<String, String>> kinds = new LinkedHashMap<>();
      root.path("kinds").properties().forEach(e -> kinds.put(e.getKey(), texts(e.getValue())));
      return new VerifyData(
          texts(root.path("facts")),
          texts(root.path("words")),
          kinds,
          checks(root.path("workload")),
          checks(root.path("others")));
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<Check> checks(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(Check::of).toList();
  }

  private static Map<String, String> texts(JsonNode map) {
    Map<String, String> texts = new LinkedHashMap<>();
    map.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }

  /** Returns what a fact or word is made of, for a kind; a word of the kind wins. */
  Optional<String> word(String kind, String name) {
    return Optional.ofNullable(kinds.getOrDefault(kind, Map.of()).get(name))
        .or(() -> Optional.ofNullable(words.get(name)));
  }
}
