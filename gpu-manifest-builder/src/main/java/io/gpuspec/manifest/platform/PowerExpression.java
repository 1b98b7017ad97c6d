package io.gpuspec.manifest.platform;

import io.gpuspec.cluster.RatedPower;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** PromQL that compares the power of each product with the rated power of its boards. */
final class PowerExpression {
  private PowerExpression() {}

  /** Boards of the same power are in one comparison, the weakest first. */
  static String above(int percent, List<String> gpus) {
    Map<Integer, List<String>> boards = new TreeMap<>();
    for (String gpu : gpus) {
      List<RatedPower> known = RatedPower.find(gpu);
      if (known.isEmpty()) {
        throw new InvalidValueException(
            "alert.unknown",
            "power: no rated power of '%s' is known; known: %s; say powerOfLimit(percent), which asks the card, or powerAbove(watts)"
                .formatted(gpu, known()));
      }
      known.forEach(
          board ->
              boards.computeIfAbsent(board.watts(), w -> new ArrayList<>()).add(board.board()));
    }
    return boards.entrySet().stream()
        .map(entry -> compared(entry.getValue(), percent, entry.getKey()))
        .collect(Collectors.joining(" or "));
  }

  private static String compared(List<String> boards, int percent, int watts) {
    String names = boards.stream().distinct().collect(Collectors.joining("|"));
    BigDecimal threshold = BigDecimal.valueOf((long) percent * watts, 2).stripTrailingZeros();
    return "DCGM_FI_DEV_POWER_USAGE{modelName=~\"%s\"} > %s"
        .formatted(names, threshold.toPlainString());
  }

  private static String known() {
    return RatedPower.all().stream()
        .map(RatedPower::model)
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
