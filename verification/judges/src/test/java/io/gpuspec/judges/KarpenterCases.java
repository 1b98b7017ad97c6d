package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.CapacityType;
import io.gpuspec.value.Arch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random requests, half of them within a hair of what some instance type can hold. */
final class KarpenterCases {
  private static final long MEBIBYTE = 1L << 20;

  private final Random random;
  private final List<KarpenterSettings> settings;

  /** What Karpenter says of its types, under each of the settings. */
  private final List<JsonNode> types;

  KarpenterCases(Random random, List<KarpenterSettings> settings, List<JsonNode> types) {
    this.random = random;
    this.settings = settings;
    this.types = types;
  }

  KarpenterCase next() {
    int index = random.nextInt(settings.size());
    JsonNode type = pick(List.copyOf(judged(types.get(index))));
    KarpenterSettings under = settings.get(index);
    return new KarpenterCase(
        under,
        wishes(type),
        pick(List.of(1, 1, 1, 2, 3, 4, 5, 8, 9)),
        random.nextInt(4) == 0,
        amount(type.get("milliCpu").asLong() - under.daemonSetMillicores(), 1, 200_000),
        amount(
            type.get("memoryBytes").asLong() - under.daemonSetBytes(),
            MEBIBYTE,
            5_000_000_000_000L),
        pick(
            List.of(
                Optional.empty(),
                Optional.empty(),
                Optional.of(Arch.AMD64),
                Optional.of(Arch.ARM64))),
        pick(List.of(CapacityType.ON_DEMAND, CapacityType.ON_DEMAND, CapacityType.SPOT)),
        pick(List.of("gpu-name", "gpu-name", "instance-type", "node-type", "none")));
  }

  private static List<JsonNode> judged(JsonNode answer) {
    List<JsonNode> types = new ArrayList<>();
    answer.get("types").forEach(types::add);
    types.removeIf(type -> KarpenterWish.isLeftOut(type.get("name").asText()));
    return types;
  }

  /** Any GPU, the type itself, or one to three others. */
  private List<KarpenterWish> wishes(JsonNode type) {
    KarpenterWish itself = KarpenterWish.instanceType(type.get("name").asText());
    return switch (random.nextInt(8)) {
      case 0 -> List.of(KarpenterWish.ANY);
      case 1 -> List.of(itself);
      case 2 -> List.of(gpu(), itself, gpu());
      case 3 -> List.of(gpu(), gpu());
      default -> List.of(gpu());
    };
  }

  private KarpenterWish gpu() {
    return pick(KarpenterWish.GPUS);
  }

  /** Nothing, something, or a step beside the edge. */
  private long amount(long edge, long step, long most) {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1, 2 -> Math.max(step, Math.round(Math.exp(random.nextDouble() * Math.log(most))));
      case 3 -> Math.max(0, edge - step);
      case 4 -> Math.max(0, edge + step);
      case 5 -> Math.max(0, edge + 1);
      default -> Math.max(0, edge);
    };
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
