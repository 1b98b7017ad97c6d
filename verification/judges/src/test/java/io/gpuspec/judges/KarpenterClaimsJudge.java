package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.judges.ClaimAllocator.Answer;
import io.gpuspec.judges.ClaimAllocator.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Karpenter's allocator, given the slices that we say a driver will publish, as templates of an
 * instance type, launches that type where we say that it takes the claims.
 */
class KarpenterClaimsJudge {
  private static final int PODS_OF_A_NODE = 5;

  /**
   * What Karpenter refuses, does not look at, or decides otherwise than the scheduler, so that its
   * answer says nothing of ours. It does not compare a capacity that is requested of a device that
   * only one claim can have, and gives one request a device that can be shared several times.
   */
  private static final List<String> NOT_AS_THE_SCHEDULER =
      List.of("distinctAttribute", "adminAccess");

  /**
   * The same until 1.14, which refuses alternatives, and takes {@code All} of no devices for
   * fulfilled.
   */
  private static final List<String> SINCE_1_15 = List.of("firstAvailable", "allocationMode");

  /** Karpenter gives up after five seconds. */
  private static final String TOOK_TOO_LONG = "took too long";

  private static final String CAPACITY = "\"capacity\":";
  private static final String IS_SHARED = "\"allowMultipleAllocations\":true";

  @Test
  void aTypeIsLaunchedWhereWeSayThatItTakesTheClaims() {
    Random random = Night.random(27);
    int nodes = Night.IS_NOW ? 600 : 100;
    List<Question> questions = new ArrayList<>();
    while (questions.size() < nodes) {
      ClaimFleet fleet = ClaimFleet.random(random, "n");
      if (devices(fleet).stream().noneMatch(device -> device.contains("\"taints\":"))) {
        questions.add(
            new Question(
                fleet.node(), fleet.slices(), RandomClaims.classes(), pods(fleet, random)));
      }
    }
    List<List<Answer>> answers = ClaimAllocator.askKarpenter(questions);
    Map<String, Integer> seen = new TreeMap<>();
    try (Trial trial =
        Trial.of(
            "Karpenter",
            Tools.karpenter(),
            "launches for claims what we say, with the same devices")) {
      for (int i = 0; i < questions.size(); i++) {
        for (int pod = 0; pod < PODS_OF_A_NODE; pod++) {
          Question question = questions.get(i);
          List<ObjectNode> asked = question.pods().get(pod);
          Answer ours = question.ours(asked).withoutRequests();
          if (ours.isError()) {
            // The scheduler stops, on every node; Karpenter takes such a device for one that does
            // not match, and may launch a node for a pod that then stays Pending.
            seen.merge("stops", 1, Integer::sum);
            continue;
          }
          Answer theirs = answers.get(i).get(pod).withoutRequests();
          if (theirs.error().equals(TOOK_TOO_LONG)) {
            seen.merge(TOOK_TOO_LONG, 1, Integer::sum);
            continue;
          }
          seen.merge(theirs.isFound() ? "launches" : "none", 1, Integer::sum);
          if (theirs.isFound() && asked.toString().contains("firstAvailable")) {
            seen.merge("alternatives", 1, Integer::sum);
          }
          trial.agreed(ours.agreesWith(theirs), () -> told(question, asked, ours, theirs));
        }
      }
    }
    // So that the law is about something.
    assertThat(seen.get("launches")).as("%s", seen).isGreaterThan(nodes);
    assertThat(seen.get("none")).as("%s", seen).isGreaterThan(nodes);
    assertThat(seen.containsKey("alternatives")).as("%s", seen).isEqualTo(!Tools.isOldKarpenter());
  }

  private static List<List<ObjectNode>> pods(ClaimFleet fleet, Random random) {
    RandomClaims claims = new RandomClaims(fleet, random);
    boolean areShared = devices(fleet).stream().allMatch(device -> device.contains(IS_SHARED));
    boolean anyIsShared = devices(fleet).stream().anyMatch(device -> device.contains(IS_SHARED));
    List<String> leftOut = new ArrayList<>(NOT_AS_THE_SCHEDULER);
    if (Tools.isOldKarpenter()) {
      leftOut.addAll(SINCE_1_15);
    }
    return Stream.generate(claims::pod)
        .filter(pod -> leftOut.stream().noneMatch(pod.toString()::contains))
        .filter(pod -> areShared || !pod.toString().contains(CAPACITY))
        .filter(pod -> !anyIsShared || !RandomClaims.SEVERAL.matcher(pod.toString()).find())
        .limit(PODS_OF_A_NODE)
        .toList();
  }

  private static List<String> devices(ClaimFleet fleet) {
    List<String> devices = new ArrayList<>();
    fleet
        .slices()
        .forEach(
            slice ->
                ClaimObjectTexts.tree(slice)
                    .path("spec")
                    .path("devices")
                    .forEach(device -> devices.add(device.toString())));
    return devices;
  }

  private static String told(
      Question question, List<ObjectNode> asked, Answer ours, Answer theirs) {
    return "%s%n// slices: %s%n// ours: %s%n// Karpenter: %s"
        .formatted(ClaimObjectTexts.list(asked), question.slices(), ours, theirs);
  }
}
