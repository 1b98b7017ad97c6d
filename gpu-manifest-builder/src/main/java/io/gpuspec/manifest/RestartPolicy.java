package io.gpuspec.manifest;

/** When Kubernetes starts a container again. */
public enum RestartPolicy {
  /** Whenever it ends. */
  ALWAYS("Always"),
  /** When it fails. */
  ON_FAILURE("OnFailure"),
  /** Not at all. */
  NEVER("Never");

  private final String text;

  RestartPolicy(String text) {
    this.text = text;
  }

  /** The word that Kubernetes uses. */
  @Override
  public String toString() {
    return text;
  }
}
