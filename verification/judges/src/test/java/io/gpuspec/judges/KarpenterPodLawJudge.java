package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.FileMatches.WorkloadMatch;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.NodeRequirement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whether a yes of ours to a pod is a yes of Karpenter's, given a NodePool that supplies the labels
 * that our answer names as your own and no others; and a no of ours a no of Karpenter's, where the
 * pod asks for nothing but what Karpenter decides.
 */
class KarpenterPodLawJudge {
  private static final int PODS = Night.tries(5_000);
  private static final int SHRUNK = 40;
  private static final Path FIGURE = Path.of("target", "judges", "karpenter-converse.txt");

  static final String OF_KARPENTER = "karpenter.k8s.aws/instance-";
  static final String OF_AUTO_MODE = "eks.amazonaws.com/instance-";
  private static final Set<String> ARCHS = Set.of("kubernetes.io/arch", "beta.kubernetes.io/arch");

  /** Labels of your own, sorted: each run asks the same. */
  static final Set<String> OWN = new TreeSet<>(List.of("pool", "team"));

  private static final Gpus GPUS = Gpus.load();

  /** One alternative of a pod, as Karpenter is asked about it. */
  private record Question(List<NodeRequirement> together, ObjectNode json) {}

  /** What we say of a pod, and what Karpenter is asked about it. */
  private record Asked(
      SomePod pod, Optional<Match.Found> ours, String said, List<Question> questions) {
    boolean isYes() {
      return ours.isPresent();
    }

    GpuSpec row() {
      return ours.orElseThrow().shape().spec();
    }

    /** Which reservations there are is a matter of the account. */
    boolean isOfReservations() {
      return ours.filter(found -> found.request().capacityType() == CapacityType.RESERVED)
          .isPresent();
    }
  }

  /** With Karpenter's answer: the types that it would launch. */
  private record Answered(Asked asked, Set<String> types) {
    boolean agreed() {
      if (asked.isYes()) {
        return asked.isOfReservations() || types.contains(asked.row().name());
      }
      return types.isEmpty() || !isOfKarpenterAlone(asked.pod()) || hasWordToCompare(asked.pod());
    }

    @Override
    public String toString() {
      return "%s%n// ours: %s%n// Karpenter: %s".formatted(asked.pod(), asked.said(), types);
    }
  }

  @Test
  void aYesIsAYesOfKarpenters() {
    try (Trial trial = trial("launches what we say that a pod lands on")) {
      SomePods pods = new SomePods(Night.random(20261122), nodes(), kinds());
      List<Answered> all = answered(IntStream.range(0, PODS).mapToObj(i -> pods.next()).toList());
      assertThat(all.stream().filter(each -> each.asked().isYes()).count()).isGreaterThan(PODS / 5);
      int shrunk = 0;
      for (Answered each : all) {
        boolean agreed = each.agreed();
        Answered shown = agreed || shrunk++ >= SHRUNK ? each : smallest(each);
        trial.agreed(agreed, () -> shown.asked().pod().kind() + "\n" + shown);
      }
      figure(all);
    }
  }

  /** The instance types as Karpenter labels them, with what others write on their nodes. */
  static List<SomePods.Node> nodes() {
    List<SomePods.Node> nodes = new ArrayList<>();
    Map<String, GpuSpec> rows = new TreeMap<>();
    GPUS.in("eks").catalog().specs().forEach(row -> rows.put(row.name(), row));
    for (JsonNode type : Types.ALL) {
      GpuSpec row = rows.get(type.get("name").asText());
      if (row != null) {
        nodes.add(node(type, row));
      }
    }
    return nodes;
  }

  private static SomePods.Node node(JsonNode type, GpuSpec row) {
    Map<String, String> labels = new TreeMap<>(Types.LABELS.get(row.name()));
    labels.remove("topology.kubernetes.io/region");
    labels.put("topology.kubernetes.io/zone", "us-east-1" + (row.gpus() % 2 == 0 ? "a" : "b"));
    labels.put("karpenter.sh/capacity-type", row.gpus() == 4 ? "spot" : "on-demand");
    Map.copyOf(labels)
        .forEach(
            (key, value) -> {
              if (key.startsWith(OF_KARPENTER)) {
                labels.put(key.replace(OF_KARPENTER, OF_AUTO_MODE), value);
              }
            });
    labels.putAll(OldLabels.beside(labels));
    for (String key :
        List.of(
            GpuLabelValues.PRODUCT,
            GpuLabelValues.FAMILY,
            GpuLabelValues.MEMORY,
            GpuLabelValues.COUNT,
            GpuLabelValues.GKE)) {
      GpuLabelValues.of(key, row).ifPresent(value -> labels.put(key, value));
    }
    labels.put("team", row.gpus() > 1 ? "ml" : "4");
    labels.put("pool", row.name().startsWith("p") ? "training" : "7");
    Map<String, Long> resources = new TreeMap<>();
    for (String resource : List.of("vpc.amazonaws.com/efa", "vpc.amazonaws.com/pod-eni")) {
      resources.put(resource, type.get("allocatable").path(resource).asLong());
    }
    return new SomePods.Node(
        labels,
        row.gpus(),
        type.get("milliCpu").asLong(),
        type.get("memoryBytes").asLong() >> 20,
        resources);
  }

