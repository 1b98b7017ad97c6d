package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.GpuSpecException;
import java.util.Optional;

/** Thrown for a field of a pod that cannot be read, or that the API server would refuse. */
public final class PodFieldException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private final PodField.Kind kind;
  private final String key;
  private final boolean isOfContainer;
  private final String container;
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
    this.kind = field.kind();
    this.key = field.key();
    this.isOfContainer = field.container().isPresent();
    this.container = field.container().orElse("");
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
    this.kind = field.kind();
    this.key = field.key();
    this.isOfContainer = field.container().isPresent();
    this.container = field.container().orElse("");
    this.problem = String.valueOf(cause.getMessage());
  }

  /** Returns what is wrong with it, without the field's name. */
  public String problem() {
    return problem;
  }

  /** Returns which field. */
  public PodField field() {
    return new PodField(kind, key, isOfContainer ? Optional.of(container) : Optional.empty());
  }
}
