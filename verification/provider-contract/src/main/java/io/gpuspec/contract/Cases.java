package io.gpuspec.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The many cases of one clause; a failure shows those that matter. */
final class Cases {
  private static final int SHOWN = 5;

  private Cases() {}

  /** Fails, with the first few that do, unless all cases hold. */
  static <T> void all(List<T> cases, Consumer<T> clause) {
    List<String> failures = new ArrayList<>();
    for (T each : cases) {
      try {
        clause.accept(each);
      } catch (AssertionError | RuntimeException e) {
        failures.add(each + "\n" + e);
      }
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(
          "%d of %d fail, such as\n\n%s"
              .formatted(
                  failures.size(),
                  cases.size(),
                  String.join("\n\n", failures.subList(0, Math.min(SHOWN, failures.size())))));
    }
  }
}
