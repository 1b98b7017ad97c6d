package io.gpuspec.manifest;

import java.util.List;

/** A list of values. */
record YamlSequence(List<YamlNode> items, int line, int column) implements YamlNode {

  @Override
  public String described() {
    return "a list";
  }
}
