package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The enumeration against {@link BruteForce}. */
class MigLayoutLaws {

  @Provide
  Arbitrary<MigLayouts> subsets() {
    return Arbitraries.of(MigGpu.all())
        .flatMap(
            gpu ->
                Arbitraries.of(gpu.profiles())
                    .set()
                    .map(set -> gpu.layouts(set.stream().map(MigProfile::name).toList())));
  }

  @Property(tries = 60)
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
