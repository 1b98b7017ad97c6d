package io.gpuspec.judges;

import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a shell makes of the commands of a plan, on a card that lists its instances as it does. */
class MigCommandsJudge {
  /**
   * The table of NVIDIA's guide, on card 10, with instances that are not in the order of slices.
   */
  private static final String LISTED =
      """
      +-------------------------------------------------------+
      | GPU instances:                                        |
      | GPU   Name             Profile  Instance   Placement  |
      |                          ID       ID       Start:Size |
      |=======================================================|
      |  10  MIG 1g.5gb          19        9          2:1     |
      +-------------------------------------------------------+
      |  10  MIG 1g.5gb+me       20       12          3:1     |
      +-------------------------------------------------------+
      |  10  MIG 2g.10gb         14        3          0:2     |
      +-------------------------------------------------------+
      |  10  MIG 3g.20gb          9        2          4:4     |
      +-------------------------------------------------------+
      """;

  private static final MigPlan PLAN =
      MigGpu.of("A100-40GB")
          .layout("2g.10gb@0", "1g.5gb@2", "1g.5gb+me@3", "3g.20gb@4")
          .inUse(0, 4)
          .planTo("2g.10gb", "2g.10gb", "3g.20gb");

  /** The compute instance of GPU instance 9. */
  private static final String COMPUTE =
      """
      +--------------------------------------------------------------------+
      | Compute instances:                                                 |
      | GPU     GPU       Name             Profile   Instance   Placement  |
      |       Instance                       ID        ID       Start:Size |
      |         ID                                                         |
      |====================================================================|
      |  10      9       MIG 1g.5gb           0         0          0:1     |
      +--------------------------------------------------------------------+
      """;

  private record Run(int exit, List<String> calls, String out) {}

  @Test
  void theInstancesThatTheDriverListsAreTheOnesThatGo(@TempDir Path folder) throws Exception {
    try (Trial trial = Trial.of("sh and awk", "POSIX", "find instances by placement")) {
      Run run = run(folder, LISTED, PLAN.commands(10));
      trial.agreed(
          run.exit() == 0 && run.calls().equals(PLAN.commands(10, Map.of(2, 9, 3, 12))),
          run::toString);
    }
  }

  /** Its -dci would fail, as that of the stand-in does. */
  @Test
  void anInstanceWithoutComputeInstancesGoesAsWell(@TempDir Path folder) throws Exception {
    try (Trial trial = Trial.of("sh and awk", "POSIX", "destroy what holds no compute instance")) {
      Files.createFile(folder.resolve("empty-12"));
      Run run = run(folder, LISTED, PLAN.commands(10));
      trial.agreed(
          run.exit() == 0
              && run.calls()
                  .equals(
                      PLAN.commands(10, Map.of(2, 9, 3, 12)).stream()
                          .filter(call -> !call.endsWith("-dci -gi 12"))
                          .toList()),
          run::toString);
    }
  }

  @Test
  void whereAComputeInstanceDoesNotGoNothingElseIsDone(@TempDir Path folder) throws Exception {
    try (Trial trial = Trial.of("sh and awk", "POSIX", "stop where a compute instance is busy")) {
      Files.createFile(folder.resolve("busy-9"));
      Run run = run(folder, LISTED, PLAN.commands(10));
      trial.agreed(run.exit() != 0 && run.calls().isEmpty(), run::toString);
    }
  }

  /** The second of two; the first is not destroyed either. */
  @Test
  void anInstanceThatIsNotThereIsNamed(@TempDir Path folder) throws Exception {
    try (Trial trial = Trial.of("sh and awk", "POSIX", "name the instance that is not there")) {
      Run run = run(folder, LISTED.replace("3:1", "6:1"), PLAN.commands(10));
      trial.agreed(
          run.exit() != 0
              && run.calls().isEmpty()
              && run.out().equals("1g.5gb+me at 3 is not on card 10\n"),
          run::toString);
    }
  }

  @Test
  void whereAnInstanceIsNotAsThePlanSaysNothingIsTouched(@TempDir Path folder) throws Exception {
    try (Trial trial = Trial.of("sh and awk", "POSIX", "stop where an instance is another")) {
      for (String other :
          List.of(
              LISTED.replace("2:1", "1:1"),
              LISTED.replace("MIG 1g.5gb ", "MIG 1g.9gb "),
              "No GPU instances found: Not Found\n")) {
        Run run = run(folder, other, PLAN.commands(10));
        trial.agreed(run.exit() != 0 && run.calls().isEmpty(), run::toString);
      }
    }
  }

  /** With an nvidia-smi that lists this and writes down what else it is asked. */
  private static Run run(Path folder, String listed, List<String> commands)
      throws IOException, InterruptedException {
    Path calls = folder.resolve("calls");
    Files.deleteIfExists(calls);
    Files.createFile(calls);
    Files.writeString(folder.resolve("listed"), listed);
    Files.writeString(folder.resolve("compute"), COMPUTE);
    Path smi = folder.resolve("nvidia-smi");
    Files.writeString(
        smi,
        """
        #!/bin/sh
        cd "${0%/*}"
        case "$*" in
          "mig -i 10 -lgi") cat listed ;;
          "mig -i 10 -lci") cat compute ;;
          "mig -i 10 -lci -gi "*)
            if [ -e "empty-$6" ]; then echo "No compute instances found: Not Found"; exit 6; fi
            cat compute ;;
          "mig -i 10 -dci -gi "*)
            if [ -e "empty-$6" ] || [ -e "busy-$6" ]; then exit 1; fi
            echo "nvidia-smi $*" >> calls ;;
          *) echo "nvidia-smi $*" >> calls ;;
        esac
        """);
    if (!smi.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + smi);
    }
    Path script = Files.writeString(folder.resolve("script"), String.join("\n", commands) + "\n");
    ProcessBuilder shell = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true);
    shell.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
    Process process = shell.redirectOutput(folder.resolve("out").toFile()).start();
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IllegalStateException("sh: no end after a minute");
    }
    return new Run(
        process.exitValue(), Files.readAllLines(calls), Files.readString(folder.resolve("out")));
  }
}
