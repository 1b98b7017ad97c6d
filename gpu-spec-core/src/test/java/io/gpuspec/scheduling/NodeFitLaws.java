package io.gpuspec.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NodeFitLaws {
  private static final List<String> RESOURCES = List.of("cpu", "memory", "nvidia.com/gpu");
  private static final List<String> SHARES = List.of("example.com/core", "example.com/memory");

  private static Arbitrary<Map<String, String>> amounts(List<String> resources, int most) {
    return Arbitraries.maps(
            Arbitraries.of(resources), Arbitraries.integers().between(0, most).map(String::valueOf))
        .ofMaxSize(resources.size());
  }

  private static Arbitrary<String> word() {
    return Arbitraries.of("a", "b");
  }

  private static Arbitrary<Container> container(List<String> resources, int most) {
    return Combinators.combine(Arbitraries.of(Role.class), amounts(resources, most))
        .as((role, amounts) -> new Container("c", role, amounts, amounts));
  }

  @Provide
  Arbitrary<Toleration> tolerations() {
    return Combinators.combine(
            Arbitraries.of("", "a", "b"),
            Arbitraries.of("", "Exists", "Equal", "Gt"),
            Arbitraries.of("", "a"),
            Arbitraries.of("", "NoSchedule", "NoExecute"))
        .as(Toleration::new);
  }

  @Provide
  Arbitrary<PodView> pods() {
    return Combinators.combine(
            container(RESOURCES, 4).list().ofMaxSize(3),
            tolerations().list().ofMaxSize(2),
            amounts(List.of("a", "b"), 1))
        .as(
            (containers, tolerations, selector) -> {
              PodView pod = PodView.empty();
              for (Container container : containers) {
                pod = pod.container(container);
              }
              for (Toleration toleration : tolerations) {
                pod = pod.toleration(toleration);
              }
              for (Map.Entry<String, String> label : selector.entrySet()) {
                pod = pod.nodeSelector(label.getKey(), label.getValue());
              }
              return pod;
            });
  }

  @Provide
  Arbitrary<NodeView> nodes() {
    Arbitrary<Taint> taints =
        Combinators.combine(word(), Arbitraries.of("", "a"), Arbitraries.of(Taint.Effect.class))
            .as(Taint::new);
    return Combinators.combine(
            amounts(RESOURCES, 12),
            taints.list().ofMaxSize(1),
            pods().list().ofMaxSize(2),
            amounts(List.of("a", "b"), 1))
        .as(
            (allocatable, all, running, labels) -> {
              NodeView node = NodeView.of("node").allocatable(allocatable);
              for (Taint taint : all) {
                node = node.taint(taint);
              }
              for (PodView pod : running) {
                node = node.pod(pod);
              }
              for (Map.Entry<String, String> label : labels.entrySet()) {
                node = node.label(label.getKey(), label.getValue());
              }
              return node;
            });
  }

  /** Ports keep a second pod off; only counting on shows where that ends. */
  @Property
  void theRoomIsWhatFitsOneByOne(
      @ForAll("pods") PodView pod, @ForAll("nodes") NodeView node, @ForAll boolean hasPort) {
    PodView counted = hasPort ? pod.hostPort("TCP", "", 80) : pod;
    int fitting = 0;
    for (NodeView left = node; counted.fits(left).fits(); left = left.pod(counted)) {
      fitting++;
    }

    assertThat(counted.room(node)).hasValue(fitting);
  }

  @Property
  void moreOfAResourceNeverTakesAPodsPlaceAway(
      @ForAll("pods") PodView pod, @ForAll("nodes") NodeView node) {
    Map<String, String> more = new HashMap<>();
    for (String resource : RESOURCES) {
      more.put(
          resource, "" + (1 + Integer.parseInt(node.allocatable().getOrDefault(resource, "0"))));
    }

    if (pod.fits(node).fits()) {
      assertThat(pod.fits(node.allocatable(more)).reasons()).isEmpty();
    }
  }

  @Property
  void oneMoreTolerationNeverKeepsAPodOff(
      @ForAll("pods") PodView pod,
      @ForAll("nodes") NodeView node,
      @ForAll("tolerations") Toleration more) {
    if (pod.fits(node).fits()) {
      assertThat(pod.toleration(more).fits(node).reasons()).isEmpty();
    }
  }

  @Property
  void oneMorePodOnTheNodeNeverMakesRoom(
      @ForAll("pods") PodView pod, @ForAll("nodes") NodeView node, @ForAll("pods") PodView more) {
    if (!pod.fits(node).fits()) {
      assertThat(pod.fits(node.pod(more)).fits()).isFalse();
    }
  }

  /** What two pods ask, one beside the other, is what the second needs where the first runs. */
  @Property
  void aPodThatFitsAloneFitsAfterItselfWhereThereIsTwiceAsMuch(@ForAll("pods") PodView pod) {
    Map<String, String> twice = new HashMap<>();
    for (String resource : RESOURCES) {
      twice.put(resource, "24");
    }
    PodView anywhere = PodView.empty();
    for (Container container : pod.containers()) {
      anywhere = anywhere.container(container);
    }

    assertThat(anywhere.fits(NodeView.of("node").allocatable(twice).pod(anywhere)).fits()).isTrue();
  }

  @Provide
  Arbitrary<List<Map<String, String>>> cards() {
    return amounts(SHARES, 8).list().ofMinSize(1).ofMaxSize(3);
  }

  @Provide
  Arbitrary<List<Container>> shares() {
    return container(SHARES, 5).list().ofMaxSize(4);
  }

  @Property
  void cardsAreSearchedAsIfEveryWayWereTried(
      @ForAll("cards") List<Map<String, String>> cards,
      @ForAll("shares") List<Container> containers) {
    NodeView node = NodeView.of("node");
    for (Map<String, String> card : cards) {
      Map<String, String> both = new HashMap<>(Map.of(SHARES.get(0), "0", SHARES.get(1), "0"));
      both.putAll(card);
      node = node.card(both);
    }
    PodView pod = PodView.empty();
    for (Container container : containers) {
      pod = pod.container(container);
    }

    assertThat(pod.fits(node).reasons().stream().noneMatch(r -> r.id().equals("node.card")))
        .isEqualTo(someWayWorks(cards, containers));
  }

  /** Every container on every card, with what runs at each moment added up anew. */
  private static boolean someWayWorks(List<Map<String, String>> cards, List<Container> containers) {
    int ways = (int) Math.pow(cards.size(), containers.size());
    for (int way = 0; way < ways; way++) {
      if (works(cards, containers, way)) {
        return true;
      }
    }
    return false;
  }

  private static boolean works(
      List<Map<String, String>> cards, List<Container> containers, int way) {
    List<List<Integer>> moments = new ArrayList<>();
    List<Integer> together = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      Role role = containers.get(i).role();
      if (role == Role.INIT) {
        List<Integer> moment = new ArrayList<>();
        for (int before = 0; before < i; before++) {
          if (containers.get(before).role() == Role.SIDECAR) {
            moment.add(before);
          }
        }
        moment.add(i);
        moments.add(moment);
      } else {
        together.add(i);
      }
    }
    moments.add(together);
    return moments.stream().allMatch(moment -> holds(cards, containers, way, moment));
  }

  private static boolean holds(
      List<Map<String, String>> cards, List<Container> containers, int way, List<Integer> moment) {
    for (int card = 0; card < cards.size(); card++) {
      for (String resource : SHARES) {
        int left = Integer.parseInt(cards.get(card).getOrDefault(resource, "0"));
        for (int i : moment) {
          int at = way / (int) Math.pow(cards.size(), i) % cards.size();
          if (at == card) {
            left -= Integer.parseInt(containers.get(i).limits().getOrDefault(resource, "0"));
          }
        }
        if (left < 0) {
          return false;
        }
      }
    }
    return true;
  }
}
