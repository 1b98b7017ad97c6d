package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Finds the value at a line and column. */
final class PlaceAt {
  private PlaceAt() {}

  /** Returns the innermost value that begins there. */
  static Optional<YamlPlace> of(YamlPlace whole, int line, int column) {
    Deque<YamlPlace> open = new ArrayDeque<>();
    open.push(whole);
    Optional<YamlPlace> best = Optional.empty();
    while (!open.isEmpty()) {
      YamlPlace each = open.pop();
      if (each.node().line() == line && each.node().column() == column) {
        best = Optional.of(each);
      }
      if (each.node() instanceof YamlMapping) {
        each.fields().values().forEach(open::push);
      } else if (each.node() instanceof YamlSequence) {
        each.items().forEach(open::push);
      }
    }
    return best;
  }
}
