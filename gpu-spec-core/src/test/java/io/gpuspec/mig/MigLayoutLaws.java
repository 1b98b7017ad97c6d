package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The enumeration against {@link BruteForce}. */
class MigLayoutLaws {

  @Provide
  Arbitrary<MigLayouts> subsets() {
    return Combinators.combine(Arbitraries.of(withPlacements()), Arbitraries.integers())
        .as(MigLayoutLaws::subset);
  }

  private static List<MigGpu> withPlacements() {
    return MigGpu.all().stream().filter(gpu -> gpu.memorySlices() > 0).toList();
  }

  private static MigLayouts subset(MigGpu gpu, int chosen) {
    List<String> names = gpu.profiles().stream().map(MigProfile::name).toList();
    return gpu.layouts(
        IntStream.range(0, names.size())
            .filter(each -> (chosen >> each & 1) == 1)
            .mapToObj(names::get)
            .toList());
  }

  @Example
  void thoseOfAllProfilesAreThoseOfBruteForceForEveryProduct() {
    withPlacements()
        .forEach(
            gpu -> theLegalAndTheMaximalLayoutsOfAnyProfilesAreThoseOfBruteForce(gpu.layouts()));
  }

  @Property(tries = 30)
  void theLegalAndTheMaximalLayoutsOfAnyProfilesAreThoseOfBruteForce(
      @ForAll("subsets") MigLayouts layouts) {
    List<String> profiles = layouts.profiles().stream().map(MigProfile::name).toList();
    BruteForce brute = new BruteForce(layouts.gpu(), profiles);

    assertThat(sets(layouts.all())).isEqualTo(brute.legal());
    assertThat(sets(layouts.maximal())).isEqualTo(brute.maximal());
  }

  private static Set<Set<String>> sets(List<MigLayout> layouts) {
    Set<Set<String>> sets = new HashSet<>();
    layouts.forEach(layout -> sets.add(BruteForce.texts(layout)));
    assertThat(sets).as("each once").hasSameSizeAs(layouts);
    return sets;
  }
}
