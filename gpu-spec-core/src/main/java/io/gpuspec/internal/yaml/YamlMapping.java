package io.gpuspec.internal.yaml;

import java.util.Map;
import java.util.Optional;

/**
 * A mapping, in the order written; entries from merge keys come last.
 *
 * <p>A key is identified by its text as written, even if Kubernetes would first read it as a number
 * or a boolean: {@code 8080: x} is found under "8080".
 */
public record YamlMapping(Map<String, YamlEntry> entries, int line, int column)
    implements YamlNode {

  /** Returns the value of a key, if it exists. */
  public Optional<YamlNode> get(String key) {
    return Optional.ofNullable(entries.get(key)).map(YamlEntry::value);
  }

  @Override
  public String described() {
    return "a mapping";
  }
}
