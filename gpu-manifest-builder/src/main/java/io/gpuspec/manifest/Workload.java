package io.gpuspec.manifest;

import io.gpuspec.GpuSpecException;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.spi.PodFieldException;
import io.gpuspec.spi.PodView;
import java.util.Optional;

/** A workload of a manifest file: its kind, its name, and what its pods ask for. */
public final class Workload {
  private final String kind;
  private final String name;
  private final Optional<String> namespace;
  private final PodDocument pods;

  Workload(String kind, String name, Optional<String> namespace, PodDocument pods) {
    this.kind = kind;
    this.name = name;
    this.namespace = namespace;
    this.pods = pods;
  }

  /** Its kind, such as {@code Deployment}. */
  public String kind() {
    return kind;
  }

  /** Its name, or the beginning of one that Kubernetes completes; empty when it has neither. */
  public String name() {
    return name;
  }

  /** Its namespace, where the file names one. */
  public Optional<String> namespace() {
    return namespace;
  }

  /**
   * What its pods ask for.
   *
   * @throws ManifestException with file, line and column if that is not what Kubernetes takes
   */
  public PodView pod() {
    return pods.view();
  }

  /**
   * What its pods land on; empty when they ask for no GPU.
   *
   * @throws ManifestException with file, line and column if a field cannot be read, or names a GPU
   *     that nobody knows
   */
  public Optional<Match> match(Target target) {
    Checks.given("target", target);
    PodView pod = pod();
    try {
      return target.match(pod);
    } catch (PodFieldException e) {
      throw pods.place(e.field()).problem(e.problem());
    } catch (GpuSpecException e) {
      throw pods.place().problem(e.getMessage());
    }
  }

  /** Such as {@code Deployment llm}. */
  @Override
  public String toString() {
    return kind + " " + name;
  }
}