  static List<List<String>> kinds() {
    List<String> karpenters =
        Stream.concat(
                nodes().stream()
                    .flatMap(node -> node.labels().keySet().stream())
                    .filter(key -> key.startsWith(OF_KARPENTER))
                    .distinct(),
                Stream.of(OF_KARPENTER + "accelerator-name", OF_KARPENTER + "accelerator-count"))
            .toList();
    List<String> autoModes =
        karpenters.stream().map(key -> key.replace(OF_KARPENTER, OF_AUTO_MODE)).toList();
    List<String> everybodys =
        List.of(
            "node.kubernetes.io/instance-type",
            "beta.kubernetes.io/instance-type",
            "kubernetes.io/arch",
            "beta.kubernetes.io/arch",
            "kubernetes.io/os",
            "beta.kubernetes.io/os",
            "topology.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/zone",
            "karpenter.sh/capacity-type");
    List<String> gpus =
        List.of(
            GpuLabelValues.PRODUCT,
            GpuLabelValues.FAMILY,
            GpuLabelValues.MEMORY,
            GpuLabelValues.COUNT,
            GpuLabelValues.GKE);
    return List.of(
        karpenters,
        karpenters,
        karpenters,
        autoModes,
        everybodys,
        everybodys,
        gpus,
        List.copyOf(OWN));
  }

  private static List<Answered> answered(List<SomePod> pods) {
    List<Asked> asked = pods.stream().map(KarpenterPodLawJudge::asked).toList();
    List<JsonNode> answers =
        KarpenterFilter.ask(
            asked.stream().flatMap(each -> each.questions().stream()).map(Question::json).toList());
    List<Answered> all = new ArrayList<>();
    int next = 0;
    for (Asked each : asked) {
      Set<String> types = new TreeSet<>();
      for (Question question : each.questions()) {
        Set<String> launched = KarpenterFilter.types(answers.get(next++));
        if (!each.isYes()) {
          launched.removeIf(type -> !isBound(question.together(), type));
        }
        types.addAll(launched);
      }
      all.add(new Answered(each, types));
    }
    return all;
  }

  private static Asked asked(SomePod pod) {
    FileMatches matches = WorkloadFile.parse("pod.yaml", pod.toString()).on(GPUS.in("eks"));
    Optional<WorkloadMatch> each = matches.matches().stream().findFirst();
    Optional<Match.Found> found = each.flatMap(WorkloadMatch::match).flatMap(Match::found);
    String said =
        each.map(WorkloadMatch::toString).orElse("")
            + each.flatMap(WorkloadMatch::match).map(match -> " " + match.notes()).orElse("")
            + matches.problems();
    List<Question> questions = new ArrayList<>();
    boolean namesAutoModes = pod.keys().stream().anyMatch(key -> key.startsWith(OF_AUTO_MODE));
    for (List<NodeRequirement> together : pod.alternatives()) {
      for (List<NodeRequirement> ofOneWorld : worlds(together, namesAutoModes)) {
        question(pod, ofOneWorld, found).ifPresent(questions::add);
      }
    }
    return new Asked(pod, found, said, questions);
  }

  /**
   * Whether the kube-scheduler binds the pod to a node of this type, as far as Karpenter's labels
   * go. Karpenter itself takes what contradicts itself on a label that no type has, and a word
   * where a number belongs.
   */
  private static boolean isBound(List<NodeRequirement> together, String type) {
    return OwnLabels.ZONES.stream()
        .flatMap(zone -> Stream.of("on-demand", "spot").map(bought -> labels(type, zone, bought)))
        .anyMatch(
            labels ->
                together.stream()
                    .filter(asked -> !OWN.contains(asked.key()))
                    .allMatch(asked -> asked.matches(labels)));
  }

  private static Map<String, String> labels(String type, String zone, String capacityType) {
    Map<String, String> labels = new TreeMap<>(Types.LABELS.get(type));
    labels.put("topology.kubernetes.io/zone", zone);
    labels.put("karpenter.sh/capacity-type", capacityType);
    return OldLabels.beside(labels);
  }

  /** Asked once. */
  private static final class Types {
    static final JsonNode ALL =
        KarpenterFilter.ask(List.of(KarpenterFilter.forTypes(KarpenterSettings.DEFAULTS)))
            .get(0)
            .get("types");
    static final Map<String, Map<String, String>> LABELS = labels();

    private static Map<String, Map<String, String>> labels() {
      Map<String, Map<String, String>> labels = new TreeMap<>();
      for (JsonNode type : ALL) {
        Map<String, String> ofThis = new TreeMap<>();
        type.get("labels")
            .properties()
            .forEach(label -> ofThis.put(label.getKey(), label.getValue().asText()));
        labels.put(type.get("name").asText(), ofThis);
      }
      return labels;
    }
  }

