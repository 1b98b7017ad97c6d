package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whether Karpenter launches for a pod what we say that it lands on. */
class KarpenterJudge {
  static final long SEED = 20260802;
  private static final String NVME = "karpenter.k8s.aws/instance-local-nvme";
  static final int REQUESTS = 5_000;
  private static final int SETTINGS = 100;
  private static final Gpus GPUS = Gpus.load();

  @Test
  void theTypesRebuiltFromWhatKarpenterPublishesHaveTheAllocatableThatItPublishes() {
    try (Trial trial = trial("allocatable as published")) {
      for (JsonNode type : types(KarpenterSettings.DEFAULTS)) {
        trial.agreed(type.get("allocatable").equals(type.get("published")), type::toString);
      }
    }
  }

  @Test
  void theTypesRebuiltFromWhatKarpenterPublishesHaveTheLabelsThatItPublishes() {
    try (Trial trial = trial("labels as published")) {
      for (JsonNode type : types(KarpenterSettings.DEFAULTS)) {
        JsonNode labels = type.get("labels");
        JsonNode published = type.get("publishedLabels");
        boolean hasAll =
            published.properties().stream()
                .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
        // What the page does not list of a type, the type does not have.
        boolean hasNoOther = labels.has(NVME) == published.has(NVME);
        trial.agreed(hasAll && hasNoOther, type::toString);
      }
    }
  }

  @Test
  void theTypesOfOurListAreThoseThatKarpenterKnows() {
    try (Trial trial = trial("instance types")) {
      Set<String> ours =
          GPUS.in("eks").catalog().includeRetired().specs().stream()
              .map(GpuSpec::name)
              .collect(Collectors.toSet());
      JsonNode answer = ask(List.of(KarpenterFilter.forTypes(KarpenterSettings.DEFAULTS))).get(0);
      Set<String> karpenters =
          KarpenterFilter.texts(answer.get("limits")).stream()
              .filter(name -> name.matches("(g|gr|p)[0-9].*"))
              .collect(Collectors.toSet());
      for (String type : union(ours, karpenters)) {
        trial.agreed(
            KarpenterWish.isLeftOut(type) || ours.contains(type) == karpenters.contains(type),
            () -> type + (ours.contains(type) ? " is ours alone" : " is Karpenter's alone"));
      }
    }
  }

  @Test
  void whatPodsCanUseOfATypeIsTheSameToTheByteAndTheMillicore() {
    try (Trial trial = trial("allocatable")) {
      List<KarpenterSettings> all = settings(new Random(SEED));
      List<JsonNode> answers = ask(all.stream().map(KarpenterFilter::forTypes).toList());
      for (int i = 0; i < all.size(); i++) {
        judgeAllocatable(trial, all.get(i), answers.get(i));
      }
    }
  }

  private static void judgeAllocatable(Trial trial, KarpenterSettings settings, JsonNode answer) {
    Map<String, Allocatable> ours =
        settings.on(GPUS).catalog().includeRetired().specs().stream()
            .collect(Collectors.toMap(GpuSpec::name, row -> row.shapes().get(0).allocatable()));
    for (JsonNode type : answer.get("types")) {
      // A node that keeps more than it has is 0 to us, less than 0 to Karpenter, and fits nothing.
      long millicores = Math.max(0, type.get("milliCpu").asLong() - settings.daemonSetMillicores());
      long bytes = Math.max(0, type.get("memoryBytes").asLong() - settings.daemonSetBytes());
      Allocatable our = ours.get(type.get("name").asText());
      trial.agreed(
          our.cpu().toMillicores() == millicores && our.memory().toBytes() == bytes,
          () ->
              "import io.gpuspec.*;\n%s.catalog().includeRetired().gpu(%s).specs().get(0).shapes().get(0).allocatable()\n// ours: %dm and %d bytes; Karpenter: %dm and %d bytes"
                  .formatted(
                      settings,
                      type.get("name"),
                      our.cpu().toMillicores(),
                      our.memory().toBytes(),
                      millicores,
                      bytes));
    }
  }

