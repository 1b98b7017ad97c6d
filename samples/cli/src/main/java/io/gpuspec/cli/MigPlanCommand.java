package io.gpuspec.cli;

import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigPlan;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec mig plan}. */
@Command(
    name = "plan",
    description =
        "Plans how a card gets from its instances to exactly these, in the fewest " + "steps.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec mig plan --gpu A100-40GB --current 2g.10gb@0,1g.5gb@2,3g.20gb@4 \\",
      "      --in-use 0,4 2g.10gb 2g.10gb 3g.20gb",
      "  gpuspec mig plan --gpu A100-40GB 4g.20gb 3g.20gb -o json",
      "  gpuspec mig plan --gpu A100-40GB --current 1g.5gb@2 2g.10gb --commands",
      "  gpuspec mig plan --gpu A100-40GB --current 3g.20gb@4",
      "",
      "Exit status: 0 there is a plan, 1 there is none, 2 invalid input."
    })
final class MigPlanCommand implements Callable<Integer> {
  /** The steps as commands, for one card. */
  static final class Script {
    @Option(
        names = "--commands",
        required = true,
        description = "Print the steps as a shell script of nvidia-smi commands instead.")
    private boolean commands;

    @Option(
        names = "--card",
        paramLabel = "N",
        description = "Index of the card that the commands are for; the default is 0.")
    private int card;

    Text of(MigPlan plan) {
      return plan.commands(card).all();
    }
  }

  private final Console console;

  @Mixin private final MigGpuOption product = new MigGpuOption();

  @Option(
      names = "--current",
      paramLabel = FieldOptions.LIST,
      description = "Instances on the card, for example 2g.10gb@0,3g.20gb@4; the default is none.")
  private @Nullable String current;

  @Option(
      names = "--in-use",
      paramLabel = FieldOptions.LIST,
      description = "Starts of the instances in use, which are not touched, for example 0,4.")
  private @Nullable String inUse;

  @ArgGroup(exclusive = false)
  private @Nullable Script script;

  @Parameters(
      arity = "0..*",
      paramLabel = "PROFILE",
      description =
          "A profile for each resulting instance, including those in use; none with "
              + "--current empties the card.")
  private List<String> profiles = new ArrayList<>();

  @Mixin private final OutputOption output = new OutputOption();

  MigPlanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (script != null) {
      output.requireTextWith("--commands");
    }
    if (profiles.isEmpty() && current == null) {
      throw new InvalidValueException(
          "usage.missing",
          "PROFILE is missing; add it, or --current to empty the card of its instances");
    }
    MigPlan plan = from().planTo(profiles);
    if (script == null) {
      output.answer(console, () -> GpuJson.write(plan), plan::explain);
    } else if (plan.isFeasible()) {
      console.answer(script.of(plan));
    } else {
      // A shell that reads the answer gets commands or nothing.
      console.message(plan.explain());
    }
    return plan.isFeasible() ? Main.YES : Main.NO;
  }

  private MigLayout from() {
    MigLayout layout =
        product.gpu().layout(NameList.of("--current", current).toArray(String[]::new));
    return layout.inUse(
        NameList.of("--in-use", inUse).stream().mapToInt(MigPlanCommand::start).toArray());
  }

  private static int start(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new InvalidValueException(
          "usage.malformed",
          "--in-use: '%s' is no start of an instance; write starts like 0,4".formatted(text));
    }
  }
}
