package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of the documents' manifests is whole, and its approved files are what it says. */
class DocumentsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "documents.md");
  private static final Path FILES =
      Path.of("src", "test", "resources", "io", "gpuspec", "manifest", "documents");
  private static final Pattern ROW =
      Pattern.compile(
          "\\| \\[(?<document>[a-z-]+-guide-[^]]+)]\\((?<golden>[^)]+)\\) \\| `(?<test>[^`]+)` \\| (?<target>[^|]+) \\| (?<shape>[^|]*) \\| (?<corrections>[^|]+) \\|");

  /** A line of the table. */
  private record Row(String document, Path golden, String test, String target, String shape) {
    private Row(Matcher line) {
      this(
          line.group("document"),
          PAGE.resolveSibling(line.group("golden")),
          line.group("test"),
          line.group("target"),
          line.group("shape").strip());
    }

    /** Such as {@code ack gpu-scheduling=topology}. */
    private Target on(Gpus gpus) {
      String[] words = target.split(" ");
      Target on = gpus.in(words[0]);
      for (String option : Arrays.asList(words).subList(1, words.length)) {
        on = on.with(option.split("=")[0], option.split("=")[1]);
      }
      return on;
    }

    @Override
    public String toString() {
      return document;
    }
  }

  private static Stream<Row> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| ["))
        .map(
            line -> {
              Matcher row = ROW.matcher(line);
              assertThat(row.matches()).as(line).isTrue();
              return new Row(row);
            });
  }

  @Test
  void everyManifestOfTheDocumentsHasALine() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      assertThat(rows().map(Row::document))
          .containsExactlyElementsOf(
              files
                  .map(file -> file.getFileName().toString().replace(".yaml", ""))
                  .sorted()
                  .toList());
    }
  }

  @Test
  void everyApprovedFileOfTheDocumentsIsNamed() throws IOException {
    Path approved = FILES.resolveSibling("approved").resolve("documents");
    Set<String> named =
        rows().map(row -> row.golden().getFileName().toString()).collect(Collectors.toSet());

    try (Stream<Path> files = Files.list(approved)) {
      assertThat(files).allSatisfy(f -> assertThat(named).contains(f.getFileName().toString()));
    }
  }

  /** What any cluster needs once lands nowhere. */
  private static Stream<Row> workloads() throws IOException {
    return rows().filter(row -> !row.target().equals("any"));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void theApprovedFileLandsWhereThePageSays(Row row) throws IOException {
    FileMatches read =
        WorkloadFile.parse(row.document(), Files.readString(row.golden())).on(row.on(Gpus.load()));

    assertThat(read.problems()).isEmpty();
    assertThat(
            read.matches().stream()
                .flatMap(each -> each.match().stream())
                .map(match -> match.orThrow().toString().replaceFirst("  on .*", "")))
        .isEqualTo(row.shape().isEmpty() ? List.of() : List.of(row.shape().split("; ")));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theApprovedFileIsOfObjectsWithAKindAndAName(Row row) throws IOException {
    assertThat(Trees.read(Files.readString(row.golden())))
        .isNotEmpty()
        .allSatisfy(
            object -> {
              Map<?, ?> tree = (Map<?, ?>) object;
              assertThat(tree.get("kind")).asString().isNotEmpty();
              if (tree.get("kind").equals("KubeletConfiguration")) {
                // A file of a node, and no object of the API server.
                return;
              }
              assertThat(((Map<?, ?>) tree.get("metadata")).get("name")).asString().isNotEmpty();
            });
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theTestThatIsNamedExists(Row row) throws ClassNotFoundException {
    String[] names = row.test().split("\\.");
    String inPackage = names[0].startsWith("Gang") ? ".gang." : ".";

    assertThat(
            Class.forName(getClass().getPackageName() + inPackage + names[0]).getDeclaredMethods())
        .extracting(Method::getName)
        .contains(names[1]);
  }
}
