package io.gpuspec.share.choice;

import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Separates the techniques that meet the needs from the others, with the reasons for each. */
final class Chooser {
  private final SharingNeeds needs;
  private final SharingPlace place;
  private final List<Technique> named;
  private final List<SharingFit> fits = new ArrayList<>();
  private final List<Rejection> rejected = new ArrayList<>();

  Chooser(SharingNeeds needs, SharingPlace place) {
    this.needs = needs;
    this.place = place;
    this.named =
        needs.workload().strategies().stream()
            .flatMap(line -> line.techniques().stream())
            .distinct()
            .toList();
  }

  SharingChoice choose() {
    for (Technique technique : Technique.values()) {
      Optional<Finding> absent = place.whyNot(technique);
      if (absent.isPresent()) {
        rejected.add(new Rejection(technique.toString(), List.of(absent.get())));
      } else {
        judge(technique);
      }
    }
    fits.sort(
        Comparator.comparingInt((SharingFit fit) -> fit.unmetWishes().size())
            .thenComparingInt(fit -> rank(fit.technique()))
            .thenComparing(SharingFit::technique));
    return new SharingChoice(needs, place.toString(), fits, rejected, notes());
  }

  /** The later a table names it, the later it comes; after all of them what none names. */
  private int rank(Technique technique) {
    int at = named.indexOf(technique);
    return at < 0 ? named.size() : at;
  }

  private void judge(Technique technique) {
    List<PlaceCard> there = place.cards(technique);
    List<PlaceCard> cards =
        there.stream().filter(card -> technique != Technique.MIG || card.hasMig()).toList();
    if (cards.isEmpty()) {
      rejected.add(Rejection.of(technique.toString(), "gpu", whyNoCard(technique, there)));
      return;
    }
    List<ModeFit> all =
        technique.modes().stream().map(mode -> ModeFit.of(needs, mode, cards)).toList();
    all.stream()
        .filter(ModeFit::isServing)
        .min(Comparator.comparingInt(fit -> needs.unmet(fit.mode()).size()))
        .ifPresentOrElse(
            best -> fits.add(fit(best)),
            () ->
                rejected.add(
                    new Rejection(
                        technique.toString(),
                        all.stream()
                            .map(ModeFit::reasons)
                            .min(Comparator.comparingInt(List::size))
                            .orElseThrow())));
  }

  private String whyNoCard(Technique technique, List<PlaceCard> there) {
    if (there.isEmpty()) {
      return place.whyNoCard(technique);
    }
    return there.size() == 1
        ? "%s has no MIG".formatted(there.get(0).name())
        : "none of the %s cards of %s has MIG".formatted(there.size(), place);
  }

  private SharingFit fit(ModeFit fit) {
    Technique technique = fit.mode().technique();
    return new SharingFit(
        fit.mode(),
        fit.serving().stream().map(PlaceCard::name).toList(),
        FitReasons.why(needs, fit),
        FitReasons.gaps(needs, fit, place.elsewhere(technique)),
        needs.unmet(fit.mode()));
  }

  private List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (needs.isShared() && needs.assurances().contains(Assurance.PEER_TO_PEER)) {
      notes.add(
          Note.of(
              "share.contradiction",
              "shared cards and %s contradict each other: only whole cards reach each other's memory; drop one of the two"
                  .formatted(needs.workload())));
    }
    return notes;
  }
}
