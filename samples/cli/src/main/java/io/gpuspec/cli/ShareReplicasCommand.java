package io.gpuspec.cli;

import io.gpuspec.json.GpuJson;
import io.gpuspec.share.ReplicaNode;
import io.gpuspec.share.Replicas;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec share replicas}. */
@Command(
    name = "replicas",
    description = "Shows a node whose cards NVIDIA's device plugin advertises several times.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec share replicas --gpu T4 --replicas 4 --cards 2",
      "  gpuspec share replicas --gpu T4 --replicas 3 --mps -o json",
      "  gpuspec share replicas --gpu A10 --card-memory 23028Mi --replicas 6 --mps"
    })
final class ShareReplicasCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--gpu",
      required = true,
      paramLabel = "NAME",
      description = "Card, for example T4; the driver's name gives all labels.")
  private String gpu = "";

  @Option(
      names = "--replicas",
      required = true,
      paramLabel = "N",
      description = "How many times each card is advertised, 2 or more.")
  private int replicas;

  @Option(names = "--mps", description = "Use MPS; the default is time slicing.")
  private boolean mps;

  @Option(
      names = "--cards",
      paramLabel = "N",
      description = "Number of cards of the node; the default is 1.")
  private int cards = 1;

  @Option(names = "--renamed", description = "Advertise it as nvidia.com/gpu.shared.")
  private boolean renamed;

  @Option(
      names = "--fail-requests-greater-than-one",
      paramLabel = "true|false",
      arity = "1",
      description = "Refuse containers that request several; the default only with MPS.")
  private @Nullable Boolean fail;

  @Option(
      names = "--card-memory",
      paramLabel = "Q",
      description = "Memory of each card as its driver reports it, for example 15109Mi.")
  private @Nullable String cardMemory;

  @Mixin private final OutputOption output = new OutputOption();

  ShareReplicasCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    ReplicaNode node = node();
    if (output.isJson()) {
      console.json(GpuJson.write(node));
    } else {
      console.say(node);
      console.say(node.replica());
      console.say(node.describe());
      console.say(node.notes().all());
    }
    return Main.YES;
  }

  /** If the number of replicas or the card is not valid, the rest is checked with a valid one. */
  private ReplicaNode node() {
    Problems problems = new Problems();
    Replicas shared = problems.of(this::shared).orElse(Replicas.timeSlicing(2));
    String card = problems.of(() -> shared.of(gpu)).isPresent() ? gpu : "T4";
    ReplicaNode one = shared.node(card, 1);
    String memory = cardMemory;
    if (memory != null) {
      problems.check(() -> one.withCardMemory(memory));
    }
    Optional<ReplicaNode> node = problems.of(() -> shared.node(card, cards));
    problems.orThrow();
    return memory == null ? node.orElseThrow() : node.orElseThrow().withCardMemory(memory);
  }

  private Replicas shared() {
    Replicas shared = mps ? Replicas.mps(replicas) : Replicas.timeSlicing(replicas);
    if (renamed) {
      shared = shared.renameByDefault();
    }
    return fail == null ? shared : shared.failRequestsGreaterThanOne(fail);
  }
}
