package io.gpuspec.manifest;

/** A key and its value. */
record YamlEntry(YamlScalar key, YamlNode value) {}
