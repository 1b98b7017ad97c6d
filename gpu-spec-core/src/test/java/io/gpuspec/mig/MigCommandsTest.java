package io.gpuspec.mig;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MigCommandsTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");
  private static final MigPlan PLAN =
      A100.layout("2g.10gb@0", "1g.5gb@2", "3g.20gb@4")
          .inUse(0, 4)
          .planTo("2g.10gb", "2g.10gb", "3g.20gb");

  @Test
  void numbersOfInstancesAreLookedUpByProfileAndPlacement() {
    assertThat(PLAN.commands())
        .containsExactly(
            "(",
            "set -e",
            "gi() { nvidia-smi mig -i 0 -lgi | awk -v name=\"$1\" -v place=\"$2\""
                + " '$4 == name && $(NF-1) == place { print $(NF-2); found = 1 }"
                + " END { exit !found }'"
                + " || { echo \"$1 at ${2%:*} is not on card 0\" >&2; return 1; }; }",
            "destroy() { if nvidia-smi mig -i 0 -lci -gi \"$1\" | grep -q 'MIG [0-9]';"
                + " then nvidia-smi mig -i 0 -dci -gi \"$1\"; fi;"
                + " nvidia-smi mig -i 0 -dgi -gi \"$1\"; }",
            "gi2=$(gi 1g.5gb 2:1)",
            "destroy \"$gi2\"",
            "nvidia-smi mig -i 0 -cgi 14:2 -C",
            "nvidia-smi mig -i 0 -lgi || true",
            "nvidia-smi mig -i 0 -lci || true",
            ")");
  }

  /** The user guide: a card of Ampere changes its mode by a reset, and stays pending without. */
  @Test
  void aCardWithoutInstancesGetsMigModeFirst() {
    assertThat(A100.layout().planTo("7g.40gb").commands(2))
        .hasSize(8)
        .startsWith(
            "(",
            "set -e",
            "nvidia-smi -i 2 --query-gpu=mig.mode.current --format=csv,noheader | grep -qx Enabled"
                + " || nvidia-smi -i 2 -mig 1")
        .element(3)
        .asString()
        .contains("drain the node", "nvidia-smi -i 2 --gpu-reset", "exit 1");
  }

  @Test
  void allAreLookedUpBeforeTheFirstIsDestroyed() {
    assertThat(A100.layout("1g.5gb@4", "1g.5gb@5").planTo("2g.10gb").commands(1))
        .endsWith(
            "gi4=$(gi 1g.5gb 4:1)",
            "gi5=$(gi 1g.5gb 5:1)",
            "destroy \"$gi4\"",
            "destroy \"$gi5\"",
            "nvidia-smi mig -i 1 -cgi 14:4 -C",
            "nvidia-smi mig -i 1 -lgi || true",
            "nvidia-smi mig -i 1 -lci || true",
            ")");
  }

  @Test
  void numbersThatAreKnownAreWrittenAsTheyAre() {
    assertThat(PLAN.commands(3, Map.of(2, 7)))
        .containsExactly(
            "nvidia-smi mig -i 3 -dci -gi 7",
            "nvidia-smi mig -i 3 -dgi -gi 7",
            "nvidia-smi mig -i 3 -cgi 14:2 -C");
  }

  /** A failing step ends the lines and not the shell that they are pasted into. */
  @Test
  void theLinesAreOneSubshell() throws Exception {
    String pasted =
        "nvidia-smi() { case $* in *-lgi) return 1;; esac; }\n"
            + String.join("\n", PLAN.commands())
            + "\necho still here\n";
    Process bash = new ProcessBuilder("bash", "-c", pasted).redirectErrorStream(true).start();

    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("1g.5gb at 2 is not on card 0\nstill here\n");
  }

  @Test
  void aMissingNumberIsAnErrorThatNamesTheInstance() {
    assertError(() -> PLAN.commands(0, Map.of(0, 1)), "mig.missing");
    assertError(() -> PLAN.commands(-1), "mig.out-of-range", "-1");
  }

  /** The user guide's seven instances are profile 19, while 9 is a 3g.20gb, of which two fit. */
  @Test
  void sevenOfTheSmallestAreProfileNineteen() {
    assertThat(A100.layout().planTo(Collections.nCopies(7, "1g.5gb")).commands())
        .hasSize(14)
        .contains("nvidia-smi mig -i 0 -cgi 19:0 -C", "nvidia-smi mig -i 0 -cgi 19:6 -C");
  }

  @Test
  void whereThereIsNoWayOrNothingToDoThereIsNoCommand() {
    assertThat(A100.layout("7g.40gb@0").inUse(0).planTo("1g.5gb").commands()).isEmpty();
    assertThat(A100.layout("7g.40gb@0").planTo("7g.40gb").commands()).isEmpty();
  }

  @Test
  void whatIsInferredIsSaid() {
    MigGpu h20 = MigGpu.of("H20");

    assertThat(h20.layout().planTo("1g.12gb").notes().get(0).id()).isEqualTo("mig.inferred");
    assertThat(h20.fit("1g.12gb").explain().toString()).contains("H20-96GB are inferred");
    assertThat(PLAN.notes()).isEmpty();
    assertThat(A100.fit("1g.5gb").notes()).isEmpty();
  }
}
