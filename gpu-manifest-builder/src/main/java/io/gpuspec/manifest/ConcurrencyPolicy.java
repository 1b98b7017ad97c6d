package io.gpuspec.manifest;

/** What a cron job does when the time has come and its last job still runs. */
public enum ConcurrencyPolicy {
  /** Starts one more beside it. */
  ALLOW("Allow"),
  /** Leaves this time out. */
  FORBID("Forbid"),
  /** Stops it and starts a new one. */
  REPLACE("Replace");

  private final String text;

  ConcurrencyPolicy(String text) {
    this.text = text;
  }

  /** The word that Kubernetes uses. */
  @Override
  public String toString() {
    return text;
  }
}
