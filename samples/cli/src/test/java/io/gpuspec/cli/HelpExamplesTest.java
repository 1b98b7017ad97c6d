package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The examples at the end of each command's help, with the files that they name. */
class HelpExamplesTest {
  static final String PROGRAM = "gpuspec ";

  @TempDir private Path folder;

  static Stream<CommandLine> commands() {
    return CatalogAndBuildCommandTest.withSubcommands(
            Main.commandLine(new Console(new StringWriter(), System.err)))
        // The launcher starts JShell itself; JShellPageTest runs it.
        .filter(command -> !command.getCommandName().equals("shell"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandEndsItsHelpWithExamplesThatRun(CommandLine command)
      throws IOException, URISyntaxException {
    List<String> examples =
        HelpFooter.of(command.getCommandSpec()).examples().stream()
            .filter(line -> line.contains(PROGRAM))
            .toList();
    copyFiles(folder);

    assertThat(examples).hasSizeGreaterThanOrEqualTo(2);
    assertThat(help(command, Language.ZH)).contains("示例：").contains(lines(command));
    assertThat(help(command, Language.EN)).contains("Examples:").contains(lines(command));
    for (String example : examples) {
      Run run = run(example);
      // 1 is an answer: a no.
      assertThat(run.status()).as(example).isIn(Main.YES, Main.NO);
      assertThat(run.err()).as(example).doesNotContain("gpuspec: ");
      assertThat(run.out()).as(example).isNotEmpty();
    }
  }

  private static String[] lines(CommandLine command) {
    return HelpFooter.of(command.getCommandSpec()).lines().toArray(String[]::new);
  }

  private static String help(CommandLine command, Language language) {
    String[] words = (command.getCommandSpec().qualifiedName() + " --help").split(" ");
    StringWriter out = new StringWriter();
    Console console = new Console(out, System.err, Terminal.NONE.in(language));
    assertThat(Main.run(console, Arrays.copyOfRange(words, 1, words.length))).isZero();
    return out.toString();
  }

  static void copyFiles(Path folder) throws IOException, URISyntaxException {
    Path from = Path.of(HelpExamplesTest.class.getResource("examples").toURI());
    Path manifests = Files.createDirectories(folder.resolve("manifests"));
    Files.copy(from.resolve("deployment.yaml"), manifests.resolve("deployment.yaml"));
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName().toString()));
      }
    }
    Files.writeString(
        folder.resolve("backup.yaml"), Run.in(folder, "nodes backup -f cluster.json").out());
  }

  /** What the command gets of an example. */
  static String typed(String example, Path folder) {
    return example
        .substring(example.indexOf(PROGRAM) + PROGRAM.length())
        .replaceFirst(" (>|\\|) .*", "")
        .replace("manifests/", folder.resolve("manifests").toString())
        .replace("gpuspec.sarif", folder.resolve("gpuspec.sarif").toString())
        .replace("~", folder.toString());
  }

  /** What a shell would run; what other programs do with the answer is theirs. */
  private Run run(String example) throws IOException {
    String line = typed(example, folder);
    InputStream before = System.in;
    String piped = line.startsWith("diagnose") ? "events.txt" : "deployment.yaml";
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(folder.resolve(piped))));
    try {
      Run run = Run.in(folder, line);
      // Pages that are written to a folder are the answer there.
      return line.contains("--folder") ? new Run(run.status(), "written", run.err()) : run;
    } finally {
      System.setIn(before);
    }
  }
}
