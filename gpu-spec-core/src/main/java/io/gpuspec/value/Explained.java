package io.gpuspec.value;

/**
 * Something that is written, and why.
 *
 * <pre>{@code
 * NodePool.of("gpu", gpus.in("eks"), "A10G").settings().get(0);
 *     // spec.template.metadata.labels[node-type] = gpu  # the label that the guide's pods ...
 * }</pre>
 *
 * @param path where it stands, such as {@code spec.weight}, or what it is about
 * @param value the value, on one line; empty where only the reason is given
 * @param reason why, in a few words
 * @param citation where the rule comes from
 */
public record Explained(String path, String value, String reason, Citation citation) {

  /** Refuses null. */
  public Explained {
    InvalidValueException.requireNonNull("path", path, "a field's path");
    InvalidValueException.requireNonNull("value", value, "a text, empty for none");
    InvalidValueException.requireNonNull("reason", reason, "a few words");
    InvalidValueException.requireNonNull("citation", citation, "a Citation");
  }

  /**
   * Returns text such as {@code spec.weight = 10 # pools with a greater weight are tried first}.
   */
  @Override
  public String toString() {
    return path + (value.isEmpty() ? "" : " = " + value) + "  # " + reason;
  }
}
