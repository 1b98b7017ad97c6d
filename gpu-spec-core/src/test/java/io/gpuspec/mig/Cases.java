package io.gpuspec.mig;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

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

  private Cases() {}

  static Arbitrary<MigGpu> gpus() {
    return Arbitraries.of(GPUS);
  }

  static Arbitrary<Asked> asked(int most) {
    return gpus()
        .flatMap(
            gpu -> profile(gpu).list().ofMaxSize(most).map(profiles -> new Asked(gpu, profiles)));
  }

  static Arbitrary<String> profile(MigGpu gpu) {
    return Arbitraries.of(gpu.profiles().stream().map(MigProfile::name).toList());
  }

  /** Any legal layout with any of its instances in use. */
  static Arbitrary<MigLayout> layout(MigGpu gpu) {
    return Arbitraries.of(gpu.layouts().all())
        .flatMap(
            layout ->
                Arbitraries.of(layout.instances())
                    .set()
                    .ofMaxSize(layout.instances().isEmpty() ? 0 : 3)
                    .map(
                        used ->
                            layout.inUse(used.stream().mapToInt(MigPlacement::start).toArray())));
  }

  /** Goals are the profiles of another legal layout, so that most of them can be reached. */
  static Arbitrary<Move> moves(MigGpu gpu) {
    return layout(gpu)
        .flatMap(
            from -> Arbitraries.of(gpu.layouts().all()).map(to -> new Move(from, to.profiles())));
  }
}
