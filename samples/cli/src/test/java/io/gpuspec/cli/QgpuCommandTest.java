package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line where cards are shared. */
class QgpuCommandTest {

  @Test
  void aShareIsMatchedWithANoteOnWhatWasNotJudged() {
    Run run =
        Run.line("match --provider tke/qgpu --gpu T4 --share 5Gi:30 --cpu 2 --memory 8Gi -o json");

    assertThat(run.status()).isZero();
    assertThat(run.json().at("/spec/name").asText()).isEqualTo("T4 x1");
    assertThat(run.json().at("/spec/shareMemory").asText()).isEqualTo("14Gi");
    assertThat(run.json().at("/requested/share"))
        .isEqualTo(Run.json("{\"memory\": \"5Gi\", \"compute\": 30}"));
    assertThat(run.json().get("notes").findValuesAsText("id")).contains("size.unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "--gpu T4 --share 14Gi, 0",
    "--gpu T4 --share 15Gi, 1",
    "--gpu T4, 0",
    "--gpu T4 --edition 2022-01, 1",
    "--share 5Gi:33, 2",
    "--share 5Gi:33 --edition 2022-01, 0",
    "--share 5Gi:100 --edition 2022-01, 2",
    "--share 5Gi --set qgpu-policy=fs, 2",
    "--share 5Gi:0, 2",
    "--share 5Gi:many, 2",
    "--share 5Gi:1:2, 2",
    "--share 4.5Gi, 2",
    "--gpu T4 --share 4.5G --round-up, 0",
    "--gpu T4 --share 50%:1/4, 0",
    "--gpu T4 --share 25%, 2",
    "--gpu T4 --share 25% --round-up, 0",
    "--share 50%, 2",
    "--gpu T4 --round-up, 2",
    "--share 5Gi:30 --cpu 9 --set node-cpu=8 --set node-memory=29Gi, 1"
  })
  void theStatusIsTheAnswer(String flags, int status) {
    Run run = Run.line("match --provider tke/qgpu " + flags);

    assertThat(run.status()).isEqualTo(status);
    assertThat(run.err().isEmpty()).isEqualTo(status < 2);
  }

  @Test
  void aShareOnWholeCardsNamesWhoHasShares() {
    assertThat(Run.line("match --provider tke --share 5Gi").out())
        .contains("tke has whole cards and no shares; match it on tke/qgpu");
    assertThat(Run.line("match --provider eks --share 5Gi").out())
        .contains("match it on ack/cgpu or tke/qgpu");
  }

  @ParameterizedTest
  @CsvSource({
    "tke/qgpu, tke.cloud.tencent.com/qgpu-core",
    "ack/cgpu, aliyun.com/gpu-core.percentage"
  })
  void whatIsBuiltIsReadBack(String target, String compute, @TempDir Path folder) throws Exception {
    Run build =
        Run.line(
            "build --provider %s --kind pod --name p --image r/i:v1 --gpu T4 --share 5Gi:30"
                .formatted(target));
    assertThat(build.status()).isZero();
    assertThat(build.out()).contains(compute + ": \"30\"");
    Path file = Files.writeString(folder.resolve("pod.yaml"), build.out());

    Run match = Run.of("match", "--provider", target, "-f", file.toString(), "-o", "json");

    assertThat(match.status()).isZero();
    JsonNode workload = match.json().at("/workloads/0");
    assertThat(workload.findValue("share"))
        .isEqualTo(Run.json("{\"memory\": \"5Gi\", \"compute\": 30}"));
  }

  @Test
  void partsOfACardAreBuiltAsWhatTheyAreOfIt() {
    Run run =
        Run.line(
            "build --provider tke/qgpu --kind pod --name p --image r/i:v1 --gpu T4 --share 1/4:1/4 --round-up");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("tke.cloud.tencent.com/qgpu-memory: \"4\"")
        .contains("tke.cloud.tencent.com/qgpu-core: \"25\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "match --share 1/4 --gpu T4 | --share: '1/4' depends on the card; name its target with --provider and one card with --gpu",
        "match --share 1/4 --provider tke/qgpu --gpu T4,V100 | --share: '1/4' depends on the card",
        "match --share 1/4 --provider tke --gpu T4 | cards: 'tke' has whole cards, and pods share none; take a target that shares them, such as tke/qgpu",
        "match --share 1/4 --provider tke/qgpu --gpu T4 | '3584Mi' of memory: qGPU gives out multiples of 1Gi; 4Gi would do",
        "build --kind pod --name p --image r/i:v1 --share 1/4 --provider tke/qgpu | --share: '1/4' depends on the card",
      })
  void partsOfACardNeedTheCard(String line, String problem) {
    Run run = Run.line(line);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(problem);
  }

  @Test
  void aFileSaysItsShareItself(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("none.yaml"), "{}");

    Run run = Run.of("match", "--provider", "tke/qgpu", "--share", "5Gi", "-f", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("which says it itself; remove them");
  }

  @Test
  void theCatalogHasTheCardsOfBothEditions() {
    assertThat(Run.line("catalog --provider tke/qgpu -o json").json().get("specs"))
        .filteredOn(row -> row.path("gpus").asInt() == 1)
        .hasSize(7);
    assertThat(Run.line("catalog diff tke/qgpu:2022-01 tke/qgpu:2026-01").out())
        .contains("A10", "wholeCards");
  }

  @Test
  void aNodeIsWrittenAsData() {
    JsonNode node =
        Run.line(
                "share node --provider tke/qgpu --gpu T4 --share 5Gi:30 --set qgpu-policy=fixed-share --node n1 -o json")
            .json();

    assertThat(node.path("node").asText()).isEqualTo("n1");
    assertThat(node.at("/resources/tke.cloud.tencent.com~1qgpu-core").asInt()).isEqualTo(100);
    assertThat(node.path("commands").get(0).asText())
        .isEqualTo("kubectl label node n1 tke.cloud.tencent.com/qgpu-schedule-policy=fixed-share");
    assertThat(node.path("labels").findValuesAsText("writtenBy")).contains("owner", "vendor");
    assertThat(node.at("/addOn/onEachNode/cpu").asText()).isEqualTo("200m");
    assertThat(node.at("/addOn/objects")).hasSize(9);
    assertThat(node.path("notes").findValuesAsText("id")).contains("node.driver");
  }

  @Test
  void aNodeIsShownWithItsAddOnAndNotes() {
    Run run =
        Run.line(
            "share node --provider tke --tech qgpu --edition 2022-01 --gpu V100 --share 8Gi:30");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .startsWith("V100 x1: {")
        .contains(
            "  object    Deployment qgpu-scheduler: 1 CPU, 800M\n",
            "  note      node.kind: ",
            "  note      node.priority: ");
    assertThat(Run.line("share node --provider tke/qgpu --gpu T4").err())
        .contains("--share is missing");
    assertThat(Run.line("share node --provider tke/qgpu --gpu T4 --share 5Gi:30 --node A").err())
        .contains("'A' is not a name of a node");
    assertThat(Run.line("share node --provider eks/nodegroup --gpu T4 --share 5Gi:30").status())
        .isEqualTo(2);
  }
}
