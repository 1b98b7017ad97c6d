package io.gpuspec.internal.yaml;

import java.util.List;

/** A list of values. */
public record YamlSequence(List<YamlNode> items, int line, int column) implements YamlNode {

  @Override
  public String described() {
    return "a list";
  }
}
