package io.gpuspec.scheduling;

import io.gpuspec.scheduling.GpuResource.OfCard;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The shared cards of a node, and what containers request of their resources. */
final class Cards {
  private static final Amount WHOLE = Amount.of(100);

  private final List<String> resources;
  private final List<List<Amount>> free;
  private final boolean isStated;

  /** Whether what is free is known; otherwise there is no more of it than that. */
  private final boolean isKnown;

  Cards(NodeView node) {
    List<Map<String, String>> cards = node.cards();
    this.isStated = !cards.isEmpty();
    if (isStated) {
      this.resources =
          cards.stream().flatMap(card -> card.keySet().stream()).distinct().sorted().toList();
      this.free = cards.stream().map(this::amounts).toList();
      this.isKnown = true;
      return;
    }
    this.resources =
        node.allocatable().keySet().stream()
            .filter(each -> GpuResource.share(each).isPresent())
            .sorted()
            .toList();
    long count = count(node);
    this.free =
        LongStream.range(0, count)
            .mapToObj(
                card ->
                    resources.stream()
                        .map(each -> count == 1 ? node.free(each) : part(node, each, count))
                        .toList())
            .toList();
    this.isKnown = count == 1 || count > 1 && isUnused(node);
  }

  /** Returns the number of alike cards that a node has by what it shows; 0 if that is not known. */
  private long count(NodeView node) {
    String label =
        shares(OfCard::nodeLabel)
            .map(each -> node.labels().getOrDefault(each, ""))
            .findFirst()
            .orElse("");
    long count =
        label.matches("[1-9][0-9]{0,2}")
            ? Long.parseLong(label)
            : resources.stream()
                .filter(each -> GpuResource.share(each).filter(OfCard::isPercent).isPresent())
                .map(each -> node.allocatable(each).whole().longValue())
                .filter(whole -> whole % 100 == 0 && whole <= 100_000)
                .mapToLong(whole -> whole / 100)
                .max()
                .orElse(0);
    boolean isEven =
        resources.stream()
            .allMatch(each -> count > 0 && node.allocatable(each).whole().longValue() % count == 0);
    return isEven ? count : 0;
  }

  /** Returns what is said of the shares of cards that the node has. */
  private <T> Stream<T> shares(Function<OfCard, Optional<T>> said) {
    return resources.stream()
        .flatMap(each -> GpuResource.share(each).stream())
        .flatMap(share -> said.apply(share).stream());
  }

  private static Amount part(NodeView node, String resource, long count) {
    return Amount.of(node.allocatable(resource).whole().longValue() / count);
  }

  private boolean isUnused(NodeView node) {
    return resources.stream().allMatch(each -> node.free(each).equals(node.allocatable(each)));
  }

  private List<Amount> amounts(Map<String, String> stated) {
    return resources.stream()
        .map(resource -> Amount.parse(resource, stated.getOrDefault(resource, "0")))
        .toList();
  }

  /** Returns why the containers of a pod cannot each have its share of one card. */
  Optional<Finding> problem(PodView pod) {
    List<CardShare> shares = shares(pod);
    Optional<Finding> notGivenOut =
        shares.stream().flatMap(share -> notGivenOut(share).stream()).findFirst();
    if (notGivenOut.isPresent()) {
      return notGivenOut;
    }
    if (free.isEmpty() || severalCards(pod, shares).isPresent()) {
      return Optional.empty();
    }
    for (CardShare share : shares) {
      if (free.stream().noneMatch(share::fits)) {
        return Optional.of(
            reason(
                "no shared card has what container '%s' asks of one: %s; %s"
                    .formatted(share.container(), text(share.amounts()), frees())));
      }
    }
    return new CardSearch(shares).places(free)
        ? Optional.empty()
        : Optional.of(
            reason(
                "the shared cards have no room for the containers together: %s; %s"
                    .formatted(
                        shares.stream()
                            .map(share -> share.container() + " asks " + text(share.amounts()))
                            .collect(Collectors.joining(", ")),
                        frees())));
  }

