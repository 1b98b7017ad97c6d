package io.gpuspec.share;

/** An obstacle that can keep a pod from a card, in the order in which they are checked. */
enum Obstacle {
  GPU("gpu"),
  ISOLATION("isolation"),
  NO_COMPUTE("compute"),
  REPLICA("replicas"),
  IN_USE("gpus"),
  MEMORY("gpuMemory"),
  COMPUTE("compute"),
  SHARES("shares");

  private final String resource;

  Obstacle(String resource) {
    this.resource = resource;
  }

  /** The resource that a reason is about. */
  String resource() {
    return resource;
  }
}
