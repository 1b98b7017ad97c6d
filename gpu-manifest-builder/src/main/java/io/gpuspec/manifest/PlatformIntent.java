package io.gpuspec.manifest;

import io.gpuspec.Gpus;
import io.gpuspec.Text;
import io.gpuspec.manifest.platform.GpuPools;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a cluster needs once, whatever runs there, as an {@link IntentFile} says it, such as queues
 * and quotas.
 *
 * <pre>{@code
 * IntentFile.read(Path.of("queues.yaml")).platform().get(0).in(gpus).yaml();
 *     // apiVersion: scheduling.volcano.sh/v1beta1 kind: Queue ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class PlatformIntent {
  private final String kind;
  private final String name;
  private final Function<Gpus, PlatformObjects> objects;
  private final Optional<GpuPools> pools;
  private final Supplier<Text> commands;

  PlatformIntent(String kind, String name, Function<Gpus, PlatformObjects> objects) {
    this(kind, name, objects, Optional.empty(), () -> Text.of(""));
  }

  PlatformIntent(
      String kind,
      String name,
      Function<Gpus, PlatformObjects> objects,
      Optional<GpuPools> pools,
      Supplier<Text> commands) {
    this.kind = kind;
    this.name = name;
    this.objects = objects;
    this.pools = pools;
    this.commands = commands;
  }

  /** Its kind, such as {@code KueueQueue}. */
  public String kind() {
    return kind;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /**
   * Its objects, ready to apply.
   *
   * @throws ManifestException with file, line and column if it names a target or a row that is not
   *     there, or rows that one queue cannot tell apart
   */
  public PlatformObjects in(Gpus gpus) {
    return objects.apply(Checks.given("gpus", gpus));
  }

  /** The node pools, where it is a table of them. */
  public Optional<GpuPools> pools() {
    return pools;
  }

  /**
   * The commands that label and taint the nodes of its pools; empty where it is no table of them.
   *
   * @throws ManifestException with file, line and column if no command finds the nodes of a pool,
   *     or finds those of another too
   */
  public Text commands() {
    return commands.get();
  }

  /** Such as {@code KueueQueue gpu}. */
  @Override
  public String toString() {
    return kind + " " + name;
  }
}
