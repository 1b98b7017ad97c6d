package io.gpuspec.manifest.gang;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rendezvous of the workers of a PyTorch training: static, at the first worker.
 *
 * <p>The elastic one, {@code --rdzv-backend=c10d}, is not used: there each worker finds out by a
 * look-up of names whether it is the first, before its own name is sure to be known, and gangs do
 * not change their size.
 *
 * @param script what torchrun runs; empty where the worker's own command stays
 */
record Torch(List<String> script) {
  /** The port at which PyTorch itself expects the first worker. */
  static final int PORT = 29500;

  private static final List<String> VARIABLES =
      List.of("MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK");

  /** The annotation that tells a pod of an indexed Job its number. */
  private static final String INDEX =
      "metadata.annotations['batch.kubernetes.io/job-completion-index']";

  /** Returns what a worker may not say itself. */
  List<Consumer<Job>> checks() {
    List<Consumer<Job>> checks = new ArrayList<>();
    for (String variable : VARIABLES) {
      checks.add(job -> checkHasNot(variable, main(job)));
    }
    if (!script.isEmpty()) {
      checks.add(job -> checkHasNoCommand(main(job)));
    }
    return checks;
  }

  private static Container main(Job worker) {
    return worker.getSpec().getTemplate().getSpec().getContainers().get(0);
  }

  private static void checkHasNot(String variable, Container main) {
    if (main.getEnv().stream().map(EnvVar::getName).anyMatch(variable::equals)) {
      throw new InvalidValueException(
          "gang.conflict",
          "env: '%s' was given, and pytorch() sets it; remove it".formatted(variable));
    }
  }

  private static void checkHasNoCommand(Container main) {
    List<String> own = new ArrayList<>(main.getCommand());
    own.addAll(main.getArgs());
    if (!own.isEmpty()) {
      throw new InvalidValueException(
          "gang.conflict",
          "command: '%s' was given, and pytorch() runs torchrun; give what torchrun is to run to pytorch(...), or nothing to keep the command"
              .formatted(String.join(" ", own)));
    }
  }

  /** The worker's container with its command. */
  Container launched(Container container, int workers, int gpus) {
    if (script.isEmpty()) {
      return container;
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                "torchrun",
                "--nnodes=" + workers,
                "--nproc_per_node=" + gpus,
                "--node_rank=$(RANK)",
                "--master_addr=$(MASTER_ADDR)",
                "--master_port=$(MASTER_PORT)"));
    command.addAll(script);
    return new ContainerBuilder(container).withCommand(command).build();
  }

  /** The variables of a worker that is a pod of an indexed Job. */
  static List<EnvVar> indexed(String master, int workers) {
    return variables(
        master,
        workers,
        new EnvVarBuilder()
            .withName("RANK")
            .withNewValueFrom()
            .withNewFieldRef()
            .withFieldPath(INDEX)
            .endFieldRef()
            .endValueFrom()
            .build());
  }

  /**
   * The variables of a worker that is a pod of a LeaderWorkerSet, whose webhook puts its own before
   * these, so that they can be referred to.
   */
  static List<EnvVar> led(int workers) {
    return variables(
        "$(LWS_LEADER_ADDRESS)", workers, new EnvVar("RANK", "$(LWS_WORKER_INDEX)", null));
  }

  private static List<EnvVar> variables(String master, int workers, EnvVar rank) {
    return List.of(
        new EnvVar("MASTER_ADDR", master, null),
        new EnvVar("MASTER_PORT", Integer.toString(PORT), null),
        new EnvVar("WORLD_SIZE", Integer.toString(workers), null),
        rank);
  }
}
