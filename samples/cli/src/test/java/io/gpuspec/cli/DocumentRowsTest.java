package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the page on the documents' lines is shown by its command. */
class DocumentRowsTest {
  private static final String PAGE = "docs/document-rows.md";
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| ([^|]+) \\| ([^|]+) \\| `(\\./gpuspec [^`]+)` prints `([^`]+)` \\|$");
  private static final Pattern LINES = Pattern.compile("[0-9]+(-[0-9]+)?(, [0-9]+(-[0-9]+)?)*");

  /**
   * A row.
   *
   * @param printed a part of what the command prints
   */
  record Row(String lines, String says, String command, String printed) {}

  static List<Row> rows() throws IOException {
    return ROW.matcher(new GuidePage(PAGE).text())
        .results()
        .map(row -> new Row(row.group(1), row.group(2), row.group(3), row.group(4)))
        .toList();
  }

  @TempDir private static Path folder;

  @BeforeAll
  static void writeFiles() throws IOException {
    new GuidePage(PAGE).writeFiles(folder);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theCommandPrintsIt(Row row) {
    Run run = PageCommand.in("$ " + row.command() + "\n").get(0).run(folder);

    assertThat(run.status()).as(row.command()).isLessThan(2);
    assertThat(PageCommand.local(run.out() + run.err(), folder))
        .as(row.command())
        .contains(row.printed());
  }

  @Test
  void rowsAreWellFormedAndNoneIsADuplicate() throws IOException {
    List<Row> rows = rows();

    assertThat(rows).hasSizeGreaterThan(80).doesNotHaveDuplicates();
    assertThat(rows).allSatisfy(row -> assertThat(row.lines()).matches(LINES));
    assertThat(new GuidePage(PAGE).text().lines().filter(line -> line.contains("` prints `")))
        .hasSameSizeAs(rows);
  }
}
