package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Label;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the page on new providers shows is what stands in the code. */
class NewProviderPageTest {
  private static final Path PAGE = Path.of("../../docs/new-provider.md");
  private static final Path JAVA = Path.of("src/test/java/io/gpuspec/contract");
  private static final Path CATALOG =
      Path.of("src/test/resources/io/gpuspec/contract/2026-03.json");

  private static final Path CLOUDS = CATALOG.resolveSibling("clouds.json");

  private static List<String> onPage(String pattern) throws IOException {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  @Test
  void theJavaIsTheRacks() throws IOException {
    String code =
        Files.readString(JAVA.resolve("Rack.java"))
            + Files.readString(JAVA.resolve("RackContractTest.java"));

    assertThat(onPage("```java\n(.*?)```")).hasSize(4).allMatch(code::contains);
  }

  @Test
  void theRowsAreTheFiles() throws IOException {
    assertThat(onPage("```json\n(.*?)```"))
        .hasSize(2)
        .allMatch((Files.readString(CATALOG) + Files.readString(CLOUDS))::contains);
  }

  @Test
  void theTableListsEveryClause() throws IOException {
    List<String> clauses =
        Arrays.stream(ProviderContract.class.getInterfaces())
            .flatMap(group -> Arrays.stream(group.getDeclaredMethods()))
            .flatMap(
                method ->
                    Stream.concat(
                        Optional.ofNullable(method.getAnnotation(DisplayName.class)).stream()
                            .map(DisplayName::value),
                        Optional.ofNullable(method.getAnnotation(Label.class)).stream()
                            .map(Label::value)))
            .toList();

    assertThat(clauses).hasSizeGreaterThan(30);
    assertThat(onPage("\n\\| (`[a-z]+-[0-9]+` \\| [^\n]*) \\|"))
        .map(row -> row.replaceFirst("`(.*)` \\| ", "[$1] "))
        .containsExactlyInAnyOrderElementsOf(clauses);
  }
}
