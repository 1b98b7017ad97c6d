package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.judges.ClaimAllocator.Answer;
import io.gpuspec.judges.ClaimAllocator.Question;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which devices claims get is what the scheduler's structured allocator decides. */
class ClaimAllocatorJudge {
  private static final String ALLOCATOR = "structured allocator";
  private static final int PODS_OF_A_NODE = 5;

  /** By day these, at night all. */
  private static final List<String> BY_DAY = List.of("A100-40GB", "H100-80GB");

  private static final int MOST_INSTANCES = 7;

  @Test
  void aPodGetsTheDevicesThatWeSay() {
    Random random = Night.random(26);
    List<Question> questions = new ArrayList<>();
    int nodes = Night.IS_NOW ? 600 : 100;
    for (int i = 0; i < nodes; i++) {
      ClaimFleet fleet = ClaimFleet.random(random, "n");
      RandomClaims claims = new RandomClaims(fleet, random);
      List<List<ObjectNode>> pods = new ArrayList<>();
      for (int pod = 0; pod < PODS_OF_A_NODE; pod++) {
        pods.add(claims.pod());
      }
      questions.add(new Question(fleet.node(), fleet.slices(), RandomClaims.classes(), pods));
    }
    List<List<Answer>> answers = ClaimAllocator.ask(questions);
    Map<String, Integer> seen = new TreeMap<>();
    try (Trial trial = trial("gives a pod the devices that we say, or none, or stops")) {
      for (int i = 0; i < questions.size(); i++) {
        for (int pod = 0; pod < PODS_OF_A_NODE; pod++) {
          Question question = questions.get(i);
          List<ObjectNode> asked = question.pods().get(pod);
          Answer theirs = answers.get(i).get(pod);
          Answer ours = question.ours(asked);
          seen.merge(
              theirs.isError() ? "stops" : theirs.isFound() ? "gives" : "none", 1, Integer::sum);
          trial.agreed(ours.agreesWith(theirs), () -> told(question, asked, ours, theirs));
        }
      }
    }
    // So that the law is about something.
    assertThat(seen.get("gives")).as("%s", seen).isGreaterThan(nodes);
    assertThat(seen.get("none")).as("%s", seen).isGreaterThan(nodes);
    assertThat(seen.get("stops")).as("%s", seen).isGreaterThan(nodes / 10);
  }

