package io.gpuspec.judges;

/**
 * Something that we refuse, and the manifest that it would have been.
 *
 * @param what what is refused
 * @param ours the call that refuses it
 * @param manifest the manifest as a person would have written it
 * @param server what the API server does with it
 * @param said a part of what the server says, of its error or its warning; empty where it accepts
 * @param reason a part of what we say
 */
record Refusal(
    String what, Runnable ours, String manifest, Server server, String said, String reason) {

  /** What the API server does with a manifest. */
  enum Server {
    REJECTS,
    WARNS,
    ACCEPTS
  }

  /** As the server does. */
  static Refusal rejected(String what, String manifest, String said, Runnable ours, String reason) {
    return new Refusal(what, ours, manifest, Server.REJECTS, said, reason);
  }

  /** Where the server takes it and warns. */
  static Refusal warned(String what, String manifest, String said, Runnable ours, String reason) {
    return new Refusal(what, ours, manifest, Server.WARNS, said, reason);
  }

  /** Where the server takes it. */
  static Refusal accepted(String what, String manifest, Runnable ours, String reason) {
    return new Refusal(what, ours, manifest, Server.ACCEPTS, "", reason);
  }

  /** What holds from a minor version of Kubernetes on, and what held before. */
  static Refusal since(int minor, Refusal then, Refusal before) {
    return ControlPlane.shared().minor() >= minor ? then : before;
  }

  /** Whether it is meant for where pods are created; some are too broken to say so themselves. */
  boolean isPod() {
    return !manifest.contains("kind: ") || manifest.contains("kind: Pod\n");
  }

  @Override
  public String toString() {
    return what;
  }
}