  private Optional<Finding> notGivenOut(CardShare share) {
    for (int i = 0; i < resources.size(); i++) {
      Amount amount = share.amounts().get(i);
      Optional<GpuResource> refusing =
          GpuResource.find(resources.get(i)).filter(each -> !each.isGivenOut(amount));
      if (refusing.isPresent()) {
        return Optional.of(
            reason(
                "container '%s' asks %s of %s, which is given out in multiples of %s%s"
                    .formatted(
                        share.container(),
                        amount.text(resources.get(i)),
                        resources.get(i),
                        refusing.get().step(),
                        refusing.get().isOfWholeCards()
                            ? ", and above 100 in whole cards, of 100 each"
                            : "")));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether the node as a whole has too little already, of whose cards nothing else is
   * stated.
   */
  boolean isTold(List<Finding> reasons) {
    return !isStated
        && reasons.stream()
            .anyMatch(why -> why.id().equals("node.resource") && resources.contains(why.subject()));
  }

  /** Returns what is not known of a pod that takes its share from more than one card. */
  Optional<Note> unknown(PodView pod) {
    List<CardShare> shares = shares(pod);
    if (!isKnown && !shares.isEmpty() && severalCards(pod, shares).isEmpty()) {
      return Optional.of(
          Note.of(
              "cards.unknown",
              "how much of each card is free is not known; kube-scheduler counts for the node as a whole"));
    }
    return severalCards(pod, shares)
        .map(
            asked ->
                Note.of(
                    "cards.several",
                    "%s asks for several cards, and whether they have it is not judged; kube-scheduler counts for the node as a whole"
                        .formatted(asked)));
  }

  /**
   * Returns for how many pods like this one the cards have room together, if what is free of each
   * is known; empty if each pod requests more than one share, which can be placed in many ways.
   */
  OptionalInt room(PodView pod) {
    List<CardShare> shares = shares(pod);
    if (shares.isEmpty()) {
      return OptionalInt.of(Integer.MAX_VALUE);
    }
    CardShare first = shares.get(0);
    return shares.size() > 1 || first.role() == PodView.Role.INIT
        ? OptionalInt.empty()
        : OptionalInt.of(
            (int) Math.min(Integer.MAX_VALUE, free.stream().mapToLong(first::times).sum()));
  }

  private Optional<String> severalCards(PodView pod, List<CardShare> shares) {
    if (shares.isEmpty()) {
      return Optional.empty();
    }
    return shares(OfCard::countLabel)
        .findFirst()
        .flatMap(
            label ->
                pod.label(label).filter(count -> !count.equals("1")).map(n -> label + ": " + n))
        .or(() -> shares.stream().flatMap(share -> wholeCards(share).stream()).findFirst());
  }

  /** Returns the resource with which a container requests whole cards. */
  private Optional<String> wholeCards(CardShare share) {
    return IntStream.range(0, resources.size())
        .filter(i -> share.amounts().get(i).compareTo(WHOLE) > 0)
        .mapToObj(resources::get)
        .filter(each -> GpuResource.find(each).filter(GpuResource::isOfWholeCards).isPresent())
        .map(each -> "container '%s' with %s".formatted(share.container(), each))
        .findFirst();
  }

  /**
   * Returns what containers ask of cards: those that start one by one, then those that run
   * together.
   */
  private List<CardShare> shares(PodView pod) {
    if (shares(share -> Optional.of(share).filter(OfCard::isOfPod)).findAny().isPresent()) {
      return shareOfPod(pod);
    }
    List<CardShare> first = new ArrayList<>();
    List<CardShare> together = new ArrayList<>();
    for (PodView.Container container : pod.containers()) {
      List<Amount> amounts =
          resources.stream().map(resource -> container.resources().request(resource)).toList();
      if (!amounts.stream().allMatch(Amount::isZero)) {
        (container.role() == PodView.Role.MAIN ? together : first)
            .add(new CardShare(container.name(), container.role(), amounts));
      }
    }
    first.addAll(together);
    return first;
  }

  private List<CardShare> shareOfPod(PodView pod) {
    PodRequests requests = new PodRequests(pod);
    List<Amount> amounts = resources.stream().map(requests::of).toList();
    return amounts.stream().allMatch(Amount::isZero)
        ? List.of()
        : List.of(
            new CardShare(
                pod.containers().stream()
                    .map(PodView.Container::name)
                    .collect(Collectors.joining(", ")),
                PodView.Role.MAIN,
                amounts));
  }

  private Finding reason(String text) {
    return Finding.of(
        "node.card",
        resources.get(0),
        text + "; kube-scheduler counts for the node as a whole and does not see this");
  }

  private String frees() {
    return (isKnown ? "free are " : "free are at most ")
        + free.stream().map(this::text).collect(Collectors.joining(" | "));
  }

  private String text(List<Amount> amounts) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < resources.size(); i++) {
      texts.add(resources.get(i) + " " + amounts.get(i).text(resources.get(i)));
    }
    return String.join(" and ", texts);
  }
}
