package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MigPlanLaws {
  @Provide
  Arbitrary<Cases.Move> moves() {
    return Cases.moves();
  }

  private static BruteForce brute(MigGpu gpu) {
    return BruteForce.of(gpu);
  }

  @Property
  void everyStepIsLegalAndTheLastEndsAtTheTarget(@ForAll("moves") Cases.Move move) {
    MigPlan plan = move.from().planTo(move.profiles());
    Set<String> now = BruteForce.texts(move.from());
    Set<String> used = BruteForce.texts(move.from().instancesInUse());
    for (MigPlan.Step step : plan.steps()) {
      String instance = step.placement().toString();
      assertThat(used).doesNotContain(instance);
      boolean done =
          step.action() == MigPlan.Action.CREATE ? now.add(instance) : now.remove(instance);
      assertThat(done).as(step.toString()).isTrue();
      assertThat(brute(move.from().gpu()).legal()).contains(now);
    }
    if (plan.isFeasible()) {
      assertThat(BruteForce.profiles(now)).isEqualTo(move.profiles().stream().sorted().toList());
      assertThat(now).containsAll(used).isEqualTo(BruteForce.texts(plan.to().orElseThrow()));
      assertThat(plan.reasons()).isEmpty();
    } else {
      assertThat(plan.steps()).isEmpty();
      assertThat(plan.reasons()).isNotEmpty();
    }
  }

  @Property(tries = 60)
  void noSequenceOfStepsIsShorter(@ForAll("moves") Cases.Move move) {
    MigPlan plan = move.from().planTo(move.profiles());

    OptionalInt fewest = breadthFirst(move.from(), move.profiles());

    assertThat(plan.isFeasible()).isEqualTo(fewest.isPresent());
    fewest.ifPresent(steps -> assertThat(plan.steps()).hasSize(steps));
  }

  /** How many instances destroyed and created one by one lead to the profiles. */
  private static OptionalInt breadthFirst(MigLayout from, List<String> profiles) {
    BruteForce brute = brute(from.gpu());
    Set<String> used = BruteForce.texts(from.instancesInUse());
    List<String> goal = profiles.stream().sorted().toList();
    Map<Set<String>, Integer> distances = new HashMap<>();
    Deque<Set<String>> queue = new ArrayDeque<>();
    distances.put(BruteForce.texts(from), 0);
    queue.add(BruteForce.texts(from));
    while (!queue.isEmpty()) {
      Set<String> state = queue.remove();
      if (BruteForce.profiles(state).equals(goal)) {
        return OptionalInt.of(distances.get(state));
      }
      List<Set<String>> neighbours = new ArrayList<>(brute.neighboursAbove(state));
      for (String instance : state) {
        if (!used.contains(instance)) {
          Set<String> less = new TreeSet<>(state);
          less.remove(instance);
          neighbours.add(less);
        }
      }
      for (Set<String> next : neighbours) {
        if (distances.putIfAbsent(next, distances.get(state) + 1) == null) {
          queue.add(next);
        }
      }
    }
    return OptionalInt.empty();
  }

  @Property
  void itIsPossibleOnceWhatBlocksItMayMoveAndNotBefore(@ForAll("moves") Cases.Move move) {
    MigPlan plan = move.from().planTo(move.profiles());
    if (plan.isFeasible()) {
      assertThat(plan.blocking()).isEmpty();
      return;
    }
    assertThat(plan.blocking()).isNotEmpty();
    Set<MigPlacement> kept = new HashSet<>(move.from().instancesInUse());
    plan.blocking().forEach(kept::remove);

    assertThat(using(move.from(), kept).planTo(move.profiles()).isFeasible()).isTrue();
  }

  @Property
  void noFewerInstancesBlockIt(@ForAll("moves") Cases.Move move) {
    MigPlan plan = move.from().planTo(move.profiles());
    Set<String> used = BruteForce.texts(move.from().instancesInUse());
    List<String> goal = move.profiles().stream().sorted().toList();

    int fewest =
        brute(move.from().gpu()).legal().stream()
            .filter(layout -> BruteForce.profiles(layout).equals(goal))
            .mapToInt(layout -> (int) used.stream().filter(each -> !layout.contains(each)).count())
            .min()
            .orElseThrow();

    assertThat(plan.blocking()).hasSize(fewest);
  }

  private static MigLayout using(MigLayout layout, Set<MigPlacement> used) {
    return layout
        .gpu()
        .layout(layout.instances().stream().map(MigPlacement::toString).toArray(String[]::new))
        .inUse(used.stream().mapToInt(MigPlacement::start).toArray());
  }
}
