package io.gpuspec.scheduling;

import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The shared cards of a node, and what containers request of their resources. */
final class Cards {
  /** ACK: how many cards a share is taken from, in equal parts. */
  private static final String COUNT = "aliyun.com/gpu-count";

  /** TKE: hundreds of it are whole cards, of which 100 is one. */
  private static final String CORE = "tke.cloud.tencent.com/qgpu-core";

  private static final Amount WHOLE = Amount.of(100);

  private final List<String> resources;
  private final List<List<Amount>> free;

  Cards(NodeView node) {
    List<Map<String, String>> cards = node.cards();
    this.resources =
        cards.stream().flatMap(card -> card.keySet().stream()).distinct().sorted().toList();
    this.free = cards.stream().map(this::amounts).toList();
  }

  private List<Amount> amounts(Map<String, String> stated) {
    return resources.stream()
        .map(resource -> Amount.parse(resource, stated.getOrDefault(resource, "0")))
        .toList();
  }

  /** Returns why the containers of a pod cannot each have its share of one card. */
  Optional<Finding> problem(PodView pod) {
    List<CardShare> shares = shares(pod);
    if (severalCards(pod, shares).isPresent()) {
      return Optional.empty();
    }
    for (CardShare share : shares) {
      if (free.stream().noneMatch(share::fits)) {
        return Optional.of(
            reason(
                "no shared card has what container '%s' asks of one: %s; free are %s"
                    .formatted(share.container(), text(share.amounts()), frees())));
      }
    }
    return new CardSearch(shares).places(free)
        ? Optional.empty()
        : Optional.of(
            reason(
                "the shared cards have no room for the containers together: %s; free are %s"
                    .formatted(
                        shares.stream()
                            .map(share -> share.container() + " asks " + text(share.amounts()))
                            .collect(Collectors.joining(", ")),
                        frees())));
  }

  /** Returns what is not known of a pod that takes its share of several cards. */
  Optional<Note> unknown(PodView pod) {
    return severalCards(pod, shares(pod))
        .map(
            asked ->
                Note.of(
                    "cards.several",
                    "%s asks for several cards, and whether they have it is not judged; kube-scheduler counts for the node as a whole"
                        .formatted(asked)));
  }

  private Optional<String> severalCards(PodView pod, List<CardShare> shares) {
    if (shares.isEmpty()) {
      return Optional.empty();
    }
    return pod.label(COUNT)
        .filter(count -> !count.equals("1"))
        .map(count -> COUNT + ": " + count)
        .or(
            () ->
                shares.stream()
                    .filter(this::isOfWholeCards)
                    .findFirst()
                    .map(share -> "container '%s' with %s".formatted(share.container(), CORE)));
  }

  private boolean isOfWholeCards(CardShare share) {
    int core = resources.indexOf(CORE);
    return core >= 0 && share.amounts().get(core).compareTo(WHOLE) > 0;
  }

  /**
   * Returns what containers ask of cards: those that start one by one, then those that run
   * together.
   */
  private List<CardShare> shares(PodView pod) {
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

  private Finding reason(String text) {
    return Finding.of(
        "node.card",
        resources.get(0),
        text + "; kube-scheduler counts for the node as a whole and does not see this");
  }

  private String frees() {
    return free.stream().map(this::text).collect(Collectors.joining(" | "));
  }

  private String text(List<Amount> amounts) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < resources.size(); i++) {
      texts.add(resources.get(i) + " " + amounts.get(i).text(resources.get(i)));
    }
    return String.join(" and ", texts);
  }
}