  /** What one pod got, the others are not given. */
  @Test
  void aPodGetsWhatOthersLeave() {
    Random random = Night.random(28);
    List<Question> empty = new ArrayList<>();
    int nodes = Night.IS_NOW ? 600 : 100;
    for (int i = 0; i < nodes; i++) {
      ClaimFleet fleet = ClaimFleet.random(random, "n");
      RandomClaims claims = new RandomClaims(fleet, random);
      List<List<ObjectNode>> pods = new ArrayList<>();
      for (int pod = 0; pod < PODS_OF_A_NODE; pod++) {
        pods.add(claims.pod());
      }
      empty.add(new Question(fleet.node(), fleet.slices(), RandomClaims.classes(), pods));
    }
    List<List<Answer>> first = ClaimAllocator.ask(empty);
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      Question question = empty.get(i);
      first.get(i).stream()
          .filter(answer -> !answer.results().isEmpty())
          .findFirst()
          .ifPresent(answer -> questions.add(question.allocated(answer.results())));
    }
    List<List<Answer>> answers = ClaimAllocator.ask(questions);
    Map<String, Integer> seen = new TreeMap<>();
    try (Trial trial = trial("gives a pod what claims of others leave")) {
      for (int i = 0; i < questions.size(); i++) {
        for (int pod = 0; pod < PODS_OF_A_NODE; pod++) {
          Question question = questions.get(i);
          List<ObjectNode> asked = question.pods().get(pod);
          Answer theirs = answers.get(i).get(pod);
          Answer ours = question.ours(asked);
          seen.merge(theirs.isFound() ? "gives" : "none", 1, Integer::sum);
          trial.agreed(
              ours.agreesWith(theirs),
              () ->
                  "// in use: %s%n%s"
                      .formatted(question.allocated(), told(question, asked, ours, theirs)));
        }
      }
    }
    assertThat(seen.get("gives")).as("%s", seen).isGreaterThan(nodes / 2);
    assertThat(seen.get("none")).as("%s", seen).isGreaterThan(nodes / 2);
  }

  private static String told(
      Question question, List<ObjectNode> asked, Answer ours, Answer theirs) {
    return "%s%n// slices: %s%n// ours: %s%n// the allocator: %s"
        .formatted(ClaimObjectTexts.list(asked), question.slices(), ours, theirs);
  }

  /** One card with dynamic MIG holds what {@code mig fit} says, by its counters alone. */
  @Test
  void aCardHoldsTheInstancesThatFit() {
    List<MigGpu> gpus =
        ClaimFleet.divisible().stream()
            .filter(gpu -> Night.IS_NOW || BY_DAY.contains(gpu.name()))
            .toList();
    assertThat(gpus).hasSizeGreaterThanOrEqualTo(BY_DAY.size());
    List<Question> questions = new ArrayList<>();
    List<List<List<String>>> multisets = new ArrayList<>();
    for (MigGpu gpu : gpus) {
      List<List<String>> ofGpu = multisets(gpu);
      multisets.add(ofGpu);
      questions.add(
          new Question(
              "n",
              NodeDevices.of(gpu, 1).node("n").dynamicMig().slices(),
              List.of(),
              ofGpu.stream().map(ClaimAllocatorJudge::claim).map(List::of).toList()));
    }
    List<List<Answer>> answers = ClaimAllocator.ask(questions);
    try (Trial trial = trial("gives a card's MIG instances where mig fit says that they fit")) {
      for (int i = 0; i < questions.size(); i++) {
        for (int j = 0; j < multisets.get(i).size(); j++) {
          MigGpu gpu = gpus.get(i);
          List<String> profiles = multisets.get(i).get(j);
          Answer theirs = answers.get(i).get(j);
          boolean fits = gpu.fit(profiles.toArray(String[]::new)).fits();
          Answer ours = questions.get(i).ours(questions.get(i).pods().get(j));
          trial.agreed(
              theirs.isFound() == fits && ours.agreesWith(theirs),
              () ->
                  "%s %s%n// mig fit: %s%n// our match: %s%n// the allocator: %s"
                      .formatted(gpu.name(), profiles, fits, ours, theirs));
        }
      }
    }
  }

  private static List<List<String>> multisets(MigGpu gpu) {
    List<MigProfile> plain =
        gpu.profiles().stream().filter(each -> each.name().matches("\\d+g\\.\\d+gb")).toList();
    List<List<String>> all = new ArrayList<>();
    collect(gpu, plain, 0, gpu.memorySlices() + 2, new ArrayList<>(), all);
    return all;
  }

  private static void collect(
      MigGpu gpu,
      List<MigProfile> from,
      int first,
      int slices,
      List<String> chosen,
      List<List<String>> all) {
    if (!chosen.isEmpty()) {
      all.add(List.copyOf(chosen));
    }
    if (chosen.size() == MOST_INSTANCES) {
      return;
    }
    for (int i = first; i < from.size(); i++) {
      MigProfile next = from.get(i);
      if (next.memorySlices() <= slices) {
        chosen.add(next.name());
        collect(gpu, from, i, slices - next.memorySlices(), chosen, all);
        chosen.remove(chosen.size() - 1);
      }
    }
  }

  private static ObjectNode claim(List<String> profiles) {
    ObjectNode claim = ClaimObjectTexts.object("ResourceClaim", "instances");
    ObjectNode devices = claim.putObject("spec").putObject("devices");
    for (String profile : new TreeSet<>(profiles)) {
      ObjectNode request = devices.withArray("/requests").addObject();
      request.put("name", "p" + devices.path("requests").size());
      ObjectNode exactly = request.putObject("exactly").put("deviceClassName", "mig.nvidia.com");
      exactly.put("count", Collections.frequency(profiles, profile));
      exactly
          .putArray("selectors")
          .addObject()
          .putObject("cel")
          .put(
              "expression",
              "device.attributes['gpu.nvidia.com'].profile == '%s'".formatted(profile));
    }
    return claim;
  }

  private static Trial trial(String law) {
    return Trial.of(ALLOCATOR, ClaimAllocator.version(), law);
  }
}
