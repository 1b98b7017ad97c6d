package io.gpuspec.internal.yaml;

/**
 * A value in a YAML document with its location.
 *
 * <p>An alias gives the very node of its anchor, so a node may be met twice on a walk; {@link
 * YamlLimits} bound any walk all the same.
 */
public sealed interface YamlNode permits YamlScalar, YamlSequence, YamlMapping {
  /** The line of its first character, from 1. */
  int line();

  /** The column of its first character, from 1. */
  int column();

  /** Returns whether it is null, or nothing. */
  default boolean isNull() {
    return this instanceof YamlScalar scalar && scalar.kind() == YamlKind.NULL;
  }

  /** Returns what it is, for a message: "the integer 8", "a list". */
  String described();
}
