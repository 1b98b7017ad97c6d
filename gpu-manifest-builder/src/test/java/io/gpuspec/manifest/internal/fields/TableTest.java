package io.gpuspec.manifest.internal.fields;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Documents of a made-up kind, whose fields are of all kinds that a table has. */
class TableTest {
  private enum Size {
    SMALL,
    LARGE
  }

  /** What was read, in order. */
  private record Read(Map<String, Object> said) {
    Read and(String field, Object value) {
      Map<String, Object> all = new LinkedHashMap<>(said);
      all.merge(field, value, (one, other) -> one + " and " + other);
      return new Read(all);
    }

    static Read nothing() {
      return new Read(Map.of());
    }
  }

  private static Table<Read> inner() {
    return Table.<Read>of("Inner", "path")
        .text("path", "Where.", (read, text) -> read.and("path", text))
        .as(read -> read.said().get("path"));
  }

  private static Table<Read> table() {
    return Table.<Read>of("Outer", "name")
        .text("name", "Its name.", (read, text) -> read.and("name", text))
        .as(read -> read.said().get("name"))
        .amount("memory", "How much.", (read, text) -> read.and("memory", text))
        .whole("replicas", 0, "How many.", (read, number) -> read.and("replicas", number))
        .whole("port", 1, 65_535, "Which.", (read, number) -> read.and("port", number))
        .as(read -> read.said().get("port"))
        .flag("spot", "Whether.", read -> read.and("spot", true))
        .as(read -> read.said().get("spot"))
        .word("size", Size.class, "How large.", (read, size) -> read.and("size", size))
        .texts("args", "What.", (read, texts) -> read.and("args", List.of(texts)))
        .as(read -> read.said().get("args"))
        .items(
            "ports",
            Schema.list(Schema.port()),
            "Which.",
            (read, part) -> read.and("ports", part.longNumber()))
        .items(
            "mounts",
            1,
            inner(),
            part -> Read.nothing(),
            "Which.",
            (read, mount) -> read.and("mounts", mount.said()))
        .entries("labels", "Which.", (read, key, value) -> read.and("labels", key + '=' + value))
        .entries(
            "limits",
            new Schema.Amount(),
            "Which.",
            (read, key, value) -> read.and("limits", key + '=' + value.text()))
        .group("beside", inner(), "The same.")
        .part(
            "other",
            inner(),
            part -> Read.nothing(),
            "Another.",
            (read, other) -> read.and("other", other.said()))
        .field(
            "selector",
            Schema.either(Schema.text(), new Schema.Whole(1, 9), new Schema.Truth()),
            "Any.",
            (read, part) -> read.and("selector", part.text()))
        .with(Table.<Read>of("More").text("more", "More.", (read, text) -> read.and("more", text)));
  }

  private final List<ManifestException> problems = new ArrayList<>();

  private Map<String, Object> read(String yaml) {
    YamlPlace place = YamlDocuments.of("a.yaml", yaml).iterator().next();
    Optional<Object> tree = table().schema().read(place, problems);
    return table().read(new Part(place, tree.orElseThrow(), problems), Read.nothing()).said();
  }

  private List<String> problemsOf(String yaml) {
    problems.clear();
    read(yaml);
    return problems.stream().map(ManifestException::getMessage).toList();
  }

  @Test
  void everyKindOfFieldIsReadInTheOrderOfTheTable() {
    assertThat(
            read(
                """
                more: last
                name: a
                memory: 4
                replicas: 0
                port: 65535
                spot: true
                size: LARGE
                args: [x, z]
                ports: [1, 65535]
                mounts: [{path: /a}, {path: /b}]
                labels: {app: b}
                limits: {cpu: 500m, memory: 1}
                other: {path: /c}
                selector: 9
                """))
        .containsExactly(
            Map.entry("name", "a"),
            Map.entry("memory", "4"),
            Map.entry("replicas", 0),
            Map.entry("port", 65_535),
            Map.entry("spot", true),
            Map.entry("size", Size.LARGE),
            Map.entry("args", List.of("x", "z")),
            Map.entry("ports", "1 and 65535"),
            Map.entry("mounts", "{path=/a} and {path=/b}"),
            Map.entry("labels", "app=b"),
            Map.entry("limits", "cpu=500m and memory=1"),
            Map.entry("other", Map.of("path", "/c")),
            Map.entry("selector", "9"),
            Map.entry("more", "last"));
    assertThat(problems).isEmpty();
  }

  @Test
  void aFlagThatIsFalseChangesNothing() {
    assertThat(read("{name: a, spot: false}")).containsOnlyKeys("name");
  }

  @Test
  void eitherIsDecidedByTheFormOfTheValue() {
    assertThat(read("{name: a, selector: all}")).containsEntry("selector", "all");
    assertThat(read("{name: a, selector: true}")).containsEntry("selector", "true");
    assertThat(problemsOf("{name: a, selector: 10}"))
        .containsExactly("a.yaml:1:21: selector: '10' is out of range; write 1 to 9");
    assertThat(problemsOf("{name: a, selector: [b]}"))
        .singleElement()
        .asString()
        .startsWith("a.yaml:1:21: selector: ");
  }

  @Test
  void whatIsWrongIsToldWithItsPlaceAndTheRestIsRead() {
    assertThat(
            problemsOf(
                """
                port: 65536
                replicas: -1
                size: MEDIUM
                args: []
                mounts: [{}]
                nome: a
                memory: true
                spot: 1
                """))
        .containsExactlyInAnyOrder(
            "a.yaml:1:1: the document: 'name' is missing; add it",
            "a.yaml:1:7: port: '65536' is out of range; write 1 to 65535",
            "a.yaml:2:11: replicas: '-1' is out of range; write 0 to 2147483647",
            "a.yaml:3:7: size: word 'MEDIUM' is not known (known: SMALL, LARGE)",
            "a.yaml:4:7: args: the list is empty; fill it, or remove it",
            "a.yaml:5:10: mounts[0]: 'path' is missing; add it",
            "a.yaml:6:1: the document: field 'nome' is not known; did you mean name? (known: args, beside, labels, limits, memory, more, mounts, name, other, port, ports, replicas, selector, size, spot)",
            "a.yaml:7:9: memory: expected a string, found the boolean true; quote it: 'true'",
            "a.yaml:8:7: spot: expected a boolean, found the integer 1; write true or false, without quotes");
  }

  @Test
  void whatSaysNothingIsNotWritten() {
    Read read =
        Read.nothing()
            .and("port", 80)
            .and("spot", false)
            .and("args", List.of())
            .and("name", "a")
            .and("memory", "4Gi");

    assertThat(table().write(read)).containsExactly(Map.entry("name", "a"), Map.entry("port", 80));
    assertThat(table().write(Read.nothing().and("path", "/a").and("args", List.of("b"))))
        .containsExactly(
            Map.entry("args", List.of("b")), Map.entry("beside", Map.of("path", "/a")));
  }

  @Test
  void theSchemaHasTheTextsOfTheFields() {
    Schema.Fields inner = inner().schema();
    Table<Read> described = Table.<Read>of("Described").described(inner);

    assertThat(table().schema().texts())
        .containsEntry("name", "Its name.")
        .containsEntry("more", "More.");
    assertThat(table().schema().required()).containsExactly("name");
    assertThat(described.schema())
        .isEqualTo(new Schema.Fields("Described", inner.fields(), Set.of(), inner.texts()));
  }
}
