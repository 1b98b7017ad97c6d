package io.gpuspec.manifest.migrate;

import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.dra.ClaimSupport;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.ManifestFiles;
import io.gpuspec.manifest.internal.tree.SourceDocument;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A migration of existing manifests from one target to another: what their pods request is read as
 * the one target understands it and written for the other; everything else is unchanged.
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
 * <p>GPUs are migrated by the makers' names: TKE's {@code A10*PNV4} is an A10, and Amazon's A10G is
 * not. A workload that requests a GPU which the other target does not have is left out and
 * reported; a GPU is never substituted. Objects that are no workloads, and workloads without GPUs,
 * stay as they are, byte for byte, unless they mean something on the old target only, such as a
 * NodePool: those are left out and reported. A List keeps its values, not its bytes.
 */
public final class Migration {
  /** The way in which pods ask for devices afterwards. */
  enum Claims {
    /** By resources and claims as before. */
    AS_BEFORE,
    /** By resource claims. */
    WRITTEN,
    /** By the resource of a device plugin. */
    REMOVED
  }

  private final Target from;
  private final Target to;
  private final Claims claims;

  private Migration(Target from, Target to, Claims claims) {
    this.from = from;
    this.to = to;
    this.claims = claims;
  }

  /** Returns a migration from this target, which is also the default destination. */
  public static Migration from(Target from) {
    Checks.given("from", from);
    return new Migration(from, from, Claims.AS_BEFORE);
  }

  /** Returns a migration to this target. */
  public Migration to(Target to) {
    return new Migration(from, Checks.given("to", to), claims);
  }

  /**
   * Returns a migration after which pods request their GPUs with resource claims instead of the
   * resource of a device plugin; each workload gets a ResourceClaimTemplate.
   */
  public Migration toClaims() {
    return new Migration(from, to, Claims.WRITTEN);
  }

  /**
   * Returns a migration after which pods that claim whole GPUs request the resource of a device
   * plugin instead, on nodes that served the claims; the claims and their templates must be in the
   * file.
   *
   * @throws GpuSpecException if the artifact that reads claims is not on the class path
   */
  public Migration fromClaims() {
    ClaimSupport.required("a migration from claims");
    return new Migration(from, to, Claims.REMOVED);
  }

  /**
   * Returns what becomes of the manifests of a file, or of a folder and those below it. A file of a
   * folder that is no YAML is one of the {@link MigrationResult#problems}.
   *
   * @throws ManifestException with line and column if the file is no YAML, or beyond the limits
   * @throws GpuSpecException if the file does not exist, or the folder has no manifests
   */
  public MigrationResult read(Path file) {
    return Files.isDirectory(Checks.given("file", file))
        ? read(List.of(file))
        : new Migrator(from, to, claims).migrated(documents(file));
  }

  /**
   * Migrates the manifests of files and folders as one file, so that a claim may be in another file
   * than its workload. A file that is not YAML is one of the {@link MigrationResult#problems}.
   *
   * @throws GpuSpecException if no file is named, one cannot be read, or a folder has no manifests
   */
  public MigrationResult read(List<Path> paths) {
    List<SourceDocument> all = new ArrayList<>();
    List<ManifestException> problems = new ArrayList<>();
    for (Path file : ManifestFiles.of(paths)) {
      try {
        all.addAll(documents(file));
      } catch (ManifestException e) {
        if (!e.id().equals(ManifestFiles.EMPTY)) {
          problems.add(e);
        }
      }
    }
    return new Migrator(from, to, claims).migrated(all, problems);
  }

  private static List<SourceDocument> documents(Path file) {
    return YamlInput.read(file, "manifests", in -> SourceDocument.read(file.toString(), in));
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
      return new Migrator(from, to, claims).migrated(SourceDocument.read(source, in));
    } catch (IOException e) {
      throw new GpuSpecException(
          "manifest.unreadable", "%s cannot be read: %s".formatted(source, e.getMessage()), e);
    }
  }

  /**
   * Returns what becomes of the manifests of a text.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if it is no YAML, or beyond the limits
   */
  public MigrationResult parse(String source, String text) {
    return new Migrator(from, to, claims)
        .migrated(SourceDocument.parse(source, Checks.text(source, text)));
  }

  /** Returns text such as {@code tke 2026-01 to eks 2026-08}. */
  @Override
  public String toString() {
    return from + " to " + to;
  }
}
