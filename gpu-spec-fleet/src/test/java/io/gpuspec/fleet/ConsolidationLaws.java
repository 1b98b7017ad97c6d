package io.gpuspec.fleet;

import static io.gpuspec.fleet.ConsolidationTest.OWNED;
import static io.gpuspec.fleet.ConsolidationTest.TAINT;
import static io.gpuspec.fleet.ConsolidationTest.TOLERATES;
import static io.gpuspec.fleet.ConsolidationTest.described;
import static io.gpuspec.fleet.ConsolidationTest.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ConsolidationLaws {

  @Property(tries = 40)
  void everyMoveIsToANodeThatIsSelectedAndHasRoomBeforeAnythingLeaves(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> items = new ArrayList<>();
    Map<String, long[]> room = new HashMap<>();
    Map<String, String> where = new HashMap<>();
    Map<String, long[]> asks = new HashMap<>();
    Map<String, String> teams = new HashMap<>();
    Set<String> tainted = new HashSet<>();
    Map<String, String> selects = new HashMap<>();
    Set<String> tolerating = new HashSet<>();
    for (int n = 0; n < 2 + random.nextInt(8); n++) {
      int gpus = 1 << random.nextInt(3);
      int cpu = gpus == 1 ? 4 : gpus == 2 ? 16 : 48;
      String team = "team-" + random.nextInt(2);
      boolean isTainted = random.nextInt(3) == 0;
      teams.put("n" + n, team);
      if (isTainted) {
        tainted.add("n" + n);
      }
      items.add(
          described(
              node("n" + n, gpus == 1 ? "one" : gpus == 2 ? "two" : "four", gpus, cpu),
              "\"team\": \"" + team + "\"",
              isTainted ? TAINT : ""));
      long[] free = {gpus, cpu};
      for (int p = 0; p < random.nextInt(4); p++) {
        int wants = 1 + random.nextInt(2);
        int cores = 1 + random.nextInt(8);
        if (free[0] >= wants && free[1] >= cores) {
          free[0] -= wants;
          free[1] -= cores;
          String name = "p" + n + "-" + p;
          String more = "\"priority\": 0";
          if (random.nextBoolean()) {
            more += ", \"nodeSelector\": {\"team\": \"" + team + "\"}";
            selects.put("x/" + name, team);
          }
          if (isTainted || random.nextInt(3) == 0) {
            more += ", " + TOLERATES;
            tolerating.add("x/" + name);
          }
          items.add(
              ConsolidationTest.pod(
                      name, "n" + n, wants, cores, random.nextInt(5) == 0 ? "" : OWNED)
                  .replace("\"containers\"", more + ", \"containers\""));
          where.put("x/" + name, "n" + n);
          asks.put("x/" + name, new long[] {wants, cores});
        }
      }
      room.put("n" + n, free);
    }
    Consolidation less = ConsolidationTest.of(items.toArray(String[]::new));
    less.launches()
        .forEach(
            node ->
                room.put(
                    node.name(),
                    new long[] {node.room().devices(), node.room().cpu().toMillicores() / 1000}));
    Set<String> left = new HashSet<>(less.drains());
    for (Consolidation.Move move : less.moves()) {
      assertThat(where.get(move.pod())).isEqualTo(move.from());
      assertThat(left).doesNotContain(move.to());
      if (selects.containsKey(move.pod())) {
        assertThat(teams.get(move.to())).isEqualTo(selects.get(move.pod()));
      }
      if (tainted.contains(move.to())) {
        assertThat(tolerating).contains(move.pod());
      }
      long[] free = room.get(move.to());
      free[0] -= asks.get(move.pod())[0];
      free[1] -= asks.get(move.pod())[1];
      assertThat(free[0]).isNotNegative();
      assertThat(free[1]).isNotNegative();
      where.put(move.pod(), move.to());
    }
    assertThat(where.values()).noneMatch(left::contains);
    assertThat(less.saved().amount()).isNotNegative();
  }
}
