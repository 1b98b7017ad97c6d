package io.gpuspec.spi;

import io.gpuspec.spi.NodeFit.Kind;
import io.gpuspec.spi.NodeFit.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The shared cards of a node, and what containers ask of the resources that they have. */
final class Cards {
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

  /** Why the containers of a pod cannot each have its share of one card. */
  Optional<Reason> problem(PodView pod) {
    List<CardShare> shares = shares(pod);
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

  /** What containers ask of cards: those that start one by one, then those that run together. */
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

  private Reason reason(String text) {
    return new Reason(
        Kind.CARD,
        resources.get(0),
        text + "; kube-scheduler counts for the node as a whole and does not see this",
        Optional.empty());
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
