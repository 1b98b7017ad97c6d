package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class MigPatchLaws {
  @Provide
  Arbitrary<Cases.Move> moves() {
    return Cases.moves();
  }

  /** The card is cut in two at a slice; only what stands before it is known. */
  @Property
  void aPatchOfWhatIsKnownIsLegalOnTheCardAsItIs(
      @ForAll("moves") Cases.Move move, @ForAll @IntRange(min = 1, max = 12) int cut) {
    MigLayout card = move.from();
    MigGpu gpu = card.gpu();
    List<MigPlacement> known = card.instances().stream().filter(each -> each.end() <= cut).toList();
    List<String> wanted = move.profiles().stream().limit(2).toList();
    List<Integer> free =
        IntStream.range(0, Math.min(cut, gpu.memorySlices()))
            .filter(slice -> !card.isTaken(slice))
            .boxed()
            .toList();
    MigPlan patch =
        gpu.layout(known.stream().map(MigPlacement::toString).toArray(String[]::new))
            .patchTo(wanted, free);

    Set<String> now = new HashSet<>(BruteForce.texts(card));
    for (MigPlan.Step step : patch.steps()) {
      String instance = step.placement().toString();
      boolean done =
          step.action() == MigPlan.Action.CREATE ? now.add(instance) : now.remove(instance);
      assertThat(done).as(step.toString()).isTrue();
      assertThat(BruteForce.of(gpu).legal()).contains(now);
    }
  }

  @Property
  void whereAllIsKnownAPatchIsThePlan(@ForAll("moves") Cases.Move move) {
    List<Integer> free =
        IntStream.range(0, move.from().gpu().memorySlices())
            .filter(slice -> !move.from().isTaken(slice))
            .boxed()
            .toList();

    MigPlan patch = move.from().patchTo(move.profiles(), free);

    assertThat(patch.to()).isEqualTo(move.from().planTo(move.profiles()).to());
  }
}
