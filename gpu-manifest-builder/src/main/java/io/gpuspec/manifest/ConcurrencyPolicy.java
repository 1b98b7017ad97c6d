package io.gpuspec.manifest;

/** The action of a cron job when it is due and its last job still runs. */
public enum ConcurrencyPolicy {
  /** Starts another one in addition. */
  ALLOW("Allow"),
  /** Leaves this time out. */
  FORBID("Forbid"),
  /** Stops it and starts a new one. */
  REPLACE("Replace");

  private final String text;

  ConcurrencyPolicy(String text) {
    this.text = text;
  }

  /** Returns the word that Kubernetes uses. */
  @Override
  public String toString() {
    return text;
  }
}
