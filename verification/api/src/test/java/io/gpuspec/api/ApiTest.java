package io.gpuspec.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The public API is what the folder {@code api} says: a change of that folder is the review. */
class ApiTest {
  private static final Path FOLDER = Path.of("../../api");

  static List<Artifact> published() {
    return Artifact.PUBLISHED;
  }

  @ParameterizedTest
  @MethodSource("published")
  void theApiIsAsWrittenDown(Artifact artifact) throws Exception {
    List<String> written = Files.readAllLines(FOLDER.resolve(artifact.name() + ".txt"));
    List<String> changes = changes(written, artifact.api());
    assertThat(changes)
        .withFailMessage(
            "the public API is not what api/%s.txt says:%n%s%nIf that is meant, run verification/api/dump and commit the folder api with the change; docs/versioning.md says which changes may be made when.",
            artifact.name(), String.join("\n", changes))
        .isEmpty();
    assertThat(written).as("the order of verification/api/dump").isEqualTo(artifact.api());
  }

  @Test
  void nothingElseIsWrittenDown() throws Exception {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files)
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrderElementsOf(
              published().stream().map(each -> each.name() + ".txt").toList());
    }
  }

  @Test
  void aChangeIsShownAsALineThatWentAndOneThatCame() {
    assertThat(changes(List.of("A: int a()", "B: enum"), List.of("A: long a()", "B: enum")))
        .containsExactly("  - A: int a()", "  + A: long a()");
  }

  private static List<String> changes(List<String> written, List<String> found) {
    List<String> changes = new ArrayList<>();
    written.stream().filter(line -> !found.contains(line)).forEach(it -> changes.add("  - " + it));
    found.stream().filter(line -> !written.contains(line)).forEach(it -> changes.add("  + " + it));
    return changes;
  }
}
