package io.gpuspec.share.choice;

import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The reasons why a technique is suitable, and what it does not provide. */
final class FitReasons {
  private static final List<Assurance> OF_ONE_CARD =
      List.of(Assurance.MEMORY, Assurance.FAULTS, Assurance.COMPUTE, Assurance.BURST);

  private FitReasons() {}

  static List<Note> why(SharingNeeds needs, ModeFit fit) {
    List<Note> why = new ArrayList<>();
    SharingMode mode = fit.mode();
    needs.workload().strategies().stream()
        .filter(line -> line.techniques().contains(mode.technique()))
        .forEach(line -> why.add(Note.of("share.strategy", line.says(), line.citation())));
    needs.assurances().forEach(each -> why.add(note(mode, each)));
    needs.wished().stream()
        .filter(each -> mode.guarantee(each).holds())
        .forEach(each -> why.add(note(mode, each)));
    needs
        .leastMemory()
        .filter(any -> mode.technique() == Technique.MIG)
        .ifPresent(least -> why.add(profiles(least, needs.isShared(), fit.serving())));
    if (why.isEmpty()) {
      why.add(Note.of("share.free", "nothing is asked that it does not give"));
    }
    return why.stream().distinct().toList();
  }

  private static Note profiles(MemorySize least, boolean isShared, List<PlaceCard> cards) {
    String smallest =
        cards.stream()
            .map(
                card ->
                    ModeFit.profile(least, isShared, card).orElseThrow().name()
                        + " of "
                        + card.name())
            .collect(Collectors.joining(", "));
    return Note.of("share.profile", "with %s: %s".formatted(least, smallest));
  }

  static List<Note> gaps(SharingNeeds needs, ModeFit fit, Optional<String> elsewhere) {
    List<Note> gaps = new ArrayList<>();
    SharingMode mode = fit.mode();
    elsewhere.ifPresent(
        there -> gaps.add(Note.of("share.place", "only on nodes of %s".formatted(there))));
    List<Assurance> unmet = needs.unmet(mode);
    for (Assurance assurance : OF_ONE_CARD) {
      Guarantee guarantee = mode.guarantee(assurance);
      if (!fit.serving().stream().allMatch(card -> guarantee.holdsOn(card.model()))) {
        gaps.add(unmet.contains(assurance) ? wished(guarantee, assurance) : note(mode, assurance));
      }
    }
    if (!mode.technique().isShared()) {
      gaps.add(Note.of("share.idle", "what the pod leaves idle of the card, nobody else can use"));
    }
    return gaps;
  }

  private static Note wished(Guarantee guarantee, Assurance assurance) {
    return Note.of(
        "share.wish",
        "a wish that is not met, %s: %s".formatted(assurance, guarantee.how()),
        guarantee.citation());
  }

  private static Note note(SharingMode mode, Assurance assurance) {
    Guarantee guarantee = mode.guarantee(assurance);
    return Note.of(
        "share." + assurance.word(), assurance + ": " + guarantee.how(), guarantee.citation());
  }
}
