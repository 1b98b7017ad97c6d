package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.GpuSpecException;

/** Thrown for a field of a pod that cannot be read, or that the API server would refuse. */
public final class PodFieldException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private final transient PodField field;
  private final String problem;

  /**
   * @param id the error's id: what it is about, a dot, and what is wrong with it
   * @param field which field
   * @param problem the offending value, what is allowed, and the fix
   */
  public PodFieldException(String id, PodField field, String problem) {
    super(
        id,
        Arguments.required("field", field, "a PodField")
            + ": "
            + Arguments.required("problem", problem, "the value, what is allowed, the fix"));
    this.field = field;
    this.problem = problem;
  }

  /**
   * An error that a refused value led to; its id and message are kept.
   *
   * @param field which field
   * @param cause why its value is refused
   */
  public PodFieldException(PodField field, GpuSpecException cause) {
    super(
        Arguments.required("cause", cause, "a GpuSpecException").id(),
        Arguments.required("field", field, "a PodField")
            + ": "
            + Arguments.required("cause", cause, "a GpuSpecException").getMessage(),
        cause);
    this.field = field;
    this.problem = String.valueOf(cause.getMessage());
  }

  /** Returns what is wrong with it, without the field's name. */
  public String problem() {
    return problem;
  }

  /** Returns which field. */
  public PodField field() {
    return field;
  }
}
