package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.eks.NodePool;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.fleet.WhatIf;
import io.gpuspec.json.GpuJson;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.KubeYaml;
import io.gpuspec.manifest.intent.FleetFile;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gpuspec fleet plan}. */
@Command(
    name = "plan",
    description = "Finds the nodes for all workloads together, and what any plan costs at least.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec fleet plan --provider eks -f workloads.yaml",
      "  gpuspec fleet plan -f pods.jsonl",
      "  gpuspec fleet plan --provider eks -f pods.jsonl --quota P=192",
      "  gpuspec fleet plan --provider eks -f pods.jsonl --nodes cluster.json -o json",
      "",
      "Exit status: 0 every pod has a node, 1 some have none, 2 invalid input,",
      "3 yes, but something that requests a GPU was not judged."
    })
final class FleetPlanCommand implements Callable<Integer> {

  /** What names rows, nodes or shares of one provider, or sets other plans beside its own. */
  private static final List<String> OF_ONE_PROVIDER =
      List.of(
          "--nodes",
          "--limit",
          "--quota",
          "--only",
          "--zones",
          "--with-timeslices",
          "--with-mig",
          "--with-share",
          "--with-spot",
          "--spot",
          "--node-pools",
          "--html");

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  private @Nullable String input;

  @Mixin
  private final TargetOptions where =
      new TargetOptions("Target, for example tke; by default every cloud.");

  @Option(
      names = {"-f", "--filename", "--file"},
      paramLabel = "FILE",
      description = "Manifests, intents or JSON lines; repeatable; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Mixin private final FleetOptions settings = new FleetOptions();
  @Mixin private final ComparedFleets compared = new ComparedFleets();

  @Option(
      names = "--node-pools",
      paramLabel = "FILE",
      description = "Also write Karpenter NodePools that buy these nodes and no others (eks).")
  private @Nullable Path nodePools;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the plan as an HTML page, which needs no network.")
  private @Nullable Path html;

  @Mixin private final OutputOption output = new OutputOption();

  FleetPlanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (files.isEmpty()) {
      throw new InvalidValueException("usage.missing", "fleet plan: no file is given; add -f FILE");
    }
    Gpus gpus = where.gpus(console);
    Optional<Target> target = where.target(gpus);
    if (target.isEmpty()) {
      return everywhere(gpus);
    }
    Asked asked = asked(target.get());
    if (!asked.problems().isEmpty()) {
      return refused(List.of(asked));
    }
    asked.notes().forEach(console::message);
    return print(gpus, asked.fleet(), asked.isJudged());
  }

  /** The files' pods, for a target. */
  private record Asked(
      Target target, Fleet fleet, List<String> problems, List<Note> notes, boolean isJudged) {}

  private Asked asked(Target target) throws IOException {
    Fleet fleet = settings.of(target, files, console);
    List<String> problems = new ArrayList<>();
    List<Note> notes = new ArrayList<>();
    boolean isJudged = true;
    for (String name : files) {
      FleetFile file = read(name, fleet.target());
      fleet = fleet.demands(file.demands());
      file.problems().forEach(problem -> problems.add(String.valueOf(problem.getMessage())));
      notes.addAll(file.notes());
      isJudged &= file.isJudged();
    }
    return new Asked(target, fleet, problems, notes, isJudged);
  }

  private int refused(List<Asked> all) {
    all.stream().flatMap(each -> each.problems().stream()).distinct().forEach(console::problem);
    return Main.BAD;
  }

  /** A plan for every cloud. */
  private int everywhere(Gpus gpus) throws IOException {
    if (spec != null) {
      for (String option : OF_ONE_PROVIDER) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
          throw TargetOptions.goesWithProvider(gpus, option);
        }
      }
    }
    List<Asked> all = new ArrayList<>();
    for (Target cloud : gpus.clouds()) {
      all.add(asked(cloud));
    }
    List<Asked> asked = all.stream().filter(each -> each.problems().isEmpty()).toList();
    if (asked.isEmpty()) {
      return refused(all);
    }
    // An intent, for example, asks for a GPU that this cloud does not have.
    all.stream()
        .filter(each -> !each.problems().isEmpty())
        .forEach(
            each ->
                console.message(
                    "%s has no plan: %s".formatted(each.target().id(), each.problems().get(0))));
    asked.stream().flatMap(each -> each.notes().stream()).distinct().forEach(console::message);
    List<FleetPlan> plans =
        console.during(
            "planning nodes", () -> asked.stream().map(each -> each.fleet().plan()).toList());
    output.answer(
        console,
        () -> GpuJson.write(out -> out.put("providers", plans)),
        () ->
            plans.stream().map(plan -> plan.explain() + "\n").collect(Collectors.joining())
                + FleetPlan.table(plans));
    if (plans.stream().noneMatch(FleetPlan::isComplete)) {
      return Main.NO;
    }
    boolean isJudged =
        IntStream.range(0, plans.size())
            .anyMatch(i -> plans.get(i).isComplete() && asked.get(i).isJudged());
    return isJudged ? Main.YES : Main.NOT_JUDGED;
  }

  private int print(Gpus gpus, Fleet fleet, boolean isJudged) throws IOException {
    FleetPlan plan = console.during("planning nodes", fleet::plan);
    // Without prices of spot another plan would count something else.
    List<WhatIf> others =
        console.during(
            "planning nodes to compare",
            () -> compared.plans(fleet.objective(plan.objective()), gpus, where));
    if (others.isEmpty()) {
      output.answer(console, () -> GpuJson.write(plan), plan::explain);
    } else {
      output.answer(
          console,
          () -> GpuJson.write(plan.comparedWith(others)),
          () -> plan.explain() + "\n" + WhatIf.table(plan, others));
    }
    write(plan);
    if (!plan.isComplete()) {
      return Main.NO;
    }
    return isJudged && !plan.isPartlyCounted() ? Main.YES : Main.NOT_JUDGED;
  }

  /** Writes files that are asked for beside the answer, which is there if one of them cannot be. */
  private void write(FleetPlan plan) {
    Path page = html;
    if (page != null) {
      write("--html", page, plan.html().toString());
    }
    Path pools = nodePools;
    if (pools != null) {
      List<KubeObject> objects = objects(plan);
      write("--node-pools", pools, KubeYaml.of(objects).toString());
      if (objects.stream().anyMatch(object -> object.kind().equals("NodeOverlay"))) {
        console.message(
            "%s has NodeOverlays, which Karpenter reads with its feature gate NodeOverlay"
                .formatted(pools));
      }
    }
  }

  /** Each pool after what tells Karpenter of the devices that its nodes have. */
  private static List<KubeObject> objects(FleetPlan plan) {
    return NodePool.allOf(plan.target(), plan.nodes()).stream()
        .flatMap(pool -> Stream.concat(pool.overlays().stream(), Stream.of(pool.toObject())))
        .toList();
  }

  private static void write(String option, Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unwritable",
          "%s: '%s' cannot be written; name a file in a folder that exists".formatted(option, file),
          e);
    }
  }

  private FleetFile read(String name, Target target) {
    if (!name.equals(StandardInput.DASH)) {
      return FleetFile.read(Path.of(name), target, settings::bought);
    }
    String text = input == null ? StandardInput.text() : input;
    input = text;
    return FleetFile.parse(StandardInput.NAME, text, target, settings::bought);
  }
}
