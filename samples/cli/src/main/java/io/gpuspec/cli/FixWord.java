package io.gpuspec.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Lets {@code --fix} stand before a path: its value can be left out, and is then {@code safe}. */
final class FixWord implements IParameterPreprocessor {
  private static final String DEFAULT = "safe";

  @Override
  public boolean preprocess(
      Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    boolean isAttached = !" ".equals(info.get("separator"));
    if (!isAttached && !args.isEmpty() && !args.peek().matches("(?i)safe|all")) {
      args.push(DEFAULT);
    }
    return false;
  }
}
