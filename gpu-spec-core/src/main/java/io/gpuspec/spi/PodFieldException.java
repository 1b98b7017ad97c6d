package io.gpuspec.spi;

import io.gpuspec.GpuSpecException;

/** A field of a pod that cannot be read, or that no API server takes. */
public final class PodFieldException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private final transient PodField field;
  private final String problem;

  /**
   * @param field which field
   * @param problem the offending value, what is allowed, and the fix
   */
  public PodFieldException(PodField field, String problem) {
    super(
        Arguments.required("field", field, "a PodField")
            + ": "
            + Arguments.required("problem", problem, "the value, what is allowed, the fix"));
    this.field = field;
    this.problem = problem;
  }

  /** What is wrong with it, without the field's name. */
  public String problem() {
    return problem;
  }

  /** Which field. */
  public PodField field() {
    return field;
  }
}
