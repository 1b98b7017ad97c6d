package io.gpuspec.manifest;

/** The conditions under which Kubernetes restarts a container. */
public enum RestartPolicy {
  /** Whenever it ends. */
  ALWAYS("Always"),
  /** Restarts it if it fails. */
  ON_FAILURE("OnFailure"),
  /** Never restarts it. */
  NEVER("Never");

  private final String text;

  RestartPolicy(String text) {
    this.text = text;
  }

  /** Returns the word that Kubernetes uses. */
  @Override
  public String toString() {
    return text;
  }
}
