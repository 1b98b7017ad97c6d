package io.gpuspec.judges;

import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.judges.Said.Step;
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
    INDEXED_JOB("indexed Job", ".indexedJob()") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.indexedJob().on(target);
      }
    },
    INDEXED_JOB_IN_KUEUE("indexed Job", ".indexedJob().kueue(\"team.a\")") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.indexedJob().kueue("team.a").on(target);
      }
    },
    JOB_SET("JobSet", ".jobSet().maxRestarts(0)") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.jobSet().maxRestarts(0).on(target);
      }
    },
    JOB_SET_IN_KUEUE("JobSet", ".jobSet().kueue(\"team-a\")") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.jobSet().kueue("team-a").on(target);
      }
    },
    VOLCANO("Volcano Job", ".volcano()") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.volcano().on(target);
      }
    },
    VOLCANO_IN_A_QUEUE("Volcano Job", ".volcano().queue(\"team.a\").plugin(\"ssh\").maxRetry(9)") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.volcano().queue("team.a").plugin("ssh").maxRetry(9).on(target);
      }
    },
    LEADER_WORKER_SET("LeaderWorkerSet", ".leaderWorkerSet().replicas(3)") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.leaderWorkerSet().replicas(3).on(target);
      }
    },
    LEADER_WORKER_SET_IN_KUEUE(
        "LeaderWorkerSet", ".leaderWorkerSet().port(8000).kueue(\"team-a\")") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.leaderWorkerSet().port(8000).kueue("team-a").on(target);
      }
    },
    POD_GROUP("PodGroup", ".podGroup()") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.podGroup().on(target);
      }
    },
    POD_GROUP_IN_A_QUEUE("PodGroup", ".podGroup().queue(\"team.a\")") {
      @Override
      Manifests on(GangJob gang, Target target) {
        return gang.podGroup().queue("team.a").on(target);
      }
    };

    private final String kind;
    private final String java;

    Controller(String kind, String java) {
      this.kind = kind;
      this.java = java;
    }

    /** What its object is called, however it is set. */
    String kind() {
      return kind;
    }

    boolean isOfVolcano() {
      return kind.equals("Volcano Job") || kind.equals("PodGroup");
    }

    /** Whether its pods serve until they are deleted. */
    boolean serves() {
      return kind.equals("LeaderWorkerSet");
    }

    /** All that a worker may say as a job where this runs it. */
    Step<GpuWorkload> settings() {
      Step<GpuWorkload> kept =
          new Step<>(".ttlSecondsAfterFinished(0)", w -> w.ttlSecondsAfterFinished(0));
      Step<GpuWorkload> stands = new Step<>(".backoffLimit(2)", w -> w.backoffLimit(2));
      Step<GpuWorkload> ends =
          new Step<>(".activeDeadlineSeconds(60)", w -> w.activeDeadlineSeconds(60));
      return switch (this) {
        case VOLCANO -> kept.then(stands);
        case VOLCANO_IN_A_QUEUE -> kept;
        case LEADER_WORKER_SET, LEADER_WORKER_SET_IN_KUEUE -> new Step<>("", w -> w);
        case INDEXED_JOB_IN_KUEUE, JOB_SET_IN_KUEUE -> kept.then(stands).then(ends);
        default ->
            kept.then(stands).then(ends).then(new Step<>(".suspended()", GpuWorkload::suspended));
      };
    }

    abstract Manifests on(GangJob gang, Target target);
  }

  /** Whether the controller's scheduler knows all that the target's options ask of it. */
  boolean isForItsScheduler() {
    String target = worker.target().java();
    return !controller.isOfVolcano()
        || !target.contains("\"gang-name\"") && !target.contains("\"topology\"");
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
