package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MigChoiceLaws {

  @Provide
  Arbitrary<MigLayout> layouts() {
    return Cases.layouts();
  }

  @Property
  void theBestLeavesTheMostPlacementsOpenOfAllThatAreLegal(@ForAll("layouts") MigLayout before) {
    BruteForce brute = new BruteForce(before.gpu(), List.of());
    for (MigProfile profile : before.gpu().profiles()) {
      List<MigPlacement> legal =
          profile.placements().stream()
              .filter(each -> brute.isLegal(with(before.instances(), each)))
              .toList();
      MigChoice choice = before.place(profile.name());

      assertThat(choice.best().isPresent()).isEqualTo(!legal.isEmpty());
      assertThat(choice.reasons().isEmpty()).isEqualTo(!legal.isEmpty());
      choice
          .best()
          .ifPresent(
              best -> {
                List<MigPlacement> all = new ArrayList<>(List.of(best));
                all.addAll(choice.alternatives());
                assertThat(all).containsExactlyInAnyOrderElementsOf(legal);
                assertThat(all)
                    .isSortedAccordingTo(
                        (a, b) -> Integer.compare(open(brute, before, b), open(brute, before, a)));
                assertThat(choice.openAfter(best)).isEqualTo(open(brute, before, best));
              });
    }
  }

  private static List<MigPlacement> with(List<MigPlacement> instances, MigPlacement more) {
    List<MigPlacement> all = new ArrayList<>(instances);
    all.add(more);
    return all;
  }

  private static int open(BruteForce brute, MigLayout before, MigPlacement placed) {
    List<MigPlacement> now = with(before.instances(), placed);
    int open = 0;
    for (MigProfile profile : before.gpu().profiles()) {
      for (MigPlacement each : profile.placements()) {
        open += brute.isLegal(with(now, each)) ? 1 : 0;
      }
    }
    return open;
  }
}
