package io.gpuspec.cli;

import io.gpuspec.cli.AnswerWriter.UnwrittenException;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command {@code gpuspec}. It contains no logic of its own: every answer is one call to the
 * library. Answers go to standard output, messages to standard error; the exit status is 0 for yes,
 * 1 for no, 2 for a question that cannot be answered or an answer that cannot be written, and 141
 * where the reader of the answer went away.
 */
@Command(
    name = "gpuspec",
    description = "Matches GPU workloads with GPU shapes, explains why, and writes manifests.",
    mixinStandardHelpOptions = true,
    version = "gpuspec 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  gpuspec catalog --provider tke",
      "  gpuspec match --provider tke --gpu V100 --cpu 6 --memory 32Gi",
      "  gpuspec match --provider tke -f deployment.yaml -o json",
      "  gpuspec build --provider tke --kind deployment --name llm --image r/llm:v1 \\",
      "      --gpu T4,V100 --cpu 4,8 --memory 16Gi,32Gi --replicas 3 --port 8080",
      "  gpuspec fits -f pod.yaml --nodes cluster.json",
      "  gpuspec inspect deployment.yaml",
      "  gpuspec migrate --from tke --to eks -f deployment.yaml",
      "  gpuspec cuda-fit --image r/llm:v1-cu118 --provider tke --gpu T4",
      "  gpuspec recommend --for inference --model-params 8B",
      "  gpuspec mig fit --gpu A100-40GB 3g.20gb 2g.10gb 2g.10gb",
      "  gpuspec nodes plan -f pools.yaml",
      "  gpuspec slices --provider eks/nodegroup --gpu p4d.24xlarge",
      "  gpuspec share pack --provider tke --tech qgpu --gpu T4 4Gi:25 4Gi:25",
      "  gpuspec resources DRA --kubernetes 1.33",
      "  gpuspec components check --driver 550.90.07 --cuda 12.4",
      "",
      "Exit status: 0 yes, 1 no, 2 invalid input,",
      "3 yes, but something in the input that requests a GPU was not judged."
    })
public final class Main implements Runnable {
  static final int YES = 0;
  static final int NO = 1;
  static final int BAD = 2;

  /** Yes as far as it was judged, and something that asks for a GPU was not. */
  static final int NOT_JUDGED = 3;

  /** The commands, in the order of the help. */
  private static final List<String> COMMANDS =
      List.of(
          "catalog",
          "match",
          "fits",
          "build",
          "inspect",
          "migrate",
          "cuda-fit",
          "recommend",
          "mig",
          "share",
          "nodes",
          "fleet",
          "slices",
          "resources",
          "diagnose",
          "advice",
          "components",
          "schema",
          "completion",
          "man",
          "shell");

  @Option(
      names = "--lang",
      scope = ScopeType.INHERIT,
      paramLabel = "en|zh",
      description =
          "Language of help, text and messages; by default that of the environment. JSON is the"
              + " same in both, but for the messages of inspect.")
  private @Nullable Language language;

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    Writer out =
        new BufferedWriter(
            new OutputStreamWriter(
                new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8));
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    System.exit(run(new Console(new AnswerWriter(out), err, Terminal.ofEnvironment()), args));
  }

  /** Runs the command. */
  static int run(Writer out, PrintStream err, String... args) {
    return run(new Console(new AnswerWriter(out), err), args);
  }

  /** Runs the command. */
  static int run(Console bare, String... args) {
    Console console = Language.asked(args).map(bare::in).orElse(bare);
    Failures failures = new Failures(console, "1".equals(System.getenv("GPUSPEC_DEBUG")));
    try {
      // A failed write comes up again at the last flush, and is reported there once.
      int status =
          commandLine(console, args)
              .setExecutionExceptionHandler(
                  (e, command, result) ->
                      e instanceof UnwrittenException ? BAD : failures.status(e))
              .execute(args);
      console.out().flush();
      return status;
    } catch (
        Throwable e) { // An error of the virtual machine is no reason for a stack trace either.
      return failures.status(e);
    }
  }

  /** The command line with the one command that is named, or with all where none is. */
  static CommandLine commandLine(Console console, String... args) {
    CommandLine line = new CommandLine(new Main());
    boolean isNamed = args.length > 0 && COMMANDS.contains(args[0]);
    for (String name : isNamed ? List.of(args[0]) : COMMANDS) {
      line.addSubcommand(command(name, console));
    }
    Converters.register(line);
    TranslatedHelp.apply(line, console.phrases());
    Ansi ansi = console.terminal().isColoured() ? Ansi.ON : Ansi.OFF;
    return line.setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
        .setOut(new PrintWriter(console.out()))
        .setParameterExceptionHandler(new UsageErrors(console));
  }

  /** Makes one of them. A lambda for each would be one more class to load at every start. */
  private static CommandLine command(String name, Console console) {
    return switch (name) {
      case "catalog" -> group(new CatalogCommand(console), new CatalogDiffCommand(console));
      case "match" -> new CommandLine(new MatchCommand(console));
      case "fits" -> new CommandLine(new FitsCommand(console));
      case "build" -> new CommandLine(new BuildCommand(console));
      case "inspect" -> new CommandLine(new InspectCommand(console));
      case "migrate" -> new CommandLine(new MigrateCommand(console));
      case "cuda-fit" -> new CommandLine(new CudaFitCommand(console));
      case "recommend" -> new CommandLine(new RecommendCommand(console));
      case "mig" ->
          group(
              new MigCommand(),
              new MigProfilesCommand(console),
              new MigLayoutsCommand(console),
              new MigFitCommand(console),
              new MigPlanCommand(console),
              new MigNeedsCommand(console));
      case "share" ->
          group(
              new ShareCommand(),
              new SharePackCommand(console),
              new ShareNodeCommand(console),
              new ShareReplicasCommand(console),
              new ShareChooseCommand(console),
              new ShareCostCommand(console),
              new ShareTranslateCommand(console));
      case "nodes" ->
          group(
              new NodesCommand(),
              new NodesPlanCommand(console),
              new NodesBackupCommand(console),
              new NodesRestoreCommand(console));
      case "fleet" ->
          group(
              new FleetCommand(),
              new FleetPlanCommand(console),
              new FleetConsolidateCommand(console),
              new FleetPlaceCommand(console));
      case "slices" -> new CommandLine(new SlicesCommand(console));
      case "resources" -> new CommandLine(new ResourcesCommand(console));
      case "diagnose" -> new CommandLine(new DiagnoseCommand(console));
      case "advice" -> new CommandLine(new AdviceCommand(console));
      case "components" ->
          group(
              new ComponentsCommand(),
              new ComponentsCheckCommand(console),
              new ComponentsCommandsCommand(console));
      case "schema" -> new CommandLine(new SchemaCommand(console));
      case "completion" -> new CommandLine(new CompletionCommand(console));
      case "man" -> new CommandLine(new ManCommand(console));
      case "shell" -> new CommandLine(new ShellCommand());
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static CommandLine group(Object command, Object... below) {
    CommandLine group = new CommandLine(command);
    for (Object each : below) {
      group.addSubcommand(each);
    }
    return group;
  }

  /** Without a command, there is nothing to do. */
  @Override
  public void run() {
    if (spec != null) {
      throw noCommand(spec);
    }
  }

  /** Returns what a command is answered that only has others below it. */
  static ParameterException noCommand(CommandSpec spec) {
    return new ParameterException(
        spec.commandLine(),
        "no command is given; write " + String.join(" or ", spec.subcommands().keySet()));
  }
}
