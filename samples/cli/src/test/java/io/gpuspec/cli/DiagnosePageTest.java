package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.diagnosis.Symptom;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of the page on diagnosis say what the library knows. */
class DiagnosePageTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern SYMPTOM = Pattern.compile("--symptom ([a-z-]+)");

  private static String page() throws IOException {
    return Files.readString(Guides.root().resolve("docs/diagnose.md"));
  }

  private static List<String[]> rows(String heading) throws IOException {
    String section = page().split("## " + heading + "\n", 2)[1].split("\n## ", 2)[0];
    return section
        .lines()
        .filter(line -> line.startsWith("|"))
        .skip(2)
        .map(line -> line.substring(2, line.length() - 2).split(" \\| ", -1))
        .toList();
  }

  private static Stream<String> codes(String cell) {
    return CODE.matcher(cell).results().map(match -> match.group(1));
  }

  static Stream<Arguments> reported() throws IOException {
    return rows("Problems that users reported").stream()
        .map(row -> Arguments.of(row[0], row[1], row[2]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reported")
  void aMessageThatUsersReportedIsDiagnosedAsThePageSays(String thread, String said, String id) {
    String text = codes(said).collect(Collectors.joining("\n"));

    assertThat(Diagnosis.of(text).causes().get(0).problem().id())
        .as(thread)
        .isEqualTo(codes(id).findFirst().orElseThrow());
  }

  @Test
  void everyRowOfTheDocumentsNamesAProblemOrASymptomThatIsKnown() throws IOException {
    Set<String> known =
        KnownProblem.all().stream().map(KnownProblem::id).collect(Collectors.toSet());
    Set<String> symptoms = Symptom.all().stream().map(Symptom::id).collect(Collectors.toSet());
    List<String[]> rows = rows("Rows of the documents");

    assertThat(rows).hasSizeGreaterThan(20);
    for (String[] row : rows) {
      assertThat(codes(row[2]).toList()).as(row[0]).isNotEmpty();
      codes(row[2])
          .forEach(
              code ->
                  assertThat(
                          known.contains(code)
                              || symptoms.contains(code)
                              || code.startsWith("build ")
                              || SYMPTOM
                                  .matcher(code)
                                  .results()
                                  .anyMatch(match -> symptoms.contains(match.group(1))))
                      .as("%s: %s", row[0], code)
                      .isTrue());
    }
  }
}
