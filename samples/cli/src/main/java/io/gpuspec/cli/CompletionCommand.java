package io.gpuspec.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gpuspec completion}. */
@Command(
    name = "completion",
    description = "Writes a script that completes commands, options and values in a shell.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec completion bash > ~/.local/share/bash-completion/completions/gpuspec",
      "  gpuspec completion zsh > ~/.gpuspec.zsh",
      "  gpuspec completion fish > ~/.config/fish/completions/gpuspec.fish"
    })
final class CompletionCommand implements Callable<Integer> {
  /** A shell. */
  enum Shell {
    /** GNU Bash. */
    BASH,
    /** Zsh, which reads completions of Bash. */
    ZSH,
    /** The friendly interactive shell. */
    FISH
  }

  private final Console console;

  @Parameters(index = "0", paramLabel = "bash|zsh|fish", description = "The shell.")
  private Shell shell = Shell.BASH;

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine all = Main.commandLine(console);
    console.answer(shell == Shell.FISH ? Completion.fish(all) : Completion.bash(all));
    return Main.YES;
  }
}
