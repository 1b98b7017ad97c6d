package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CatalogAndBuildCommandTest {
  private static final Pattern READS_A_FILE =
      Pattern.compile(" -f | --batch | --overlay |\\.json$|inspect ");

  // catalog

  @Test
  void theCheapestRowsComeFirstWhereAskedFor() {
    List<String> prices =
        Run.line("catalog --provider eks --sort price -o json").json().findValues("price").stream()
            .filter(price -> price.has("amount"))
            .map(price -> price.get("amount").asText())
            .toList();

    assertThat(prices.stream().map(BigDecimal::new).toList()).isSorted().hasSizeGreaterThan(20);
  }

  @Test
  void theCatalogHasTheContractsKeys() {
    Run run = Run.line("catalog --provider tke -o json");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.json().get("specs"))
        .hasSize(16)
        .allSatisfy(
            spec ->
                assertThat(spec.fieldNames())
                    .toIterable()
                    .contains(
                        "provider",
                        "edition",
                        "name",
                        "gpu",
                        "gpus",
                        "fraction",
                        "gpuMemory",
                        "arch",
                        "cpu",
                        "memory",
                        "citation"));
  }

  @Test
  void aRowWithSeveralCpuOptionsHasAListAndARange() {
    JsonNode row = only("catalog --provider tke --gpu V100 --gpus 1 -o json");

    assertThat(row.get("cpu")).isEqualTo(Run.json("[\"2\", \"4\", \"8\"]"));
    assertThat(row.get("memory")).isEqualTo(Run.json("{\"min\": \"2Gi\", \"max\": \"40Gi\"}"));
    assertThat(row.get("typical")).isEqualTo(Run.json("{\"cpu\": \"8\", \"memory\": \"40Gi\"}"));
  }

  @Test
  void aRowWithOneSizeHasOneCpuAndOneMemory() {
    JsonNode row = only("catalog --provider tke --edition 2023-06 --gpu 1/4*T4 -o json");

    assertThat(row.get("cpu").asText()).isEqualTo("4");
    assertThat(row.get("memory").asText()).isEqualTo("20Gi");
    assertThat(row.get("fraction").asText()).isEqualTo("1/4");
    assertThat(row.get("gpuMemory").asText()).isEqualTo("4Gi");
    assertThat(row.at("/citation/status").asText()).isEqualTo("documented");
  }

  @ParameterizedTest
  @CsvSource({
    "--gpu T4, 3",
    "--gpu 1/2*T4, 1",
    "--gpus 4, 3",
    "--min-gpu-memory 20Gi, 6",
    "--min-gpu-memory 20Gi --gpus 1, 4",
    "--gpu PNV5b, 1",
    "--arch amd64, 16",
    // Two fractions of a V100 were withdrawn.
    "--edition 2023-06, 19",
    "--edition 2023-06 --include-retired, 21",
  })
  void theCatalogIsNarrowed(String flags, int rows) {
    assertThat(Run.line("catalog --provider tke -o json " + flags).json().get("specs"))
        .hasSize(rows);
  }

  @Test
  void anEmptyListIsNo() {
    assertThat(Run.line("catalog --provider tke --gpu L40").status()).isEqualTo(1);
    Run json = Run.line("catalog --provider tke --arch arm64 -o json");
    assertThat(json.status()).isEqualTo(1);
    assertThat(json.json().get("specs")).isEmpty();
  }

  @Test
  void theTableHasALinePerRow() {
    assertThat(Run.line("catalog --provider tke --gpu T4").out().lines())
        .hasSize(4)
        .first()
        .asString()
        .startsWith("NAME");
  }

  private static JsonNode only(String line) {
    JsonNode specs = Run.line(line).json().get("specs");
    assertThat(specs).hasSize(1);
    return specs.get(0);
  }

  // build

  @Test
  void theManifestAloneIsOnStandardOutputAndReadsBack() {
    Run run =
        Run.line(
            "build --provider tke --kind deployment --name llm --namespace ai --image r/llm:v1"
                + " --gpu T4,V100 --cpu 4,8 --memory 16Gi,32Gi --replicas 3 --port 8080"
                + " --env MODE=fast --label team=search -- python3 serve.py");

    assertThat(run.status()).isZero();
    WorkloadFile file = WorkloadFile.parse("out", run.out());
    assertThat(file.workloads()).hasSize(1);
    assertThat(file.notes()).hasSize(1).first().asString().contains("v1 Service");
    assertThat(file.on(Gpus.load().in("tke")).matches())
        .singleElement()
        .hasToString("Deployment llm: 3 x T4 x1 · 8 cores · 32Gi  on tke (exact)");
    assertThat(run.out())
        .startsWith("apiVersion: apps/v1\n")
        .contains("replicas: 3\n", "- python3\n        - serve.py\n", "- name: MODE\n");
    assertThat(run.err()).startsWith("3 x T4 x1 · 8 cores · 32Gi  on tke (exact)\n");
  }

  @ParameterizedTest
  @CsvSource({
    "--kind pod --gpu 1/4*T4, Pod w: 1/4*T4 x1 · 2 cores · 8Gi",
    "--kind job --gpu A10*PNV4 --gpus 4 --cpu 112 --memory 466Gi --explicit, Job w: A10*PNV4 x4 · 112 cores · 466Gi",
    "--kind pod --gpu PNV5b --cpu 48 --memory 192Gi --explicit, Pod w: L20 x1 · 48 cores · 192Gi",
    "--kind pod --gpu V100 --cpu 6 --memory 32Gi, Pod w: V100 x1 · 8 cores · 40Gi",
    "--kind pod --gpu A10*PNV4 --gpus 2 --cpu 100 --memory 400Gi, Pod w: A10*PNV4 x4 · 112 cores · 466Gi",
    "--kind pod --cpu 1, Pod w: T4 x1 · 2 cores · 8Gi",
    "--kind statefulset --gpu T4 --replicas 2 --port 80, StatefulSet w: 2 x T4 x1 · 2 cores · 8Gi",
    "--kind daemonset --gpu T4 --set ds-injection=true, DaemonSet w: T4 x1 · 2 cores · 8Gi",
    "--kind CronJob --schedule @daily --gpu T4, CronJob w: T4 x1 · 2 cores · 8Gi",
  })
  void whatIsBuiltLandsAsAsked(String flags, String match) {
    Run run = Run.line("build --provider tke --name w --image r/i:v1 " + flags);

    assertThat(run.status()).isZero();
    FileMatches matches = WorkloadFile.parse("out", run.out()).on(Gpus.load().in("tke"));
    assertThat(matches.problems()).isEmpty();
    assertThat(matches.matches()).singleElement().asString().startsWith(match);
  }

  @Test
  void aCronJobHasItsSchedule() {
    Run run =
        Run.line(
            "build --provider tke --kind cronjob --name w --image r/i:v1 --schedule '30 2 * * *'");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("kind: CronJob\n", "schedule: \"30 2 * * *\"\n");
  }

  @ParameterizedTest
  @CsvSource({
    "--kind cronjob, '''schedule'' is missing; add one'",
    "--kind job --schedule @daily, 'schedule: ''@daily'' was asked for job w'",
    "--kind cronjob --schedule @dayly, @dayly",
    "--kind daemonset --replicas 2, replicas",
    "--kind replicaset, replicaset",
  })
  void aScheduleAndReplicasBelongToTheirKinds(String flags, String message) {
    Run run = Run.line("build --provider tke --name w --image r/i:v1 --gpu T4 " + flags);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(message);
  }

  @Test
  void buildWritesJsonAsOneList() {
    JsonNode list =
        Run.line(
                "build --provider tke --kind deployment --name w --image r/i:v1 --gpu T4 --port 80 -o json")
            .json();

    assertThat(list.get("kind").asText()).isEqualTo("List");
    assertThat(
            StreamSupport.stream(list.get("items").spliterator(), false)
                .map(item -> item.get("kind").asText()))
        .containsExactly("Deployment", "Service");
  }

  @Test
  void commentsAreAddedOnlyWhenAsked() {
    String line = "build --provider tke --kind pod --name w --image r/i:v1 --gpu T4";

    assertThat(Run.line(line).out()).doesNotContain("#");
    assertThat(Run.line(line + " --comments").out()).startsWith("# ").contains("[TKE");
  }

  @Test
  void optionsOfTheTargetAreWritten() {
    assertThat(
            Run.line(
                    "build --provider tke --kind pod --name w --image r/i:v1 --gpu T4 --set spot=true"
                        + " --set image-cache=auto --set image-cache-disk=200 --set node-selection=eklet")
                .out())
        .contains("/spot-pod: \"true\"", "/use-image-cache: \"auto\"")
        .contains("/image-cache-disk-size: \"200\"", "node.kubernetes.io/instance-type: eklet")
        .doesNotContain("nodeAffinity");
  }

  @Test
  void aNoMatchIsNoManifestAndStatus1() {
    Run run =
        Run.line(
            "build --provider tke --kind pod --name w --image r/i:v1 --gpu T4 --cpu 33 --exact-gpus");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("no match on tke", "33 requested, has 32");
  }

  // help

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "catalog --help",
        "catalog diff --help",
        "match --help",
        "build --help",
        "cuda-fit --help",
        "recommend --help"
      })
  void helpIsAnAnswer(String line) {
    Run run = Run.line(line);

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("Usage: gpuspec").contains("Examples:");
  }

  @Test
  void helpListsWhatTheLauncherDoesItself() {
    assertThat(Run.line("--help").out()).contains("\n  shell ");
  }

  @Test
  void theVersionIsAnAnswer() {
    assertThat(Run.line("--version")).isEqualTo(new Run(0, "gpuspec 0.1.0\n", ""));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void noLineOfTheHelpsExamplesIsWrapped(CommandLine command) {
    StringWriter help = new StringWriter();
    command.usage(new PrintWriter(help), CommandLine.Help.Ansi.OFF);

    assertThat(help.toString().lines())
        .contains(command.getCommandSpec().usageMessage().footer())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  static Stream<CommandLine> commands() {
    CommandLine all = Main.commandLine(new Console(new StringWriter(), System.err));
    return withSubcommands(all);
  }

  static Stream<CommandLine> withSubcommands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream()
            .flatMap(CatalogAndBuildCommandTest::withSubcommands));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "catalog --help",
        "catalog diff --help",
        "match --help",
        "build --help",
        "cuda-fit --help",
        "recommend --help"
      })
  void everyExampleOfTheHelpWorks(String line) {
    List<String> examples = new ArrayList<>();
    String help = Run.line(line).out().replaceAll("\\\\\\R", " ");
    help.lines()
        .map(String::strip)
        .filter(text -> text.startsWith("gpuspec "))
        // Those read a file of the reader's own.
        .filter(text -> !READS_A_FILE.matcher(text).find())
        .forEach(examples::add);

    assertThat(examples).hasSizeGreaterThan(1);
    for (String example : examples) {
      assertThat(Run.line(example.substring("gpuspec ".length())).status()).as(example).isZero();
    }
  }
}
