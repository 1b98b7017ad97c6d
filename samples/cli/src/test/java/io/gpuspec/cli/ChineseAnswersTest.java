package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.cluster.KubernetesFeature;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import picocli.CommandLine;

/**
 * Every example of every command, of its help and of the guides, says nothing in English with
 * {@code --lang zh}. What remains are names, commands, addresses, and what the reader wrote.
 */
@Tag("slow")
class ChineseAnswersTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Two words of a sentence, one after the other; a name is one word, or begins with capitals. */
  private static final Pattern ENGLISH =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}/._=:@$<-])[A-Za-z]?[a-z]+ [a-z]{2,}(?![\\p{L}\\p{N}/._=:@>-])");

  /** What stands in quotes was asked, or is a word of a manifest; and addresses. */
  private static final Pattern QUOTED =
      Pattern.compile("'[^']*'|\"[^\"]*\"|`[^`]*`|https?://[^\\s，。；）]+");

  /** A command, at the start of a line, behind its label, or inside of a sentence. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?<![\\p{Alnum}/.-])(?:kubectl|gpuspec|nvidia-smi|helm|promtool|openssl) [\\x20-\\x7e]+");

  /** What another program wrote. */
  private static final Pattern REPEATED =
      Pattern.compile("^ *(?:- )?(?:未知：)?第 [0-9]+ 行：.*|^ {6}\\| .*|^[-+ ] {2}.*: .*");

  /** An object by its kind and name, as kubectl writes it. */
  private static final Pattern OBJECT = Pattern.compile("\\b[A-Z][A-Za-z]+ [a-z0-9][a-z0-9.-]*");

  /** Words of vendors, which they have in no other language. */
  private static final Pattern NAMES =
      Pattern.compile(
          "Up to [0-9]+ Gigabit|Blackwell professional|GPU Feature Discovery"
              + "|Registered device plugin for|maximum allowed replicas exceeded"
              + "|^gpuspec: (?:catalog|fleet|mig|nodes|share) [a-z]+(?=：)|"
              + KubernetesFeature.all().stream()
                  .map(KubernetesFeature::name)
                  .sorted(Comparator.comparingInt(String::length).reversed())
                  .map(Pattern::quote)
                  .collect(Collectors.joining("|")));

  /** Answers that are scripts, code or pages for programs, and the same in all languages. */
  private static final Pattern FOR_PROGRAMS =
      Pattern.compile(
          "^(completion|nodes (backup|restore|plan)|mig (layouts|plan .*--commands)|"
              + "mig fit .*--(mig-parted|svg)|man |schema|slices|migrate).*");

  /** What is in English for a reason, as the guide says. */
  private static final Pattern COMMENT = Pattern.compile("(?m)^ *#(?!.*\\p{IsHan}).*$");

  @TempDir private Path folder;

  static Stream<CommandLine> commands() {
    return HelpExamplesTest.commands();
  }

  static List<GuidePage> pages() throws IOException {
    return Guides.with("console");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theExamplesOfHelpAnswerInChinese(CommandLine command)
      throws IOException, URISyntaxException {
    HelpExamplesTest.copyFiles(folder);
    List<String> examples =
        HelpFooter.of(command.getCommandSpec()).examples().stream()
            .filter(line -> line.contains(HelpExamplesTest.PROGRAM))
            .map(line -> HelpExamplesTest.typed(line, folder))
            .toList();

    assertThat(examples).isNotEmpty();
    for (String line : examples) {
      InputStream before = System.in;
      String piped = line.startsWith("diagnose") ? "events.txt" : "deployment.yaml";
      System.setIn(new ByteArrayInputStream(Files.readAllBytes(folder.resolve(piped))));
      try {
        assertChinese(line, Run.in(folder, chinese(line)));
      } finally {
        System.setIn(before);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theCommandsOfGuidesAnswerInChinese(GuidePage page) throws IOException {
    page.writeFiles(folder);

    List<PageCommand> commands =
        page.blocks("console").stream().flatMap(block -> PageCommand.in(block).stream()).toList();

    assertThat(commands).isNotEmpty();
    for (PageCommand command : commands) {
      String line = command.line();
      Run run = Run.in(folder, chinese(line));
      if (command.file().isPresent()) {
        Files.writeString(folder.resolve(command.file().get()), run.out());
      }
      assertChinese(line, run);
    }
  }

  /** The bad questions, and the messages to them. */
  @Test
  void theErrorsThatTheTestsKnowAreChinese() throws NoSuchMethodException {
    List<String> questions = BadInputTest.questions();

    assertThat(questions).hasSizeGreaterThan(150);
    assertThat(questions.stream().flatMap(each -> english(each, Run.line(chinese(each)).err())))
        .isEmpty();
  }

  private static String chinese(String line) {
    return line.contains("--lang")
        ? line.replaceFirst("--lang[ =]\\w+", "--lang zh")
        : line.replaceFirst("( -- .*)?$", " --lang zh$1");
  }

  private void assertChinese(String line, Run run) throws IOException {
    assertThat(english(line, run.err()).toList()).as(line).isEmpty();
    if (isJson(run.out()) || FOR_PROGRAMS.matcher(line).matches()) {
      return;
    }
    String said = isManifest(line, run.out()) ? "" : run.out();
    assertThat(english(line, said).toList()).as(line).isEmpty();
  }

  /** Only {@code build} writes manifests; its comments and keys are those of the file. */
  private static boolean isManifest(String line, String text) {
    if (!line.startsWith("build ") || line.contains("--verify")) {
      return false;
    }
    try {
      new Load(LoadSettings.builder().build()).loadAllFromString(text).forEach(each -> {});
      return true;
    } catch (YamlEngineException e) {
      return false;
    }
  }

  private static boolean isJson(String text) {
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return false;
    }
    try {
      for (String line : text.startsWith("{\n") ? List.of(text) : text.lines().toList()) {
        JSON.readTree(line);
      }
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /** The lines that have English in them which is none of the reader's own. */
  private Stream<String> english(String line, String said) {
    String own = own(line);
    return said.lines().filter(each -> isEnglish(each, own));
  }

  static boolean isEnglish(String line, String own) {
    if (REPEATED.matcher(line).matches()) {
      return false;
    }
    String left = line;
    for (Pattern each : List.of(QUOTED, COMMAND, NAMES, OBJECT)) {
      left = each.matcher(left).replaceAll("#");
    }
    return ENGLISH.matcher(left).results().anyMatch(found -> !own.contains(found.group()));
  }

  /** What the reader wrote: the line, and the files of the folder. */
  private String own(String line) {
    StringBuilder all = new StringBuilder(line);
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> texts = new ArrayList<>(files.filter(Files::isRegularFile).toList());
      for (Path each : texts) {
        all.append('\n').append(COMMENT.matcher(text(each)).replaceAll(""));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString();
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (MalformedInputException e) {
      return "";
    }
  }

  /** The test would be of no use if it took English for names. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "  note      the driver is too old by itself",
        "2 of 2 pods placed on 1 of 1 card (binpack)",
        "  来源      TKE, using qGPU (product doc 457/59103), 2024-02-28 (documented)",
        "  理由      T4 x1 中放得下的最小档位；its nodes are not judged",
        "# Waits until every pod runs and is ready.",
        "deployment.yaml:11:45: V100：已下线；the others stay",
        "不适合：time slicing"
      })
  void englishIsFound(String line) {
    assertThat(isEnglish(line, "")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "   检查    kubectl describe nodes | grep -F -e Name:",
        "Deployment llm",
        "  申请      V100 x1, 6 核, 32Gi",
        "手头有清单时，`gpuspec match -f` 会给出它能落到哪种节点。",
        "键 'the image' 未知"
      })
  void namesAreNot(String line) {
    assertThat(isEnglish(line, "")).isFalse();
  }

  @Test
  void aHeadlineSaysWhereInChineseWhateverIsLeftOver() {
    assertThat(Run.line("match --provider eks --gpu T4 --lang zh").out())
        .startsWith("g4dn.xlarge · 4 核 · 16Gi  在 eks 上\n");
    assertThat(Run.line("match --provider tke --gpu T4 --cpu 3 --lang zh").out())
        .startsWith("T4 x1 · 4 核 · 16Gi  在 tke 上（多出 1 核）\n");
  }
}
