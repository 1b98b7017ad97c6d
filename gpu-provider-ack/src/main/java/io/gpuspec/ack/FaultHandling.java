package io.gpuspec.ack;

/** What is done where an Elastic Container Instance cannot be made, as for lack of stock. */
public enum FaultHandling {
  /** It is tried again until it can be; the service's own default. */
  FAIL_BACK,
  /** The pod fails at once, and who made it decides. */
  FAIL_FAST
}