  /**
   * What a pod requires of a node of a Karpenter of your own, and of one of EKS Auto Mode where it
   * names labels of that, which runs the same code and has the same labels under another prefix.
   * Neither has the other's.
   */
  private static List<List<NodeRequirement>> worlds(
      List<NodeRequirement> together, boolean namesAutoModes) {
    Stream<Optional<List<NodeRequirement>>> worlds =
        namesAutoModes
            ? Stream.of(
                withoutThoseOf(OF_AUTO_MODE, together),
                withoutThoseOf(OF_KARPENTER, together).map(KarpenterPodLawJudge::translated))
            : Stream.of(Optional.of(together));
    return worlds.flatMap(Optional::stream).toList();
  }

  /** Without what is said of labels that no node has; nothing where one of them must be there. */
  private static Optional<List<NodeRequirement>> withoutThoseOf(
      String prefix, List<NodeRequirement> together) {
    List<NodeRequirement> absent =
        together.stream().filter(each -> each.key().startsWith(prefix)).toList();
    List<NodeRequirement> left = new ArrayList<>(together);
    left.removeAll(absent);
    return absent.stream().allMatch(each -> each.matches(Map.of()))
        ? Optional.of(left)
        : Optional.empty();
  }

  private static List<NodeRequirement> translated(List<NodeRequirement> together) {
    return together.stream()
        .map(
            each ->
                new NodeRequirement(
                    each.key().replace(OF_AUTO_MODE, OF_KARPENTER), each.operator(), each.values()))
        .toList();
  }

  /**
   * With a yes of ours: a NodePool that supplies what the answer names. With a no: one that
   * supplies your own labels, and that launches amd64 where the pod says no architecture, which is
   * what we take it to be for.
   */
  private static Optional<Question> question(
      SomePod pod, List<NodeRequirement> together, Optional<Match.Found> found) {
    boolean saysArch = together.stream().anyMatch(each -> ARCHS.contains(each.key()));
    List<String> archs =
        found.isPresent() || saysArch ? List.of("amd64", "arm64") : List.of("amd64");
    Optional<Map<String, String>> labels =
        found.isPresent()
            ? OwnLabels.supplied(
                OwnLabels.named(found.get()),
                together,
                Optional.of(found.get().shape().spec()),
                OwnLabels.ZONES)
            : OwnLabels.supplied(OWN, together, Optional.empty(), OwnLabels.ZONES);
    return labels
        .map(supplied -> KarpenterFilter.pool(archs, List.of("on-demand", "spot"), supplied))
        .map(
            pool ->
                KarpenterFilter.forPod(
                    KarpenterSettings.DEFAULTS, pod.asking(together).json(), pool))
        .map(
            question ->
                found.filter(KarpenterChoiceJudge::needsOverlay).isPresent()
                    ? KarpenterFilter.withSlicesCounted(question)
                    : question)
        .map(question -> new Question(together, question));
  }

  private static Answered smallest(Answered disagreement) {
    Answered least = disagreement;
    while (true) {
      Optional<Answered> smaller =
          answered(least.asked().pod().smaller()).stream()
              .filter(
                  each -> !each.agreed() && each.asked().isYes() == disagreement.asked().isYes())
              .findFirst();
      if (smaller.isEmpty()) {
        return least;
      }
      least = smaller.get();
    }
  }

  /** Whether Karpenter alone decides all that a pod says of labels. */
  private static boolean isOfKarpenterAlone(SomePod pod) {
    return pod.keys().stream()
        .noneMatch(
            key -> OWN.contains(key) || GpuLabelValues.isOne(key) || key.startsWith(OF_AUTO_MODE));
  }

  /** Whether some {@code Gt} or {@code Lt} has a word, for which we refuse the whole file. */
  private static boolean hasWordToCompare(SomePod pod) {
    return pod.alternatives().stream()
        .flatMap(List::stream)
        .filter(asked -> asked.operator().equals("Gt") || asked.operator().equals("Lt"))
        .anyMatch(asked -> asked.values().stream().noneMatch(v -> v.matches("-?[0-9]+")));
  }

  /** How often we say no where Karpenter would launch something, for what we leave to others. */
  private static void figure(List<Answered> all) {
    List<Answered> converse =
        all.stream()
            .filter(each -> !each.asked().isYes() && each.agreed() && !each.types().isEmpty())
            .toList();
    long yes = all.stream().filter(each -> each.asked().isYes()).count();
    try {
      Files.createDirectories(FIGURE.getParent());
      Files.writeString(
          FIGURE,
          String.join(
              "\n---\n",
              converse.stream()
                  .limit(100)
                  .map(each -> each.asked().pod().kind() + "\n" + each)
                  .toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.out.printf(
        "pods before Karpenter: %d of %d are a yes of ours; of the others it would launch a node for %d%n",
        yes, all.size(), converse.size());
  }

  private static Trial trial(String law) {
    return Trial.of("Karpenter", Tools.karpenter(), law);
  }
}
