package io.gpuspec.share.choice;

import java.util.Locale;

/** A guarantee that a technique can give a pod. */
public enum Assurance {
  /** No pod can take or read the memory of another. */
  MEMORY("gpuMemory", "memory isolation"),
  /** An error of one pod does not end the others. */
  FAULTS("faults", "fault isolation"),
  /** A pod has at least a part of the compute, whatever the others do. */
  COMPUTE("compute", "guaranteed compute"),
  /** A pod can use compute that others leave idle. */
  BURST("compute", "bursts"),
  /** A pod can have a part of several cards at once. */
  SEVERAL_CARDS("gpus", "several cards"),
  /** The cards of a pod reach each other's memory. */
  PEER_TO_PEER("gpus", "peer-to-peer transfers");

  private final String resource;
  private final String title;

  Assurance(String resource, String title) {
    this.resource = resource;
    this.title = title;
  }

  /** Returns what of a card it is about, as in a reason. */
  String resource() {
    return resource;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns text such as {@code memory isolation}. */
  @Override
  public String toString() {
    return title;
  }
}
