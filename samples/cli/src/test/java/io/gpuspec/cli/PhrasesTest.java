package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.advice.Advice;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.diagnosis.Symptom;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

class PhrasesTest {
  private static final Pattern HAN = Pattern.compile("\\p{IsHan}");
  private static final Pattern VALUE = Pattern.compile("\\{\\*?([a-z]+)}");

  private static final Path SOURCES = Path.of("src/main/java/io/gpuspec/cli");

  /** A message that is one literal, behind the id of an error. */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "\"[a-z]+\\.[a-z]+\",\\s*(\"[^\"]*\"(?:\\s*\\+\\s*\"[^\"]*\")*)\\s*(?:\\)|\\.formatted)");

  /** A note of the library that is one literal, with its id. */
  private static final Pattern NOTE =
      Pattern.compile(
          "Note\\.of\\(\\s*\"([a-z.-]+)\",\\s*\\(?(\"[^\"\\\\]*\"(?:\\s*\\+\\s*\"[^\"\\\\]*\")*)"
              + "\\)?\\s*(?:\\)|\\.formatted)");

  /** Other literals are ids, or frames of other messages. */
  private static final Pattern WORDS = Pattern.compile("[a-z]{2,} [a-z]{2,}");

  private static final Pattern LABEL = Pattern.compile("(?m)^ {2}([a-z][a-z -]{1,8}?) {2,}\\S.*$");
  private static final Pattern HEADINGS =
      Pattern.compile("(?m)^([A-Z][A-Z ]*(?: {2,}[A-Z][A-Z ]*)+)$");

  /** What an answer of diagnose has around the texts of its data. */
  private static final Pattern DIAGNOSIS_FRAME = Pattern.compile("\\{\\*|^no known cause$");

  private static final Phrases CHINESE = Phrases.of(Language.ZH);
  private static final Phrases DIAGNOSIS = Phrases.of(Language.ZH, "diagnosis");

  static Stream<CommandLine> commands() {
    return CatalogAndBuildCommandTest.withSubcommands(
        Main.commandLine(new Console(new StringWriter(), System.err)));
  }

  private static List<String> described(CommandSpec spec) {
    List<String> all = new ArrayList<>(List.of(spec.usageMessage().description()));
    for (ArgSpec arg : spec.args()) {
      if (!arg.hidden()) {
        all.addAll(List.of(arg.description()));
      }
    }
    List<String> examples = HelpFooter.of(spec).lines();
    Stream.of(spec.usageMessage().footer())
        .filter(line -> !line.isBlank() && !examples.contains(line.replaceFirst("^ {2}", "")))
        .forEach(all::add);
    return all;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everySentenceOfHelpIsThereInBothLanguages(CommandLine command) {
    assertThat(described(command.getCommandSpec()))
        .isNotEmpty()
        .allSatisfy(
            english ->
                assertThat(CHINESE.words(english.replace("%%", "%")))
                    .as(english)
                    .containsPattern(HAN));
    String name = command.getCommandSpec().qualifiedName();
    Run help = Run.line(name.replaceFirst("gpuspec ?", "") + " --help --lang zh");
    assertThat(help.out()).startsWith("用法：").contains("显示本帮助并退出。");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zh.po",
        "zh-diagnosis.po",
        "zh-advice.po",
        "zh-recommend.po",
        "zh-choose.po",
        "zh-migrate.po",
        "zh-sources.po"
      })
  void everyEntryHasTheValuesOfItsEnglish(String file) {
    Map<String, String> catalog = Phrases.catalog(file);

    assertThat(catalog)
        .allSatisfy(
            (english, translated) -> {
              assertThat(translated).as(english).isNotBlank();
              assertThat(values(translated))
                  .as(english)
                  .containsExactlyInAnyOrderElementsOf(values(english));
            });
  }

  /** A text is Chinese or a name, which is the same; and no entry is of a text that is gone. */
  private static void assertSaysAll(String file, Stream<String> texts, Pattern frame) {
    Map<String, String> catalog = Phrases.catalog(file);
    Set<String> english = texts.collect(Collectors.toCollection(TreeSet::new));

    assertThat(english)
        .hasSizeGreaterThan(300)
        .allSatisfy(
            text ->
                assertThat(catalog.getOrDefault(text, ""))
                    .as(text)
                    .matches(
                        found -> HAN.matcher(found).find() || named(found).equals(named(text))));
    assertThat(catalog.keySet().stream().filter(text -> !frame.matcher(text).find()))
        .isSubsetOf(english);
  }

  private static String named(String text) {
    return text.replaceAll("[,、] ?", ",");
  }

  @Test
  void everyTextThatDiagnoseKnowsIsThereInBothLanguages() {
    Stream<String> problems =
        KnownProblem.all().stream()
            .flatMap(
                each ->
                    Stream.concat(
                        Stream.of(each.title(), each.cause(), each.fix()),
                        each.versions().stream()))
            .filter(text -> !text.matches("XID [0-9]+"));
    Stream<String> symptoms =
        Symptom.all().stream()
            .flatMap(
                each ->
                    Stream.concat(
                        Stream.of(each.title()),
                        each.steps().stream().flatMap(PhrasesTest::texts)));

    assertSaysAll("zh-diagnosis.po", Stream.concat(problems, symptoms), DIAGNOSIS_FRAME);
  }

  private static Stream<String> texts(Symptom.Step step) {
    return Stream.concat(
        Stream.of(step.question()),
        step.answers().stream().flatMap(each -> Stream.of(each.seen(), each.means())));
  }

  @Test
  void everyTextOfAdviceIsThereInBothLanguages() {
    Stream<String> texts =
        Advice.topics().stream()
            .flatMap(
                each ->
                    Stream.of(
                            Stream.of(each.title()),
                            each.columns().stream(),
                            each.rows().stream().flatMap(List::stream),
                            each.notes().stream())
                        .flatMap(parts -> parts))
            .filter(text -> !text.isEmpty() && !HAN.matcher(text).find());

    assertSaysAll("zh-advice.po", texts, Pattern.compile("^$"));
  }

  /** What a GPU is for, and what a way to share gives: sentences of the library's data. */
  @ParameterizedTest
  @CsvSource({
    "zh-recommend.po, reason, gpu-spec-core/src/main/resources/io/gpuspec/gpu-uses.json",
    "zh-recommend.po, reason, gpu-provider-tke/src/main/resources/io/gpuspec/tke/internal/uses.json",
    "zh-recommend.po, reason, gpu-provider-eks/src/main/resources/io/gpuspec/eks/internal/uses.json",
    "zh-recommend.po, reason, gpu-provider-ack/src/main/resources/io/gpuspec/ack/internal/uses.json",
    "zh-choose.po, how, gpu-spec-advise/src/main/resources/io/gpuspec/share/choice/techniques.json",
    "zh-choose.po, says, gpu-spec-advise/src/main/resources/io/gpuspec/share/choice/techniques.json"
  })
  void everyReasonOfTheDataIsThereInBothLanguages(String catalog, String field, Path file)
      throws IOException {
    Map<String, String> chinese = Phrases.catalog(catalog);

    assertThat(
            new ObjectMapper()
                .readTree(Guides.root().resolve(file).toFile())
                .findValuesAsText(field))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            english ->
                assertThat(chinese.getOrDefault(english, "")).as(english).containsPattern(HAN));
  }

  @Test
  void recommendationsAndChoicesAreInTheReadersLanguage() {
    assertThat(
            Run.line("recommend --for inference --model-params 8B --provider tke --lang zh").out())
        .startsWith("要求：推理，用整卡或份额，容纳 约 17.9Gi（8B 参数、fp16），推理\n")
        .contains("  理由      中等模型的快速推理；模型占用 约 22.5Gi 中的 约 17.9Gi\n")
        .doesNotContain("the model takes", "least number");
    assertThat(
            Run.line("share choose --for inference --bursty --provider tke/qgpu --lang zh").out())
        .contains("   理由 突发算力：Pod 可以使用全部闲置的算力 [TKE")
        .contains("   但是 故障隔离：厂商的页面没有说明故障 [TKE");
  }

  static Stream<KnownProblem> problems() {
    return KnownProblem.all().stream();
  }

  @ParameterizedTest
  @MethodSource("problems")
  void aCauseIsToldInTheReadersLanguage(KnownProblem problem) {
    String told = DIAGNOSIS.text(Diagnosis.of(problem.example()).toString());

    assertThat(told.lines().filter(line -> line.startsWith("   原因")))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.substring(9)).containsPattern(HAN));
    assertThat(told.lines().filter(line -> line.startsWith("   改法")))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.substring(9)).containsPattern(HAN));
    assertThat(told)
        .contains(
            "   第 1 行：" + Diagnosis.of(problem.example()).causes().get(0).evidence().get(0).text());
    assertThat(told).containsPattern("(?m)^1\\. [a-z0-9-]+（(错误|警告|提示)）：");
  }

  static Stream<Symptom> symptoms() {
    return Symptom.all().stream();
  }

  @ParameterizedTest
  @MethodSource("symptoms")
  void everyStepOfASymptomIsToldInTheReadersLanguage(Symptom symptom) {
    List<String> commands = symptom.steps().stream().map(step -> "   " + step.command()).toList();
    String told = Run.line("diagnose --symptom " + symptom.id() + " --lang zh").out();

    assertThat(told.lines()).hasSameSizeAs(symptom.explain().toString().lines().toList());
    assertThat(told.lines().filter(line -> !commands.contains(line)))
        .hasSizeGreaterThan(10)
        .allSatisfy(line -> assertThat(line).containsPattern(HAN));
    assertThat(told.lines()).containsAll(commands);
  }

  static Stream<Advice> topics() {
    return Advice.topics().stream();
  }

  /** The columns of a table are laid out after its words are translated. */
  @ParameterizedTest
  @MethodSource("topics")
  void adviceIsATableInTheReadersLanguage(Advice topic) {
    Map<String, String> catalog = Phrases.catalog("zh-advice.po");
    List<String> lines = Run.line("advice " + topic.name() + " --lang zh").out().lines().toList();

    assertThat(lines).hasSize(topic.rows().size() + topic.notes().size() + 5);
    assertThat(lines.get(0)).isEqualTo(catalog.get(topic.title()));
    Set<Integer> columns = columnsOf(lines.get(2));
    columns.add(0); // The first heading can be empty.
    for (int i = 0; i < topic.rows().size(); i++) {
      List<String> cells =
          topic.rows().get(i).stream()
              .map(cell -> catalog.getOrDefault(cell, cell))
              .filter(cell -> !cell.isEmpty())
              .toList();
      assertThat(List.of(lines.get(i + 3).strip().split(" {2,}"))).isEqualTo(cells);
      assertThat(columnsOf(lines.get(i + 3))).isSubsetOf(columns);
    }
    assertThat(lines.get(lines.size() - 1)).startsWith("来源：");
  }

  /** Returns where the columns of a line start, on a terminal. */
  private static Set<Integer> columnsOf(String line) {
    return Pattern.compile("(?<=^| {2})\\S")
        .matcher(line)
        .results()
        .map(
            start ->
                CommandLine.Help.Ansi.OFF.new Text(line.substring(0, start.start()))
                    .getCJKAdjustedLength())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> values(String text) {
    return VALUE.matcher(text).results().map(found -> found.group(1)).toList();
  }

  @Test
  void everyMessageOfTheCommandLineIsThereInBothLanguages() throws IOException {
    List<String> messages = new ArrayList<>();
    try (Stream<Path> sources = Files.list(SOURCES)) {
      for (Path source : sources.sorted().toList()) {
        MESSAGE
            .matcher(Files.readString(source))
            .results()
            .map(found -> found.group(1).replaceAll("\"\\s*\\+\\s*\"", ""))
            .map(text -> text.substring(1, text.length() - 1).replace("%s", "x1"))
            .filter(text -> WORDS.matcher(text).find())
            .forEach(messages::add);
      }
    }

    assertThat(messages)
        .hasSizeGreaterThan(40)
        .allSatisfy(english -> assertThat(CHINESE.words(english)).as(english).containsPattern(HAN));
  }

  /** Notes that are put together of words, of which the catalog has each form that they take. */
  private static final Set<String> IN_PARTS =
      Set.of(
          "allocatable",
          "cuda.minor-version",
          "diagnosis.node-change",
          "fleet.budget",
          "fleet.unpriced",
          "node.label-of-others",
          "nodes");

  @Test
  void everyNoteInTheLibrarysSourcesIsThereInBothLanguages() throws IOException {
    List<String> notes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Guides.root())) {
      for (Path source : files.filter(PhrasesTest::isOfTheLibrary).sorted().toList()) {
        NOTE.matcher(Files.readString(source))
            .results()
            .filter(found -> !IN_PARTS.contains(found.group(1)))
            .map(
                found ->
                    found.group(1)
                        + ": "
                        + found.group(2).replaceAll("\"\\s*\\+\\s*\"", "").replace("\"", ""))
            .map(text -> text.replace("%s", "x1").replace("%%", "%"))
            .filter(text -> WORDS.matcher(text).find())
            .forEach(notes::add);
      }
    }

    assertThat(notes)
        .hasSizeGreaterThan(80)
        .allSatisfy(note -> assertThat(CHINESE.words(note)).as(note).containsPattern(HAN));
  }

  private static boolean isOfTheLibrary(Path file) {
    String path = Guides.root().relativize(file).toString().replace('\\', '/');
    return path.matches("gpu-[a-z-]+/src/main/java/.*\\.java");
  }

  @Test
  void everyNoteOfACatalogIsThereInBothLanguages() {
    Set<String> notes =
        Gpus.load().targets().stream()
            .filter(target -> !target.editions().isEmpty())
            .flatMap(target -> target.editions().stream().map(target::edition))
            .map(Target::catalog)
            .flatMap(
                catalog ->
                    Stream.concat(
                        catalog.notes().stream(),
                        catalog.specs().stream().flatMap(spec -> spec.notes().stream())))
            .map(note -> note.id() + ": " + note.message())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(notes)
        .hasSizeGreaterThan(20)
        .allSatisfy(note -> assertThat(CHINESE.words(note)).as(note).containsPattern(HAN));
  }

  /** What the guides show: the left column of answers, and the headings of tables. */
  @Test
  void everyLabelAndHeadingOfTheGuidesIsThereInBothLanguages() throws IOException {
    Map<String, String> catalog = Phrases.catalog("zh.po");
    List<String> labels = new ArrayList<>();
    List<String> headings = new ArrayList<>();
    for (GuidePage page : Guides.with("console")) {
      for (String block : page.blocks("console")) {
        for (PageCommand command : PageCommand.in(block)) {
          if (!command.typed().contains(" inspect ") && !command.typed().contains("-o json")) {
            lines(command.shown(), LABEL, labels);
            lines(command.shown(), HEADINGS, headings);
          }
        }
      }
    }

    assertThat(labels).hasSizeGreaterThan(100);
    assertThat(labels.stream().distinct())
        .allSatisfy(label -> assertThat(catalog).containsKey("label\u0004" + label));
    assertThat(headings.stream().flatMap(line -> Stream.of(line.split(" {2,}"))).distinct())
        .hasSizeGreaterThan(20)
        .allSatisfy(heading -> assertThat(catalog).containsKey("heading\u0004" + heading));
  }

  private static void lines(String shown, Pattern pattern, List<String> found) {
    pattern.matcher(shown).results().map(each -> each.group(1)).forEach(found::add);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mach | 命令 'mach' 未知；您是不是要写 match？",
        "match --provider tk | 供应商 'tk' 未知；您是不是要写 tke",
        "match --gpus many | 选项 '--gpus' 的值无效：'many' 不是不超过 2147483647 的整数",
        "match -f a --batch b | -f 和 --batch 同时给出；请选一个",
        "match --provider | 选项 '--provider' 需要一个值，却是 '--lang'；见 gpuspec match --help",
        "build --kind pod | 缺少必需的选项；请加上 --name N --image I，或 -f FILE",
        "mig fit --gpu A30 | 缺少 PROFILE；请补上",
        "inspect | 没有给出路径；请给出文件、文件夹，或用 - 表示标准输入"
      })
  void problemsAreInTheReadersLanguage(String line, String problem) {
    Run run = Run.line(line + " --lang zh");
    Run english = Run.line(line + " --lang en");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("gpuspec: ")
        .contains(problem);
    assertThat(english.err()).doesNotContainPattern(HAN);
  }

  /** The bad questions of {@link BadInputTest}, from whose words the library's errors come. */
  @Test
  void everyErrorThatTheTestsKnowIsThereInBothLanguages() throws NoSuchMethodException {
    List<String> questions = BadInputTest.questions();

    assertThat(questions).hasSizeGreaterThan(150);
    assertThat(questions)
        .allSatisfy(
            line -> {
              ByteArrayOutputStream err = new ByteArrayOutputStream();
              PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
              Main.run(
                  new Console(new StringWriter(), messages, Terminal.NONE.in(Language.ZH)),
                  Run.words(line).toArray(String[]::new));
              assertThat(err.toString(StandardCharsets.UTF_8).replaceFirst("；见 .*$", ""))
                  .as(line)
                  .containsPattern(HAN);
            });
  }

  @Test
  void answersAreInTheReadersLanguageAndColumnsStayAligned() {
    assertThat(Run.line("match --provider tke --gpu V100 --cpu 6 --memory 32Gi --lang zh").out())
        .startsWith(
            """
            V100 x1 · 8 核 · 40Gi  在 tke 上（多出 2 核, 8Gi）
              申请      V100 x1, 6 核, 32Gi
              理由      V100 x1 中放得下的最小档位（按比例）：2c/10Gi, 4c/20Gi, 8c/40Gi
              用满      申请 8 CPU 和 40Gi 内存
            """)
        .contains(
            "  备选      V100 x2 · 8 核 · 35Gi\n",
            "  排除      V100 x1 · 4 核 · 20Gi: cpu：申请 6，有 4，缺 2；memory：申请 32Gi，有 20Gi，缺 12Gi\n");
    assertThat(Run.line("catalog --provider eks --gpu A10G --lang zh").out())
        .startsWith(
            """
            名称         GPU       显存        CPU  内存    可分配                        架构   网络              价格        来源
            g5.xlarge    1 x A10G  24Gi        4    16Gi    3.92 核 · 约 13.8Gi           amd64  Up to 10 Gigabit  1.006 USD   2026-08-02 第三方
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "match --gpu T4 --cpu 3 -o json",
        "mig profiles --gpu A30 -o json",
        "catalog --provider tke -o json",
        "build --provider tke --kind pod --name p --image i:1 --gpu T4 --comments",
        "nodes plan -f pools.yaml",
        "completion fish"
      })
  void whatProgramsReadIsTheSame(String line) throws Exception {
    Path folder = Path.of(PhrasesTest.class.getResource("examples").toURI());
    String english = Run.in(folder, line).out();
    String translated = Run.in(folder, line + " --lang zh").out();

    if (line.startsWith("completion")) {
      assertThat(translated.replaceAll(" -d '[^\n]*'", ""))
          .isEqualTo(english.replaceAll(" -d '[^\n]*'", ""));
    } else {
      assertThat(translated).isNotEmpty().isEqualTo(english);
    }
  }

  @Test
  void theLanguageIsThatOfTheEnvironmentUnlessAskedFor() {
    Terminal chineseTerminal = new Terminal(false, false, Optional.empty(), Language.ZH, false);
    StringWriter out = new StringWriter();
    Main.run(new Console(out, System.err, chineseTerminal), "match", "--help");
    StringWriter asked = new StringWriter();
    Main.run(new Console(asked, System.err, chineseTerminal), "match", "--help", "--lang=en");

    assertThat(out.toString()).startsWith("用法：");
    assertThat(asked.toString()).startsWith("Usage: gpuspec match");
    assertThat(Language.asked("build", "--", "--lang", "zh")).isEmpty();
  }
}
