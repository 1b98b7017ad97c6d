package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Arch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Whether the cheapest type that we name is one that Karpenter launches. On demand. */
class KarpenterChoiceJudge {
  private static final Gpus GPUS = Gpus.load();
  private static final List<String> ANY_ARCH = List.of("amd64", "arm64");
  private static final List<String> AMD64 = List.of("amd64");

  @Test
  void theCheapestTypeForARequestIsOneThatKarpenterLaunches() {
    try (Trial trial = trial("launches the cheapest type that we name for a request")) {
      List<KarpenterCase> cases =
          KarpenterJudge.cases().stream().map(KarpenterCase::onDemand).toList();
      JsonNode pool = KarpenterFilter.onDemandPool(ANY_ARCH);
      List<ObjectNode> questions = new ArrayList<>();
      for (KarpenterCase c : cases) {
        c.pods().forEach(pod -> questions.add(KarpenterFilter.forPod(c.settings(), pod, pool)));
      }
      List<JsonNode> answers = KarpenterFilter.ask(questions);
      int next = 0;
      int launched = 0;
      for (KarpenterCase c : cases) {
        int wishes = c.wishes().size();
        Optional<KarpenterChoice> karpenters = firstChoice(answers.subList(next, next + wishes));
        next += wishes;
        launched += karpenters.isPresent() ? 1 : 0;
        Match ours = c.settings().on(GPUS).match(c.request().cheapest());
        trial.agreed(
            isOneOf(ours, karpenters),
            () -> "%s// ours: %s%n// Karpenter: %s%n".formatted(c, ours, karpenters));
      }
      // So that the law is about something.
      assertThat(launched).isGreaterThan(cases.size() / 5);
    }
  }

  /** Of wishes in order, what the first that Karpenter can meet is met with. */
  private static Optional<KarpenterChoice> firstChoice(List<JsonNode> ofWishes) {
    return ofWishes.stream().map(KarpenterFilter::choice).flatMap(Optional::stream).findFirst();
  }

  /** Whether both launch nothing, or we a type of Karpenter's lowest price. */
  private static boolean isOneOf(Match ours, Optional<KarpenterChoice> karpenters) {
    return ours.isFound() == karpenters.isPresent()
        && ours.found()
            .flatMap(found -> karpenters.map(choice -> choice.is(found.shape().spec())))
            .orElse(true);
  }

  /**
   * A pod that says no architecture is for amd64, and the NodePool is one that launches nothing
   * else. A third of the pods prefer some nodes, which Karpenter requires while it can.
   */
  @Test
  void theCheapestTypeForAPodOfOthersIsOneThatKarpenterLaunches() {
    try (Trial trial = trial("launches the cheapest type that we name for a pod of others")) {
      KarpenterSelector selector = new KarpenterSelector(new Random(KarpenterJudge.SEED));
      JsonNode anyArch = KarpenterFilter.onDemandPool(ANY_ARCH);
      JsonNode amd64 = KarpenterFilter.onDemandPool(AMD64);
      List<ObjectNode> pods = new ArrayList<>();
      List<ObjectNode> questions = new ArrayList<>();
      for (int i = 0; i < KarpenterJudge.REQUESTS; i++) {
        ObjectNode pod = selector.pod(i % 2 == 0);
        if (i % 3 == 0) {
          selector.prefer(pod);
        }
        pods.add(pod);
        questions.add(
            KarpenterFilter.forPod(
                KarpenterSettings.DEFAULTS, pod.deepCopy(), i % 2 == 0 ? anyArch : amd64));
      }
      List<Match> ours = new ArrayList<>();
      for (int i = 0; i < pods.size(); i++) {
        UnaryOperator<GpuRequest> wish =
            i % 2 == 0 ? GpuRequest::cheapest : request -> request.cheapest().arch(Arch.AMD64);
        Match match = read(pods.get(i).toPrettyString(), wish);
        ours.add(match);
        if (needsOverlay(match)) {
          questions.set(i, KarpenterFilter.withSlicesCounted(questions.get(i)));
        }
      }
      List<JsonNode> answers = KarpenterFilter.ask(questions);
      int launched = 0;
      for (int i = 0; i < pods.size(); i++) {
        ObjectNode pod = pods.get(i);
        Match match = ours.get(i);
        Optional<KarpenterChoice> karpenters = KarpenterFilter.choice(answers.get(i));
        launched += karpenters.isPresent() ? 1 : 0;
        trial.agreed(
            isOneOf(match, karpenters),
            () ->
                "%s%n// ours: %s%n// Karpenter: %s"
                    .formatted(pod.toPrettyString(), match, karpenters));
      }
      assertThat(launched).isGreaterThan(pods.size() / 5);
    }
  }

  /** Whether it is a yes to a slice, of which a note says what Karpenter has to be told. */
  static boolean needsOverlay(Match match) {
    return match.isFound()
        && match.notes().stream().anyMatch(note -> note.id().equals("gpu.uncounted"));
  }

  private static Match read(String manifest, UnaryOperator<GpuRequest> wish) {
    return WorkloadFile.parse("pod.yaml", manifest)
        .on(GPUS.in("eks"), wish)
        .matches()
        .get(0)
        .match()
        .orElseThrow();
  }

  private static Trial trial(String law) {
    return Trial.of("Karpenter", Tools.karpenter(), law);
  }
}
