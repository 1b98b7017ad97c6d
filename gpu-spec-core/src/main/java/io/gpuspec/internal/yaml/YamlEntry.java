package io.gpuspec.internal.yaml;

/** A key and its value. */
public record YamlEntry(YamlScalar key, YamlNode value) {}
