package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** What the laws are tried on. */
final class Cases {
  /** One of each geometry: eight, four and twelve slices, with and without media profiles. */
  static final List<MigGpu> GPUS =
      List.of(
          MigGpu.of("A100-40GB"),
          MigGpu.of("H100-80GB"),
          MigGpu.of("A30"),
          MigGpu.of("RTX PRO 6000"));

  /** A question: a GPU and profiles of it. */
  record Asked(MigGpu gpu, List<String> profiles) {}

  /** A state and a goal: some instances in use, and profiles. */
  record Move(MigLayout from, List<String> profiles) {}

  /** A question to several products: one or two cards of each, and profiles of any of them. */
  record AskedOfSeveral(List<MigGpu> cards, List<String> profiles) {
    MigFleet fleet() {
      return cards.stream().map(card -> card.cards(1)).reduce(MigFleet::and).orElseThrow();
    }
  }

  /** Products that have profiles of the same names, of the same sizes or of others. */
  private static final List<List<MigGpu>> SEVERAL =
      List.of(
          List.of(MigGpu.of("A100-40GB"), MigGpu.of("H100-80GB")),
          List.of(MigGpu.of("A100-80GB"), MigGpu.of("H100-80GB")),
          List.of(MigGpu.of("A100-40GB"), MigGpu.of("A100-80GB"), MigGpu.of("A30")));

  private Cases() {}

  static Arbitrary<MigGpu> gpus() {
    return Arbitraries.of(GPUS);
  }

  static Arbitrary<Asked> asked(int most) {
    Arbitrary<List<Integer>> picks = Arbitraries.integers().list().ofMaxSize(most);
    return Combinators.combine(gpus(), picks)
        .as(
            (gpu, numbers) ->
                new Asked(
                    gpu, numbers.stream().map(each -> pick(gpu.profiles(), each).name()).toList()));
  }

  static Arbitrary<AskedOfSeveral> askedOfSeveral(int most) {
    Arbitrary<List<Integer>> picks = Arbitraries.integers().list().ofMaxSize(most);
    return Combinators.combine(Arbitraries.of(SEVERAL), Arbitraries.integers(), picks)
        .as(
            (gpus, twice, numbers) -> {
              List<MigGpu> cards = new ArrayList<>(gpus);
              cards.add(pick(gpus, twice));
              List<String> names =
                  gpus.stream()
                      .flatMap(gpu -> gpu.profiles().stream())
                      .map(MigProfile::name)
                      .distinct()
                      .toList();
              return new AskedOfSeveral(
                  cards, numbers.stream().map(each -> pick(names, each)).toList());
            });
  }

  /** Any legal layout with any of its instances in use. */
  static Arbitrary<MigLayout> layouts() {
    return Combinators.combine(gpus(), Arbitraries.integers(), Arbitraries.integers())
        .as(Cases::layout);
  }

  private static MigLayout layout(MigGpu gpu, int number, int used) {
    MigLayout layout = pick(gpu.layouts().all(), number);
    List<MigPlacement> instances = layout.instances();
    return layout.inUse(
        IntStream.range(0, instances.size())
            .filter(each -> (used >> each & 1) == 1)
            .map(each -> instances.get(each).start())
            .toArray());
  }

  /** Goals are the profiles of another legal layout, so that most of them can be reached. */
  static Arbitrary<Move> moves() {
    return Combinators.combine(layouts(), Arbitraries.integers())
        .as((from, number) -> new Move(from, pick(from.gpu().layouts().all(), number).profiles()));
  }

  private static <T> T pick(List<T> all, int number) {
    return all.get(Math.floorMod(number, all.size()));
  }
}
