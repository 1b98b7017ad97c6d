package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.Share;
import io.gpuspec.value.Finding;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The reasons why a pod does not fit: each obstacle, with the number of cards that it affects. */
final class Reasons {
  private final PodFit fit;
  private final Map<Obstacle, Kept> kept = new EnumMap<>(Obstacle.class);
  private int all;
  private long mostOnOneNode;

  /** The cards that an obstacle affects. */
  private static final class Kept {
    private int cards;
    private int sharesOfOne;
    private Free most = Free.NOTHING;

    void add(Card card) {
      cards++;
      most = most.max(card.free());
      sharesOfOne = Math.max(sharesOfOne, card.kind().shares());
    }
  }

  private Reasons(PodFit fit) {
    this.fit = fit;
  }

  static List<Finding> of(PodFit fit, Iterable<ShareNode> nodes) {
    Reasons reasons = new Reasons(fit);
    nodes.forEach(reasons::look);
    return reasons.findings();
  }

  private void look(ShareNode node) {
    Set<Obstacle> ofNode = fit.obstacles(node);
    int free = 0;
    for (Card card : node.cards()) {
      all++;
      Set<Obstacle> obstacles = ofNode.isEmpty() ? fit.obstacles(card) : ofNode;
      obstacles.forEach(each -> kept.computeIfAbsent(each, any -> new Kept()).add(card));
      free += obstacles.isEmpty() ? 1 : 0;
    }
    mostOnOneNode = Math.max(mostOnOneNode, free);
  }

  private List<Finding> findings() {
    List<Finding> found = new ArrayList<>();
    kept.forEach(
        (obstacle, those) -> found.add(Finding.unmet(obstacle.resource(), text(obstacle, those))));
    int asked = fit.pod().devices().count();
    if (asked > 1) {
      found.add(
          Finding.unmet(
              "gpus",
              "%s cards of one node requested; no node has more than %s with room"
                  .formatted(asked, mostOnOneNode)));
    }
    return found;
  }

  private String text(Obstacle obstacle, Kept those) {
    SharePod pod = fit.pod();
    Devices devices = pod.devices();
    String of = "%s of %s cards".formatted(those.cards, all);
    return switch (obstacle) {
      case GPU -> "%s requested; %s are others".formatted(devices, of);
      case ISOLATION ->
          "%s requested; the nodes of %s have another policy"
              .formatted(pod.isolation().orElseThrow(), of);
      case NO_COMPUTE ->
          "none requested; the nodes of %s give a pod only what it asks for, so add a percentage"
              .formatted(of);
      case REPLICA ->
          "replicas of '%s' keep apart; the nodes of %s have one"
              .formatted(pod.replicaOf().orElseThrow(), of);
      case IN_USE -> "whole cards requested; %s are in use".formatted(of);
      case MEMORY ->
          "%s requested of one card; %s have less free, %s at most"
              .formatted(share().memory(), of, MemorySize.ofBytes(those.most.memory()));
      case COMPUTE ->
          "%s%% requested of one card; %s have less free, %s%% at most"
              .formatted(share().compute().orElseThrow(), of, those.most.compute());
      case SHARES ->
          "%s have as many shares as a card can have, %s".formatted(of, those.sharesOfOne);
    };
  }

  private Share share() {
    return fit.pod().devices().share().orElseThrow();
  }
}
