package io.gpuspec.manifest.error;

import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown for a workload with several problems; the message has a line for each. */
public final class InvalidWorkloadException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private final GpuSpecException[] problems;

  /** Tells these problems together. */
  public InvalidWorkloadException(List<? extends GpuSpecException> problems) {
    super(
        "workload.invalid",
        InvalidValueException.requireNonNull("problems", problems, "a list of errors").stream()
            .map(each -> InvalidValueException.requireNonNull("problem", each, "an error"))
            .map(Throwable::getMessage)
            .collect(Collectors.joining("\n")));
    this.problems = problems.toArray(GpuSpecException[]::new);
  }

  /**
   * Returns each as it would be thrown if it were the only one, in the order in which they were
   * found.
   */
  public List<GpuSpecException> problems() {
    return List.of(problems);
  }
}
