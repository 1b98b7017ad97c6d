package io.gpuspec.manifest;

import java.util.Map;
import java.util.Optional;

/**
 * Keys and values, in the order written; what merge keys bring comes last.
 *
 * <p>A key goes by its text as written, even where Kubernetes would take it for a number or a
 * boolean first: {@code 8080: x} is found under "8080".
 */
record YamlMapping(Map<String, YamlEntry> entries, int line, int column) implements YamlNode {

  /** The value of a key, if it is there. */
  Optional<YamlNode> get(String key) {
    return Optional.ofNullable(entries.get(key)).map(YamlEntry::value);
  }

  @Override
  public String described() {
    return "a mapping";
  }
}
