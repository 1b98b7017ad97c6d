package io.gpuspec.manifest;

/**
 * A value in a YAML document with its location.
 *
 * <p>An alias gives the very node of its anchor, so a node may be met twice on a walk; {@link
 * YamlLimits} bound any walk all the same.
 */
sealed interface YamlNode permits YamlScalar, YamlSequence, YamlMapping {
  /** The line of its first character, from 1. */
  int line();

  /** The column of its first character, from 1. */
  int column();

  /** Returns what it is, for a message: "the integer 8", "a list". */
  String described();
}