  @Test
  void everyCandidateHoldsARequestExactlyWhenKarpenterWouldLaunchIt() {
    try (Trial trial = trial("candidates that hold a request")) {
      List<KarpenterCase> cases = cases();
      Map<KarpenterWish, Set<String>> candidates = candidates(cases);
      List<List<Set<String>>> answers =
          inOrder(
              cases,
              c ->
                  c.pods().stream().map(pod -> KarpenterFilter.forPod(c.settings(), pod)).toList());
      for (int i = 0; i < cases.size(); i++) {
        KarpenterCase c = cases.get(i);
        Match match = c.settings().on(GPUS).match(c.request());
        List<Set<String>> ofWishes = answers.get(i);
        Set<String> karpenters = ofWishes.stream().reduce(Set.of(), KarpenterJudge::union);
        Set<String> asked =
            c.wishes().stream().map(candidates::get).reduce(Set.of(), KarpenterJudge::union);
        Set<String> held = held(match);
        Set<String> rejected = rejected(match);
        boolean agreed =
            held.equals(karpenters)
                && rejected.equals(without(asked, karpenters))
                && isOfTheFirstWishThatHasAny(match, ofWishes);
        trial.agreed(
            agreed,
            () ->
                "%s// ours: %s, lands on %s, rejects %s%n// Karpenter: %s of %s%n"
                    .formatted(c, held, match(match), rejected, ofWishes, asked));
      }
    }
  }

  @Test
  void aBuiltPodLandsOnTheTypesThatWeSay() {
    try (Trial trial = trial("types that a built pod lands on")) {
      List<KarpenterCase> cases = new ArrayList<>();
      List<Manifests> built = new ArrayList<>();
      for (KarpenterCase c : cases()) {
        if (c.settings().on(GPUS).match(c.request()).isFound()) {
          cases.add(c);
          built.add(
              c.workload().on(c.settings().on(GPUS).with("node-selection", c.nodeSelection())));
        }
      }
      assertThat(cases).hasSizeGreaterThan(REQUESTS / 5);
      List<JsonNode> answers =
          ask(
              IntStream.range(0, cases.size())
                  .mapToObj(i -> KarpenterFilter.forPod(cases.get(i).settings(), pod(built.get(i))))
                  .toList());
      for (int i = 0; i < cases.size(); i++) {
        Manifests manifests = built.get(i);
        KarpenterCase c = cases.get(i);
        Set<String> karpenters = KarpenterWish.judged(KarpenterFilter.types(answers.get(i)));
        Match read = read(manifests.yaml().toString(), c.settings());
        trial.agreed(
            karpenters.contains(manifests.match().shape().spec().name())
                && held(read).equals(karpenters),
            () ->
                "%s// built for %s%n// read back: %s%n// Karpenter: %s%n%s"
                    .formatted(
                        c, manifests.match().shape(), held(read), karpenters, manifests.yaml()));
      }
    }
  }

  @Test
  void aPodOfOthersLandsOnTheTypesThatWeSay() {
    try (Trial trial = trial("types that a pod of others lands on")) {
      KarpenterSelector selector = new KarpenterSelector(new Random(SEED));
      List<ObjectNode> pods = IntStream.range(0, REQUESTS).mapToObj(i -> selector.pod()).toList();
      List<JsonNode> answers =
          ask(
              pods.stream()
                  .map(pod -> KarpenterFilter.forPod(KarpenterSettings.DEFAULTS, pod))
                  .toList());
      // So that the law is about something.
      assertThat(answers.stream().filter(answer -> !KarpenterFilter.types(answer).isEmpty()))
          .hasSizeGreaterThan(REQUESTS / 5);
      for (int i = 0; i < pods.size(); i++) {
        String pod = pods.get(i).toPrettyString();
        Set<String> karpenters = KarpenterWish.judged(KarpenterFilter.types(answers.get(i)));
        Set<String> ours = held(read(pod, KarpenterSettings.DEFAULTS));
        trial.agreed(
            ours.equals(karpenters),
            () -> "%s%n// ours: %s%n// Karpenter: %s".formatted(pod, ours, karpenters));
      }
    }
  }

