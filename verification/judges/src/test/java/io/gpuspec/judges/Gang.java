package io.gpuspec.judges;

import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.gang.GangJob;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Workers that somebody wants to run all together, and where.
 *
 * @param workers how many
 * @param worker one of them, and the target
 * @param torch whether they train with PyTorch
 * @param controller what runs them
 */
record Gang(int workers, Intent worker, boolean torch, Controller controller) {

  /** What runs a gang, with an option or two. */
  enum Controller {
    INDEXED_JOB(".indexedJob()") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.indexedJob().on(target);
      }
    },
    INDEXED_JOB_IN_KUEUE(".indexedJob().kueue(\"team.a\")") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.indexedJob().kueue("team.a").on(target);
      }
    },
    JOB_SET(".jobSet().maxRestarts(0)") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.jobSet().maxRestarts(0).on(target);
      }
    },
    JOB_SET_IN_KUEUE(".jobSet().kueue(\"team-a\")") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.jobSet().kueue("team-a").on(target);
      }
    },
    VOLCANO(".volcano()") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.volcano().on(target);
      }
    },
    VOLCANO_IN_A_QUEUE(".volcano().queue(\"team.a\").plugin(\"ssh\").maxRetry(9)") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.volcano().queue("team.a").plugin("ssh").maxRetry(9).on(target);
      }
    },
    POD_GROUP(".podGroup()") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.podGroup().on(target);
      }
    };

    private final String java;

    Controller(String java) {
      this.java = java;
    }

    abstract Manifests on(GangJob gang, Target target);
  }

  /** Its manifests; nothing where no shape holds a worker, which is right to be refused. */
  Optional<Manifests> build() {
    GpuWorkload one = worker.workload().get();
    GangJob gang = torch ? GangJob.pytorch(workers, one, script()) : GangJob.of(workers, one);
    try {
      return Optional.of(controller.on(gang, worker.target().get()));
    } catch (NoMatchException e) {
      return Optional.empty();
    }
  }

  /** A worker that has a command keeps it. */
  private String[] script() {
    String java = worker.workload().java();
    boolean commanded = java.contains(".command(") || java.contains(".args(");
    return commanded ? new String[0] : new String[] {"train.py", "--lr", "1e-4"};
  }

  /** What can be pasted into JShell. */
  @Override
  public String toString() {
    String script =
        Arrays.stream(script())
            .map(word -> ", " + Said.literal(word))
            .collect(Collectors.joining());
    return "GangJob.%s(%d, %s%s)%s.on(%s)"
        .formatted(
            torch ? "pytorch" : "of",
            workers,
            worker.workload(),
            torch ? script : "",
            controller.java,
            worker.target());
  }
}
