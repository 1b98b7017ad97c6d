package io.gpuspec.internal.yaml;

import io.gpuspec.value.GpuSpecException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How YAML is read.
 *
 * @param plain the kind of a scalar without quotes
 * @param merges whether the key {@code <<} merges mappings
 * @param limits how much is read
 * @param problems makes the errors
 * @param tags receives unknown tags, which are ignored; empty if they are refused
 */
public record YamlDialect(
    Function<String, YamlKind> plain,
    boolean merges,
    YamlLimits limits,
    Problems problems,
    Optional<Consumer<GpuSpecException>> tags) {

  /** YAML 1.2 with its core schema. */
  public static final YamlDialect CORE =
      new YamlDialect(
          YamlKind::ofCore,
          false,
          YamlLimits.DEFAULT,
          (id, source, line, column, message) ->
              new GpuSpecException(id, source + ":" + line + ":" + column + ": " + message),
          Optional.empty());

  /** Makes the error that tells of a problem at a place. */
  @FunctionalInterface
  public interface Problems {
    GpuSpecException at(String id, String source, int line, int column, String message);
  }

  /** The same within other limits. */
  public YamlDialect within(YamlLimits other) {
    return new YamlDialect(plain, merges, other, problems, tags);
  }

  /** The same, which reads what has an unknown tag as if it had none, and tells of it. */
  public YamlDialect withoutTags(Consumer<GpuSpecException> told) {
    return new YamlDialect(plain, merges, limits, problems, Optional.of(told));
  }

  /** Refuses an unknown tag, or tells of it. */
  void unknownTag(GpuSpecException problem) {
    tags.orElseThrow(() -> problem).accept(problem);
  }

  YamlKind kind(String text) {
    return plain.apply(text);
  }

  GpuSpecException problem(String id, String source, int line, int column, String message) {
    return problems.at(id, source, line, column, message);
  }
}