  /** What a pod that is written so lands on. */
  static Match read(String manifest, KarpenterSettings settings) {
    return WorkloadFile.parse("pod.yaml", manifest)
        .on(settings.on(GPUS))
        .matches()
        .get(0)
        .match()
        .orElseThrow();
  }

  private static JsonNode pod(Manifests manifests) {
    return KarpenterFilter.parse(manifests.json()).get("items").get(0);
  }

  private static String match(Match match) {
    return match.found().map(found -> found.shape().spec().name()).orElse("nothing");
  }

  /** The rows that serve. */
  static Set<String> held(Match match) {
    return match
        .found()
        .map(
            found ->
                KarpenterWish.judged(
                    Stream.concat(Stream.of(found.shape()), found.alternatives().stream())
                        .map(Shape::spec)
                        .map(GpuSpec::name)
                        .toList()))
        .orElse(Set.of());
  }

  private static Set<String> rejected(Match match) {
    return KarpenterWish.judged(match.rejected().stream().map(Rejection::name).toList());
  }

  private static boolean isOfTheFirstWishThatHasAny(Match match, List<Set<String>> ofWishes) {
    return ofWishes.stream()
        .filter(types -> !types.isEmpty())
        .findFirst()
        .map(types -> types.contains(match(match)))
        .orElse(!match.isFound());
  }

  /** All types that a wish names, whatever they can hold. */
  private static Map<KarpenterWish, Set<String>> candidates(List<KarpenterCase> cases) {
    List<KarpenterWish> wishes =
        cases.stream().flatMap(c -> c.wishes().stream()).distinct().toList();
    List<Set<String>> types =
        inOrder(
                List.of(wishes),
                all ->
                    all.stream()
                        .map(KarpenterCase::plainPod)
                        .map(pod -> KarpenterFilter.forPod(KarpenterSettings.DEFAULTS, pod))
                        .toList())
            .get(0);
    Map<KarpenterWish, Set<String>> candidates = new HashMap<>();
    for (int i = 0; i < wishes.size(); i++) {
      candidates.put(wishes.get(i), types.get(i));
    }
    return candidates;
  }

  /** The types for every question of every case, all asked at once. */
  private static <T> List<List<Set<String>>> inOrder(
      List<T> cases, Function<T, List<ObjectNode>> questions) {
    List<List<ObjectNode>> all = cases.stream().map(questions).toList();
    List<JsonNode> answers = ask(all.stream().flatMap(List::stream).toList());
    List<List<Set<String>>> types = new ArrayList<>();
    int next = 0;
    for (List<ObjectNode> ofCase : all) {
      List<Set<String>> ofThis = new ArrayList<>();
      for (int i = 0; i < ofCase.size(); i++) {
        ofThis.add(KarpenterWish.judged(KarpenterFilter.types(answers.get(next++))));
      }
      types.add(ofThis);
    }
    return types;
  }

  /** The same cases for every law. */
  static List<KarpenterCase> cases() {
    Random random = new Random(SEED);
    List<KarpenterSettings> settings = settings(random);
    List<JsonNode> types = ask(settings.stream().map(KarpenterFilter::forTypes).toList());
    KarpenterCases cases = new KarpenterCases(random, settings, types);
    return IntStream.range(0, REQUESTS).mapToObj(i -> cases.next()).toList();
  }

  private static List<KarpenterSettings> settings(Random random) {
    return Stream.concat(
            Stream.of(KarpenterSettings.DEFAULTS),
            Stream.generate(() -> KarpenterSettings.random(random)).limit(SETTINGS - 1))
        .toList();
  }

  private static JsonNode types(KarpenterSettings settings) {
    return ask(List.of(KarpenterFilter.forTypes(settings))).get(0).get("types");
  }

  private static List<JsonNode> ask(List<ObjectNode> questions) {
    return KarpenterFilter.ask(questions);
  }

  private static Trial trial(String law) {
    return Trial.of("Karpenter", Tools.karpenter(), law);
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }

  private static Set<String> without(Set<String> some, Set<String> others) {
    Set<String> left = new TreeSet<>(some);
    left.removeAll(others);
    return left;
  }
}
