package io.gpuspec.cli;

import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports in one line what is wrong with the arguments of a command, and what to write instead. */
record UsageErrors(Console console) implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    console.problem(
        message(e, command, args)
            + "; see "
            + command.getCommandSpec().qualifiedName()
            + " --help");
    return Main.BAD;
  }

  private static String message(ParameterException e, CommandLine command, String[] args) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unknown(unmatched.getUnmatched().get(0), command);
    }
    // An unknown option is often the reason why another one is missing.
    Optional<String> misspelt =
        command.getUnmatchedArguments().stream()
            .filter(word -> word.startsWith("-") && word.length() > 1)
            .findFirst();
    if (e instanceof MissingParameterException && misspelt.isPresent()) {
      return unknown(misspelt.get(), command);
    }
    if (e instanceof OverwrittenOptionException twice
        && twice.getOverwritten() instanceof OptionSpec option) {
      return repeated(option, args);
    }
    if (e instanceof MissingParameterException missing
        && missing.getMissing().stream().allMatch(ArgSpec::required)) {
      return missing.getMissing().get(0) instanceof OptionSpec
          ? "required options are missing; add " + written(missing)
          : written(missing) + " is missing; add it";
    }
    return String.valueOf(e.getMessage());
  }

  private static String written(MissingParameterException missing) {
    return missing.getMissing().stream()
        .map(
            arg ->
                arg instanceof OptionSpec option
                    ? option.longestName() + " " + option.paramLabel()
                    : arg.paramLabel())
        .collect(Collectors.joining(" "));
  }

  private static String unknown(String word, CommandLine command) {
    Map<String, CommandLine> commands = command.getSubcommands();
    if (word.startsWith("-")) {
      List<String> names = new ArrayList<>(command.getCommandSpec().optionsMap().keySet());
      // One letter is near to any other.
      names.removeIf(name -> !name.startsWith("--"));
      return new UnknownNameException(
              "usage.unknown", "option", word.replaceFirst("=.*", ""), names)
          .getMessage();
    }
    return commands.isEmpty()
        ? "'" + word + "' belongs to no option; write the option before it"
        : new UnknownNameException("usage.unknown", "command", word, commands.keySet())
            .getMessage();
  }

  private static String repeated(OptionSpec option, String[] args) {
    String name = option.longestName();
    boolean isList = option.paramLabel().equals(FieldOptions.LIST);
    return name
        + " is given more than once; "
        + (isList ? "write " + name + " " + values(option, args) : "give it once");
  }

  /** Returns what the option's uses hold together, quoted for the shell where they hold a star. */
  private static String values(OptionSpec option, String[] args) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      for (String name : option.names()) {
        if (args[i].equals(name) && i + 1 < args.length) {
          values.add(args[i + 1]);
        } else if (args[i].startsWith(name + "=")) {
          values.add(args[i].substring(name.length() + 1));
        }
      }
    }
    String list = String.join(",", values);
    return list.contains("*") ? "'" + list + "'" : list;
  }
}
