package io.gpuspec.fuzz;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import java.util.List;

/** The clouds of the library, and the choice of one by a text. */
final class Clouds {
  static final Gpus ALL = Gpus.load();

  private Clouds() {}

  static Target of(String text) {
    return pick(ALL.targets(), text.hashCode());
  }

  static <T> T pick(List<T> choices, int number) {
    return choices.get(Math.floorMod(number, choices.size()));
  }
}
