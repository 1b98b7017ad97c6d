package io.gpuspec.cli;

import io.gpuspec.value.InvalidValueException;
import picocli.CommandLine.Command;

/** The launcher's own command, which never gets here; it is listed with the others. */
@Command(
    name = "shell",
    description = "Starts JShell with the library, its imports and 'gpus'.",
    mixinStandardHelpOptions = true,
    footer = {"", "In the checkout:", "  ./gpuspec shell", "  ./gpuspec shell --feedback concise"})
final class ShellCommand implements Runnable {
  @Override
  public void run() {
    throw new InvalidValueException(
        "usage.unsupported",
        "shell: JShell is started by the launcher; call ./gpuspec shell in the checkout");
  }
}
