package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement.Entry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The clauses on what a pod must carry. That containers' requests and limits are not a placement's
 * to write is refused where a placement is made, and needs no clause.
 */
interface PlacementContract extends Clauses {
  /** Parts of a pod where one key has one value. */
  Set<Kind> MAPS = Set.of(Kind.ANNOTATION, Kind.LABEL, Kind.NODE_SELECTOR, Kind.DEVICE);

  /** Parts of a pod whose values are those of labels. */
  Set<Kind> LABELS = Set.of(Kind.LABEL, Kind.NODE_SELECTOR, Kind.NODE_AFFINITY);

  /** Returns every row that is available, placed with every choice. */
  private static List<Placed> placed(Subject subject) {
    return subject.placed(subject.choices());
  }

  private List<Entry> entries() {
    return placed(subject()).stream()
        .flatMap(each -> each.placement().entries().stream())
        .distinct()
        .toList();
  }

  @Test
  @DisplayName(
      "[place-1] a placement asks for one kind of device, as many as were asked for; of shared cards, GiB")
  default void devicesAreThoseAskedFor() {
    List<Placed> placed = placed(subject());
    assertThat(placed).isNotEmpty();
    Cases.all(
        placed,
        each ->
            assertThat(each.placement().entries(Kind.DEVICE))
                .extracting(Entry::value)
                .containsExactly(String.valueOf(each.devices())));
  }

  @Test
  @DisplayName("[place-2] every key is one that an API server takes")
  default void keysAreLegal() {
    Cases.all(entries(), entry -> assertThat(entry.field().key()).matches(KubernetesNames::isKey));
  }

  @Test
  @DisplayName("[place-3] every label value is one that an API server takes")
  default void labelValuesAreLegal() {
    Cases.all(
        entries().stream().filter(entry -> LABELS.contains(entry.field().kind())).toList(),
        entry -> assertThat(entry.values()).allMatch(KubernetesNames::isLabelValue));
  }

  @Test
  @DisplayName("[place-4] every entry has a value, a reason and a source; a toleration no value")
  default void entriesAreExplained() {
    Cases.all(
        entries(),
        entry -> {
          assertThat(entry.value().isBlank())
              .as("has a blank value")
              .isEqualTo(entry.field().kind() == Kind.TOLERATION);
          assertThat(entry.reason()).isNotBlank();
          Citations.assertComplete(entry.citation());
        });
  }

  @Test
  @DisplayName("[place-5] no key is written twice in one part of the pod")
  default void keysAreWrittenOnce() {
    Cases.all(
        placed(subject()),
        each ->
            assertThat(each.placement().entries())
                .extracting(Entry::field)
                .filteredOn(field -> MAPS.contains(field.kind()))
                .doesNotHaveDuplicates());
  }

  @Test
  @DisplayName("[place-6] the same match is placed in the same way every time")
  default void placementsAreTheSameEveryTime() {
    assertThat(written(subject().anew())).isEqualTo(written(subject()));
  }

  @Test
  @DisplayName("[place-7] a node of shared cards takes the pods that it is described for")
  default void sharedNodesTakeTheirPods() {
    Cases.all(
        placed(subject()).stream()
            .filter(each -> each.found().request().devices().share().isPresent())
            .filter(this::isDescribed)
            .toList(),
        each ->
            assertThat(
                    each.placement()
                        .fits(each.ask().target().sharedNode(each.found()).view("node"))
                        .reasons())
                .isEmpty());
  }

  /** Returns whether the provider describes nodes at all. */
  private boolean isDescribed(Placed placed) {
    return subject()
        .provider()
        .sharedNode(placed.found(), Options.of(placed.found().target().edition()))
        .isPresent();
  }

  private static List<String> written(Subject subject) {
    return placed(subject).stream().map(Placed::toString).toList();
  }
}
