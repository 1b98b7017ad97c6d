package io.gpuspec.cli;

import io.gpuspec.GpuSpecException;
import io.gpuspec.Gpus;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The command {@code gpuspec}. It holds no logic of its own: every answer is one call into the
 * library. Answers go to standard output, messages to standard error; the exit status is 0 for yes,
 * 1 for no, 2 for a question that cannot be answered.
 */
@Command(
    name = "gpuspec",
    description = "What GPU workloads land on, why, and the manifests that get them there.",
    subcommands = {CatalogCommand.class, MatchCommand.class, BuildCommand.class},
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
      "",
      "Exit status: 0 yes, 1 no, 2 the question itself is bad."
    })
public final class Main {
  static final int YES = 0;
  static final int NO = 1;
  static final int BAD = 2;

  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    int status = run(out, err, args);
    out.flush();
    System.exit(status);
  }

  /** Runs the command; the caller flushes the streams. */
  static int run(PrintStream out, PrintStream err, String... args) {
    Console console = new Console(out, err);
    CommandLine line =
        new CommandLine(new Main(), new Factory(console))
            .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(Main::badUsage)
            .setExecutionExceptionHandler((e, command, result) -> failed(console, e));
    return line.execute(args);
  }

  private static int badUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command
        .getErr()
        .println(
            "gpuspec: %s; see %s --help"
                .formatted(
                    oneLine(String.valueOf(e.getMessage())),
                    command.getCommandSpec().qualifiedName()));
    return BAD;
  }

  private static int failed(Console console, Exception e) throws Exception {
    if (e instanceof GpuSpecException) {
      console.problem(String.valueOf(e.getMessage()));
      return BAD;
    }
    throw e;
  }

  private static String oneLine(String message) {
    return message.replaceAll("\\s*\\R\\s*", "; ");
  }

  /** Gives every command the console it writes to. */
  private record Factory(Console console) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      if (Console.Writing.class.isAssignableFrom(type)) {
        K command = type.getDeclaredConstructor(Console.class).newInstance(console);
        return command;
      }
      return CommandLine.defaultFactory().create(type);
    }
  }

  /** Every place that the class path knows. */
  static Gpus gpus() {
    return Gpus.load();
  }
}
