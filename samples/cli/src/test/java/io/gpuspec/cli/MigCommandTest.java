package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigGpu;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigCommandTest {
  private static final String FROM = "--current 2g.10gb@0,1g.5gb@2,3g.20gb@4 --in-use 0,4";

  @Test
  void profilesAreATable() {
    Run run = Run.line("mig profiles --gpu A30");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            A30-24GB: 5 profiles on 4 memory and 4 compute slices
            PROFILE     ID  MEMORY   NOMINAL  COMPUTE  SLICES  SM  MEDIA                    MOST  AT
            1g.6gb      14  5.81Gi   6Gi      1        1       14                           4     0, 1, 2, 3
            1g.6gb+me   21  5.81Gi   6Gi      1        1       14  1 NVDEC, 1 NVJPG, 1 OFA  1     0, 1, 2, 3
            2g.12gb     5   11.68Gi  12Gi     2        2       28  2 NVDEC                  2     0, 2
            2g.12gb+me  6   11.68Gi  12Gi     2        2       28  2 NVDEC, 1 NVJPG, 1 OFA  1     0, 2
            4g.24gb     0   23.5Gi   24Gi     4        4       56  4 NVDEC, 1 NVJPG, 1 OFA  1     0
            """);
  }

  @ParameterizedTest
  @CsvSource({"NVIDIA-A100-SXM4-40GB, A100-40GB", "H100 80GB HBM3, H100-80GB", "H200, H200-141GB"})
  void aProductIsKnownByTheNamesThatToolsGiveIt(String name, String product) {
    JsonNode answer = Run.of("mig", "profiles", "--gpu", name, "-o", "json").json();

    assertThat(answer.path("gpu").asText()).isEqualTo(product);
    assertThat(answer.at("/profiles/0").fieldNames())
        .toIterable()
        .contains(
            "name", "id", "memory", "computeSlices", "memorySlices", "maxInstances", "placements");
  }

  @Test
  void theFiveBaseProfilesOfAnA100HaveNineteenMaximalLayouts() {
    Run run =
        Run.line(
            "mig layouts --gpu A100-40GB --profiles 1g.5gb,2g.10gb,3g.20gb,4g.20gb,7g.40gb -o json");

    assertThat(run.status()).isZero();
    assertThat(run.json().path("layouts")).hasSize(19);
  }

  @Test
  void allLayoutsBeginWithTheEmptyOne() {
    assertThat(Run.line("mig layouts --gpu A30 --profiles 2g.12gb --all").out())
        .isEqualTo(
            """
            ....
            [2g.12gb]..
            [2g.12gb][2g.12gb]
            ..[2g.12gb]
            """);
    assertThat(Run.line("mig layouts --gpu A30 --profiles 2g.12gb").out())
        .isEqualTo("[2g.12gb][2g.12gb]\n");
  }

  @Test
  void howWellTheGeometryIsKnownIsToldWhereItIsNotVerified() {
    assertThat(Run.line("mig layouts --gpu A30").err()).isEmpty();

    Run assumed = Run.line("mig layouts --gpu 'RTX PRO 4500' --profiles 1g.16gb");
    assertThat(assumed.status()).isZero();
    assertThat(assumed.out()).isEqualTo("[1g.16gb][1g.16gb]\n");
    assertThat(assumed.err()).startsWith("geometry unverified: ");
  }

  @Test
  void whereNoPlacementIsKnownThereIsNoLayoutAndTheReasonIsTold() {
    for (String all : List.of("", " --all")) {
      Run json = Run.line("mig layouts --gpu Thor -o json" + all);
      assertThat(json.status()).isEqualTo(1);
      assertThat(json.json().path("layouts").isArray()).isTrue();
      assertThat(json.json().path("layouts")).isEmpty();
      assertThat(json.err()).startsWith("geometry unverified: ");

      Run text = Run.line("mig layouts --gpu Thor" + all);
      assertThat(text.status()).isEqualTo(1);
      assertThat(text.out()).isEmpty();
      assertThat(text.err()).startsWith("geometry unverified: ");
    }
  }

  @Test
  void profilesHaveBlanksOrCommasBetweenThem() {
    String fit = "mig fit --gpu A100-40GB ";

    assertThat(Run.line(fit + "3g.20gb,2g.10gb 2g.10gb").out())
        .isEqualTo(Run.line(fit + "3g.20gb 2g.10gb 2g.10gb").out())
        .isNotEmpty();
  }

  @Test
  void whatFitsIsShownCardByCard() {
    Run run = Run.line("mig fit --gpu A100-40GB --gpus 4 4g.20gb 4g.20gb 3g.20gb");

    assertThat(run.status()).isZero();
    assertThat(run.out().lines())
        .startsWith("[4g.20gb][3g.20gb]", "[4g.20gb]....", "  request   2 x 4g.20gb, 3g.20gb");
  }

  @Test
  void whatDoesNotFitIsStatus1WithReasons() {
    Run run = Run.line("mig fit --gpu A100-40GB 4g.20gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb -o json");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.json().path("fits").asBoolean()).isFalse();
    assertThat(run.json().path("gpus")).isEmpty();
    assertThat(run.json().at("/reasons/0").asText())
        .isEqualTo("compute slices: 8 requested, a card has 7");
  }

  @Test
  void aGpuWithoutVerifiedGeometryIsStatus1WithThatReason() {
    Run run = Run.line("mig fit --gpu Thor 1g.0gb -o json");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.json().at("/reasons/0").asText()).startsWith("geometry: ");
  }

  @Test
  void aPlanIsShownStepByStep() {
    Run run = Run.line("mig plan --gpu A100-40GB " + FROM + " 2g.10gb 2g.10gb 3g.20gb");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            [2g.10gb*][1g.5gb].[3g.20gb*] -> [2g.10gb*][2g.10gb][3g.20gb*]
              request   2 x 2g.10gb, 3g.20gb
              keep      2g.10gb@0
              keep      3g.20gb@4
              destroy   1g.5gb@2
              create    2g.10gb@2
            """);
  }

  @Test
  void aPlanToNoProfileEmptiesTheCard() {
    Run run = Run.line("mig plan --gpu A30 --current 2g.12gb@0,1g.6gb@2");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            [2g.12gb][1g.6gb]. -> ....
              request   none
              destroy   2g.12gb@0
              destroy   1g.6gb@2
            """);

    Run inUse = Run.line("mig plan --gpu A30 --current 2g.12gb@0 --in-use 0");
    assertThat(inUse.status()).isEqualTo(1);
    assertThat(inUse.out()).contains("in use: 1 of 2g.12gb, and the target has 0");
  }

  @Test
  void aPlanThatWouldTouchWhatIsInUseIsStatus1() {
    Run run = Run.line("mig plan --gpu A100-40GB " + FROM + " 4g.20gb 3g.20gb -o json");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.json().path("feasible").asBoolean()).isFalse();
    assertThat(run.json().path("steps")).isEmpty();
    assertThat(run.json().at("/reasons/0").asText())
        .isEqualTo("in use: 1 of 2g.10gb, and the target has 0; stop 1 or ask for 1");
  }

  @Test
  void theAnswersAreOneCallAwayInJava() {
    MigGpu a100 = MigGpu.of("A100-40GB");

    assertThat(Run.line("mig profiles --gpu A100-40GB -o json").out().strip())
        .isEqualTo(GpuJson.write(a100));
    assertThat(Run.line("mig layouts --gpu A100-40GB --all -o json").out().strip())
        .isEqualTo(GpuJson.write(a100.layouts().everyLegal()));
    assertThat(Run.line("mig fit --gpu A100-40GB --gpus 2 4g.20gb 4g.20gb -o json").out().strip())
        .isEqualTo(GpuJson.write(a100.cards(2).fit(List.of("4g.20gb", "4g.20gb"))));
    assertThat(
            Run.line("mig plan --gpu A100-40GB --current 1g.5gb@2 -o json 2g.10gb").out().strip())
        .isEqualTo(GpuJson.write(a100.layout("1g.5gb@2").planTo("2g.10gb")));
  }

  @Test
  void aPlanCanBeAScriptAndIsNothingWhereThereIsNone() {
    Run run = Run.line("mig plan --gpu A30 2g.12gb --commands --card 1");

    assertThat(run.status()).isZero();
    assertThat(run.out().lines())
        .startsWith("(", "set -e")
        .contains("nvidia-smi mig -i 1 -cgi 5:0 -C")
        .endsWith("nvidia-smi mig -i 1 -lci || true", ")");

    Run none = Run.line("mig plan --gpu A30 4g.24gb 1g.6gb --commands");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).contains("  why       memory slices: 5 requested, a card has 4");
  }

  @Test
  void aFitCanBeAConfigOrADrawingAndIsNothingWhereItDoesNot() {
    assertThat(Run.line("mig fit --gpu A30 2g.12gb 1g.6gb --mig-parted small").out())
        .isEqualTo(
            """
            version: v1
            mig-configs:
              small:
              - devices: [0]
                mig-enabled: true
                mig-devices:
                  1g.6gb: 1
                  2g.12gb: 1
            """);
    assertThat(Run.line("mig fit --gpu A30 2g.12gb --svg").out()).startsWith("<svg ");

    Run none = Run.line("mig fit --gpu A30 4g.24gb 1g.6gb --svg");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).startsWith("does not fit on 1 x A30-24GB");
  }

  @Test
  void memoryThatIsNotKnownIsSaidAsTheDriverReportsIt() {
    String needs = "mig needs --gpu H20-96GB 11G";

    assertThat(Run.line(needs).status()).isEqualTo(1);
    assertThat(Run.line(needs).out()).contains("--profile-memory");
    assertThat(Run.line(needs + " --profile-memory 1g.12gb=11Gi").out())
        .contains("10.24Gi  1g.12gb  11Gi");
    assertThat(Run.line(needs + " --profile-memory 1g.13gb=11Gi").status()).isEqualTo(2);
  }

  @Test
  void needsGetTheProfileThatHoldsThemByExactMemory() {
    Run run = Run.line("mig needs --gpu H200 16Gi 17Gi -o json");

    assertThat(run.status()).isZero();
    assertThat(run.json().at("/choices/0/profile").asText()).isEqualTo("1g.18gb");
    assertThat(run.json().at("/choices/1/profile").asText()).isNotEqualTo("1g.18gb");
    assertThat(Run.line("mig needs --gpu A30 30Gi").status()).isEqualTo(1);
  }
}
