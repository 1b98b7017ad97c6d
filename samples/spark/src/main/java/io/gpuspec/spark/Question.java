package io.gpuspec.spark;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.inspect.Inspector;
import java.io.Serializable;

/**
 * The question that every manifest gets. It travels to the executors, so it only has names; each
 * executor loads the catalogs once, whatever the number of its tasks.
 */
final class Question implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String provider;
  private final boolean isInspected;

  Question(String provider, boolean isInspected) {
    this.provider = provider;
    this.isInspected = isInspected;
  }

  /** Loaded with the first use in a JVM. */
  private static final class Loaded {
    static final Gpus GPUS = Gpus.load();

    private Loaded() {}
  }

  /** Returns the target, on whichever machine this is. */
  Target target() {
    return Loaded.GPUS.in(provider);
  }

  Inspector inspector() {
    return Inspector.of(Loaded.GPUS).on(target());
  }

  boolean isInspected() {
    return isInspected;
  }

  @Override
  public String toString() {
    return provider + (isInspected ? ", inspected" : "");
  }
}
