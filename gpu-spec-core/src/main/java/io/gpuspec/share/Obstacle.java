package io.gpuspec.share;

/** What can keep a pod from a card, in the order in which it is looked at. */
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
