package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.manifest.read.FileMatches.WorkloadMatch;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Shrinkable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pod that we say lands on a row is bound by the real scheduler to the node that the row
 * describes, given the labels that the answer names as your own.
 */
class PodOnNodeJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final int PODS = Night.tries(400);
  private static final int BUILT = Night.tries(120);
  private static final int MOST_TRIES = 40;
  private static final Gpus GPUS = Gpus.load();

  @BeforeAll
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  /**
   * A pod that lands.
   *
   * @param alternatives what it requires of a node's labels; one must hold
   */
  private record Landed(
      String said, Pod pod, Match.Found found, List<List<NodeRequirement>> alternatives) {
    /** The node of the row for each alternative for which there can be one. */
    List<NodeView> nodes() {
      List<NodeView> nodes = new ArrayList<>();
      List<String> zones = found.target().id().startsWith("eks") ? OwnLabels.ZONES : List.of();
      for (List<NodeRequirement> together : alternatives) {
        OwnLabels.supplied(OwnLabels.named(found), together, card(), zones)
            .ifPresent(own -> nodes.add(node("n" + nodes.size(), own)));
      }
      return nodes;
    }

    /** A row that is a pod's shape describes no node: one that serves it may have any GPU. */
    private Optional<GpuSpec> card() {
      return found.target().catalog().unit() == GpuSpec.Unit.NODE
          ? Optional.of(found.shape().spec())
          : Optional.empty();
    }

    /** CPU and memory that no row states were not judged, which the answer says. */
    private NodeView node(String name, Map<String, String> own) {
      NodeView described = found.target().node(found);
      Map<String, String> allocatable = new TreeMap<>(described.allocatable());
      if (!found.shape().spec().isSized()) {
        allocatable.putIfAbsent("cpu", "1k");
        allocatable.putIfAbsent("memory", "8Ti");
      }
      Map<String, String> labels = new TreeMap<>(inTheirWords(described.labels()));
      labels.putAll(own);
      NodeView node = NodeView.of(name).allocatable(allocatable);
      for (Map.Entry<String, String> label : OldLabels.beside(labels).entrySet()) {
        node = node.label(label.getKey(), label.getValue());
      }
      for (var taint : described.taints()) {
        node = node.taint(taint);
      }
      for (Map<String, String> card : described.cards()) {
        node = node.card(card);
      }
      return node;
    }

    /** The answer of a pod that means nodes of EKS Auto Mode says so. */
    private Map<String, String> inTheirWords(Map<String, String> labels) {
      boolean isAutoMode = found.notes().stream().anyMatch(n -> n.id().equals("node.auto-mode"));
      Map<String, String> words = new TreeMap<>();
      labels.forEach(
          (key, value) ->
              words.put(
                  isAutoMode
                      ? key.replace(
                          KarpenterPodLawJudge.OF_KARPENTER, KarpenterPodLawJudge.OF_AUTO_MODE)
                      : key,
                  value));
      return words;
    }
  }

  @Test
  void onEksAPodOfOthersIsBoundToTheNodeThatWeSay() {
    SomePods pods =
        new SomePods(Night.random(7), KarpenterPodLawJudge.nodes(), KarpenterPodLawJudge.kinds());
    try (Trial trial = trial("binds a pod of others to the node that we say, on eks")) {
      int landed = 0;
      for (int i = 0; i < PODS; i++) {
        SomePod pod = pods.next();
        Optional<Match.Found> found =
            WorkloadFile.parse("pod.yaml", pod.toString()).on(GPUS.in("eks")).matches().stream()
                .findFirst()
                .flatMap(WorkloadMatch::match)
                .flatMap(Match::found);
        if (found.isPresent()) {
          landed++;
          judge(
              trial,
              new Landed(
                  pod.kind() + "\n" + pod,
                  Rendered.pod(
                      "asked", Serialization.unmarshal(pod.toString(), Pod.class).getSpec()),
                  found.get(),
                  pod.alternatives()));
        }
      }
      assertThat(landed).isGreaterThan(PODS / 5);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eks",
        "eks/nodegroup",
        "tke",
        "tke/gpu",
        "tke/qgpu",
        "ack",
        "ack/cgpu",
        "ack/eci"
      })
  void aBuiltPodThatAsksForMoreIsBoundToTheNodeThatWeSay(String id) {
    List<Pods.Built> builds = Builds.BY_TARGET.get(id);
    List<SomePods.Node> nodes = nodes(builds);
    SomePods asking = new SomePods(Night.random(11), nodes, kinds(nodes));
    try (Trial trial =
        trial("binds a built pod that asks for more to the node that we say, on " + id)) {
      int landed = 0;
      for (int i = 0; i < MOST_TRIES * BUILT && landed < BUILT; i++) {
        Optional<Landed> each = built(builds.get(i % builds.size()), asking.next());
        if (each.isPresent()) {
          landed++;
          judge(trial, each.get());
        }
      }
      assertThat(landed).isEqualTo(BUILT);
    }
  }

  private static Optional<Landed> built(Pods.Built built, SomePod asking) {
    PodView pod = built.workload().on(built.target()).pod();
    for (Map.Entry<String, String> label : asking.selector().entrySet()) {
      pod = pod.nodeSelector(label.getKey(), label.getValue());
    }
    // Beside terms of its own another term would be one more alternative.
    boolean isFree = pod.nodeTerms().isEmpty();
    for (List<NodeRequirement> term : asking.terms()) {
      if (isFree) {
        pod = pod.nodeTerm(new NodeTerm(term, List.of()));
      }
    }
    PodView asked = pod;
    return built
        .target()
        .match(asked)
        .flatMap(Match::found)
        .map(
            found ->
                new Landed(
                    built
                        + "\n"
                        + asking.kind()
                        + "\n"
                        + Rendered.yaml(Rendered.pod("asked", asked)),
                    Rendered.pod("asked", asked),
                    found,
                    alternatives(asked)));
  }

  /** Made once: more than are asked about. */
  private static final class Builds {
    private static final int TRIED = 6_000;
    static final Map<String, List<Pods.Built>> BY_TARGET = all();

    private static Map<String, List<Pods.Built>> all() {
      Map<String, List<Pods.Built>> all = new TreeMap<>();
      Pods.built().generator(TRIED).stream(Night.random(13))
          .limit(TRIED)
          .map(Shrinkable::value)
          .flatMap(Optional::stream)
          .forEach(
              built ->
                  all.computeIfAbsent(built.target().id(), id -> new ArrayList<>()).add(built));
      return all;
    }
  }

  private static List<List<NodeRequirement>> alternatives(PodView pod) {
    List<NodeRequirement> selected =
        pod.nodeSelector().entrySet().stream()
            .map(label -> NodeRequirement.in(label.getKey(), label.getValue()))
            .toList();
    return pod.nodeTerms().isEmpty()
        ? List.of(selected)
        : pod.nodeTerms().stream()
            .map(term -> Stream.concat(selected.stream(), term.expressions().stream()).toList())
            .toList();
  }

  private static void judge(Trial trial, Landed landed) {
    List<NodeView> nodes = landed.nodes();
    try (Cluster cluster = new Cluster(PLANE)) {
      nodes.forEach(node -> cluster.add(Rendered.node(node)));
      if (nodes.isEmpty()) {
        trial.agreed(
            false,
            () ->
                landed.said() + "\nno value of its own labels will do: " + landed.found().notes());
        return;
      }
      Cluster.Outcome outcome = cluster.bind(landed.pod());
      trial.agreed(
          outcome.node().isPresent(),
          () ->
              "%s%n// ours: %s %s%n// nodes: %s%n// kube-scheduler: %s"
                  .formatted(
                      landed.said(),
                      landed.found(),
                      landed.found().notes(),
                      nodes,
                      outcome.said()));
    } catch (KubernetesClientException e) {
      // What the API server refuses, nobody schedules.
      if (e.getCode() != 422) {
        throw e;
      }
    }
  }

  /** The nodes that are built for, each with what others write there. */
  private static List<SomePods.Node> nodes(List<Pods.Built> builds) {
    List<SomePods.Node> nodes = new ArrayList<>();
    for (Pods.Built built : builds) {
      Match.Found found = built.workload().on(built.target()).match();
      GpuSpec row = found.shape().spec();
      Map<String, String> labels =
          new TreeMap<>(OldLabels.beside(built.target().node(found).labels()));
      for (String key :
          List.of(
              GpuLabelValues.PRODUCT,
              GpuLabelValues.FAMILY,
              GpuLabelValues.MEMORY,
              GpuLabelValues.COUNT)) {
        GpuLabelValues.of(key, row).ifPresent(value -> labels.put(key, value));
      }
      labels.put("team", row.gpus() > 1 ? "ml" : "4");
      labels.put("pool", "7");
      labels.put("topology.kubernetes.io/zone", "us-east-1a");
      nodes.add(new SomePods.Node(labels, row.gpus(), 0, 0, Map.of()));
    }
    return nodes;
  }

  private static List<List<String>> kinds(List<SomePods.Node> nodes) {
    Set<String> keys = new TreeSet<>();
    nodes.forEach(node -> keys.addAll(node.labels().keySet()));
    List<String> own = List.copyOf(KarpenterPodLawJudge.OWN);
    return List.of(List.copyOf(keys), List.copyOf(keys), own);
  }

  private static Trial trial(String law) {
    return Trial.of("kube-scheduler", PLANE.version(), law);
  }
}
