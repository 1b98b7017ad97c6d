package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every error that the command line can be led to, by its id, is told in Chinese. */
@Tag("slow")
class ChineseErrorsTest {
  private static final Pattern AREA =
      Pattern.compile("(?m)^\\| `([a-z-]+)` \\| [^|]+ \\| ([^|]+) \\| [^|]*\\|$");
  private static final Pattern KIND = Pattern.compile("`([a-z-]+)`");
  private static final Pattern INTENT = Pattern.compile("([A-Z]\\w+) (\\{.*}|[0-9]+)");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");
  private static final Pattern PROVIDER = Pattern.compile("--provider (\\S+)");

  private static final List<String> SOURCES = sources();

  @TempDir private Path folder;

  /**
   * A row of the table.
   *
   * @param command the question; {@code -} where only Java asks it
   * @param file what is in its file, or why the command line cannot ask
   */
  record Question(String id, String command, String file) {
    static Question of(String line) {
      String[] parts = line.split(" \\| ?", 3);
      return new Question(parts[0], parts[1], parts.length < 3 ? "" : parts[2]);
    }

    boolean isOfJavaAlone() {
      return command.equals("-");
    }

    /** The file: an intent, or the text itself. */
    String text() {
      Matcher intent = INTENT.matcher(file);
      return intent.matches()
          ? "apiVersion: gpuspec.io/v1\nkind: %s\nmetadata: {name: x}\nspec: %s\n"
              .formatted(intent.group(1), intent.group(2))
          : file.replace("\\n", "\n");
    }

    @Override
    public String toString() {
      return id + ": " + command;
    }
  }

  static Stream<Question> questions() throws IOException, URISyntaxException {
    return table().filter(question -> !question.isOfJavaAlone());
  }

  private static Stream<Question> table() throws IOException, URISyntaxException {
    Path table = Path.of(ChineseErrorsTest.class.getResource("errors.txt").toURI());
    return Files.readAllLines(table).stream()
        .filter(line -> !line.startsWith("#"))
        .map(Question::of);
  }

  @BeforeEach
  void theFilesOfTheExamples() throws IOException, URISyntaxException {
    HelpExamplesTest.copyFiles(folder);
  }

  @Test
  void everyIdIsInTheTable() throws IOException, URISyntaxException {
    String page = Files.readString(Guides.root().resolve("docs/errors.md"));
    Set<String> ids =
        AREA.matcher(page)
            .results()
            .flatMap(area -> kinds(area.group(2)).map(kind -> area.group(1) + "." + kind))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(ids).hasSizeGreaterThan(200);
    assertThat(table().map(Question::id).distinct().sorted()).containsExactlyElementsOf(ids);
    assertThat(table().filter(Question::isOfJavaAlone))
        .allSatisfy(question -> assertThat(question.file()).contains(" "));
  }

  private static Stream<String> kinds(String cell) {
    return KIND.matcher(cell).results().map((MatchResult found) -> found.group(1));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void anErrorIsToldInChinese(Question question) throws IOException {
    Files.writeString(folder.resolve("F"), question.text());

    String english = Run.in(folder, question.command() + " --lang en").err();
    assertThat(ids(folder, question).contains(question.id()) || isTold(question.id(), english))
        .as(english)
        .isTrue();

    Run run = Run.in(folder, question.command() + " --lang zh");
    String own = question.command() + "\n" + question.text();
    assertThat(run.status()).isNotEqualTo(Main.YES);
    assertThat(run.err() + run.out()).containsPattern("\\p{IsHan}");
    assertThat(run.err().lines().filter(line -> ChineseAnswersTest.isEnglish(line, own))).isEmpty();
  }

  /** Whether a message has words that the sources say with an id: of a file its own id is kept. */
  static boolean isTold(String id, String message) {
    Pattern near = Pattern.compile("(?s)\"" + Pattern.quote(id) + "\",(.{1,400})");
    for (String source : SOURCES) {
      for (MatchResult thrown : near.matcher(source).results().toList()) {
        if (LITERAL
            .matcher(thrown.group(1))
            .results()
            .flatMap(literal -> Stream.of(literal.group(1).split("%s|'|\\\\n")))
            .anyMatch(words -> isSaid(words, message))) {
          return true;
        }
      }
    }
    return false;
  }

  /** A few words in a row, or what a name that is not known would be the name of. */
  private static boolean isSaid(String words, String message) {
    return words.strip().matches(".{6,} .*")
        ? message.contains(words)
        : words.length() > 2 && message.contains(words + " '");
  }

  private static List<String> sources() {
    try (Stream<Path> files = Files.walk(Guides.root())) {
      List<String> texts = new ArrayList<>();
      for (Path each :
          files.filter(path -> path.toString().matches(".*/src/main/java/.*\\.java")).toList()) {
        texts.add(Files.readString(each));
      }
      return texts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The ids of what ends the command, and of what the library refuses in its file. */
  static Set<String> ids(Path folder, Question question) {
    Path file = folder.resolve("F");
    Set<String> ids = new TreeSet<>();
    String[] words =
        Run.words(question.command())
            .map(word -> folder.resolve(word))
            .map(path -> Files.isRegularFile(path) ? path.toString() : folder.relativize(path))
            .map(Object::toString)
            .toArray(String[]::new);
    Console quiet =
        new Console(Writer.nullWriter(), new PrintStream(OutputStream.nullOutputStream()));
    Main.commandLine(quiet, words)
        .setExecutionExceptionHandler(
            (e, command, result) -> {
              add(ids, e);
              return Main.BAD;
            })
        .setParameterExceptionHandler(
            (e, args) -> {
              add(ids, e);
              return Main.BAD;
            })
        .execute(words);
    Matcher provider = PROVIDER.matcher(question.command());
    if (question.command().endsWith("-f F")) {
      Target target = Gpus.load().in(provider.find() ? provider.group(1) : "tke");
      caught(ids, () -> add(ids, IntentFile.read(file).problemsOn(intent -> target)));
      caught(ids, () -> add(ids, WorkloadFile.read(file).on(target).problems()));
    }
    return ids;
  }

  private static void caught(Set<String> ids, Runnable read) {
    try {
      read.run();
    } catch (GpuSpecException e) {
      add(ids, e);
    }
  }

  private static void add(Set<String> ids, List<? extends Throwable> problems) {
    problems.forEach(problem -> add(ids, problem));
  }

  private static void add(Set<String> ids, Throwable problem) {
    for (Throwable each = problem; each != null; each = each.getCause()) {
      if (each instanceof InvalidWorkloadException several) {
        add(ids, several.problems());
      }
      if (each instanceof GpuSpecException refused) {
        ids.add(refused.id());
      }
    }
  }
}
