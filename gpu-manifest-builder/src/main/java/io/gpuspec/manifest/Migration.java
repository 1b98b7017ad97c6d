package io.gpuspec.manifest;

import io.gpuspec.Target;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * The way from one target to another for manifests that exist: what their pods ask for is read as
 * the one target means it and written as the other does; everything else stays their owner's.
 *
 * <pre>{@code
 * MigrationResult migrated =
 *     Migration.from(gpus.in("tke")).to(gpus.in("eks")).read(Path.of("deployment.yaml"));
 * migrated.yaml();          // apiVersion: apps/v1 ... karpenter.k8s.aws/instance-gpu-name: t4 ...
 *
 * // Whether every workload still gets what it asks for, and if not where, why, and what instead.
 * migrated.isComplete();    // true
 * migrated.losses();        // (none)
 * }</pre>
 *
 * <p>GPUs are carried by their makers' names: TKE's {@code A10*PNV4} is an A10, and Amazon's A10G
 * is none. A workload that asks for a GPU which the other target lacks is left out and told of;
 * nothing is ever put in the place of what was asked for. Objects that are no workloads, and
 * workloads without GPUs, stay as they are, byte for byte.
 */
public final class Migration {
  private final Target from;
  private final Target to;

  private Migration(Target from, Target to) {
    this.from = from;
    this.to = to;
  }

  /** From this target; back to it, until another is given. */
  public static Migration from(Target from) {
    Checks.given("from", from);
    return new Migration(from, from);
  }

  /** To this target. */
  public Migration to(Target to) {
    return new Migration(from, Checks.given("to", to));
  }

  /**
   * Returns what becomes of the manifests of a file.
   *
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   * @throws io.gpuspec.value.GpuSpecException if there is no such file
   */
  public MigrationResult read(Path file) {
    return new Migrator(from, to)
        .migrated(
            YamlInput.read(file, "manifests", in -> SourceDocument.read(file.toString(), in)));
  }

  /**
   * Returns what becomes of the manifests of a stream, which is not closed.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   * @throws io.gpuspec.value.GpuSpecException if it cannot be read
   */
  public MigrationResult read(String source, InputStream in) {
    Checks.given("source", source);
    Checks.given("stream", in);
    try {
      return new Migrator(from, to).migrated(SourceDocument.read(source, in));
    } catch (IOException e) {
      throw new GpuSpecException("%s cannot be read: %s".formatted(source, e.getMessage()), e);
    }
  }

  /**
   * Returns what becomes of the manifests of a text.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   */
  public MigrationResult parse(String source, String text) {
    Checks.given("source", source);
    return new Migrator(from, to)
        .migrated(SourceDocument.parse(source, Checks.given("text", text)));
  }

  /** Returns text such as {@code tke 2026-01 to eks 2026-08}. */
  @Override
  public String toString() {
    return from + " to " + to;
  }
}
