package io.gpuspec.manifest.read;

import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.dra.ClaimFit;
import io.gpuspec.manifest.internal.dra.ClaimRoom;
import io.gpuspec.manifest.internal.dra.DeviceClasses;
import io.gpuspec.manifest.internal.dra.FileClaims;
import io.gpuspec.manifest.internal.found.AdmittedPod;
import io.gpuspec.manifest.internal.found.PodSystem;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Lines;
import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The nodes of a cluster that a pod of each workload of a file fits, and its devices there.
 *
 * <pre>{@code
 * NodeView node = NodeView.of("gpu-1").allocatable(Map.of("cpu", "95", "memory", "1150Gi"));
 * NodeFits fits =
 *     WorkloadFile.read(Path.of("claimed-pod.yaml"))
 *         .fits(List.of(node), DeviceFile.read(Path.of("devices.yaml")));
 * fits.isFound();    // true
 * }</pre>
 *
 * <p>Each workload is evaluated by itself: two pods that fit a node may not fit it together. The
 * note {@code nodes.short} says that the nodes have no room for all replicas of a workload, as far
 * as that is known, and {@code nodes.not-counted} that it is not known whether their devices
 * suffice. Finished pods are left out. For a pod that runs on one of the nodes, the answer is that
 * node.
 */
public final class NodeFits implements io.gpuspec.value.Answer {
  private static final int NAMES = 6;

  /**
   * The answer for one node.
   *
   * @param fit whether the pod would be scheduled there, and why not
   * @param devices what its claims are given there; none if it does not fit, or has no claims
   */
  public record Fit(NodeFit fit, Listing<ClaimedDevice> devices) {

    /** Refuses null. */
    public Fit {
      Checks.given("fit", fit);
      Checks.given("devices", devices);
    }

    /** Returns text such as {@code fits gpu-1: gpus gpu-0, gpus gpu-1}. */
    @Override
    public String toString() {
      return fit
          + (devices.isEmpty()
              ? ""
              : devices.stream()
                  .map(ClaimedDevice::toString)
                  .collect(Collectors.joining(", ", ": ", "")));
    }
  }

  /**
   * The answers for one workload.
   *
   * @param workload the workload
   * @param nodes the answer for each node, in the order of the nodes
   */
  public record Answer(Workload workload, Listing<Fit> nodes) {

    /** Refuses null. */
    public Answer {
      Checks.given("workload", workload);
      Checks.given("nodes", nodes);
    }

    /** Returns the node on which it runs already, if it is a pod on one of the nodes. */
    public Optional<String> runsOn() {
      return workload
          .found()
          .node()
          .filter(name -> nodes.stream().anyMatch(each -> each.fit().node().equals(name)));
    }

    /** Returns whether a node takes a pod of the workload, or it runs on one. */
    public boolean isFound() {
      return runsOn().isPresent() || nodes.stream().anyMatch(each -> each.fit().fits());
    }

    /** Returns whether that is certain: a node takes the pod with everything judged, or none. */
    public boolean isJudged() {
      return !isFound()
          || runsOn().isPresent()
          || nodes.stream().anyMatch(each -> each.fit().fits() && each.fit().isJudged());
    }

    /** Returns text such as {@code Pod train: 2 of 5 nodes}. */
    @Override
    public String toString() {
      if (runsOn().isPresent()) {
        return "%s: runs on %s".formatted(workload, runsOn().get());
      }
      List<NodeFit> fits = nodes.stream().map(Fit::fit).filter(NodeFit::fits).toList();
      long unknown = fits.stream().filter(each -> !each.isJudged()).count();
      return "%s: %s of %s%s"
          .formatted(
              workload,
              fits.size(),
              Lines.count(nodes.size(), "node"),
              unknown == 0 ? "" : ", %s not certain".formatted(unknown));
    }
  }

  private final Listing<Answer> answers;
  private final Listing<Note> notes;
  private final Listing<ManifestException> problems;

  private NodeFits(List<Answer> answers, List<Note> notes, List<ManifestException> problems) {
    this.answers = Listing.copyOf(answers);
    this.notes = Listing.copyOf(notes);
    this.problems = Listing.copyOf(problems);
  }

  static NodeFits of(WorkloadFile file, List<NodeView> nodes, Optional<DeviceFile> devices) {
    List<Answer> answers = new ArrayList<>();
    List<Note> notes = new ArrayList<>(file.notes());
    List<ManifestException> problems = new ArrayList<>(file.problems());
    Optional<Devices> known = devices.map(each -> Devices.of(file.claims(), each));
    List<AdmittedPod.Node> all = nodes.stream().map(AdmittedPod.Node::of).toList();
    for (Workload workload : file.workloads()) {
      try {
        PodView pod = workload.pod();
        AdmittedPod admitted = AdmittedPod.of(pod);
        List<Fit> fits = new ArrayList<>();
        for (AdmittedPod.Node node : all) {
          fits.add(
              known.isPresent()
                  ? known.get().fit(workload, admitted.on(node), node.node())
                  : new Fit(
                      DeviceClasses.served(
                          node.node(),
                          PodSystem.judged(workload.found(), node.node(), admitted.fits(node)),
                          file.claims()::isOfClass),
                      Listing.copyOf(List.of())));
        }
        answers.add(new Answer(workload, Listing.copyOf(fits)));
        tooFew(workload, admitted, all, fits, known).ifPresent(notes::add);
        pod.nodeName().ifPresent(name -> notes.add(named(workload, name)));
        workload.adminClaim().ifPresent(notes::add);
        admitted.note(workload.toString(), all).ifPresent(notes::add);
        file.runtimes().missing(workload.found()).ifPresent(notes::add);
      } catch (ManifestException e) {
        problems.add(e);
      }
    }
    together(answers).ifPresent(notes::add);
    return new NodeFits(answers, notes, problems);
  }

  /** Returns a note if workloads that do not run yet want the same node. */
  private static Optional<Note> together(List<Answer> answers) {
    Set<String> taken = new HashSet<>();
    for (Answer answer : answers) {
      if (answer.runsOn().isEmpty()) {
        List<String> nodes =
            answer.nodes().stream().map(Fit::fit).filter(NodeFit::fits).map(NodeFit::node).toList();
        if (nodes.stream().anyMatch(taken::contains)) {
          return Optional.of(
              Note.of(
                  "nodes.one-by-one",
                  "each workload is judged as if the others of the file were not there; gpuspec fleet plan --nodes places them together"));
        }
        taken.addAll(nodes);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a note if some of a workload's pods have room for certain, and not all of them, or if
   * it is not known whether there are devices for all.
   */
  private static Optional<Note> tooFew(
      Workload workload,
      AdmittedPod admitted,
      List<AdmittedPod.Node> nodes,
      List<Fit> fits,
      Optional<Devices> known) {
    int pods = workload.found().count();
    // A DaemonSet has a pod on each node.
    if (pods < 2 || workload.kind().equals("DaemonSet")) {
      return Optional.empty();
    }
    Optional<ClaimRoom> devices =
        workload.pod().claims().isEmpty()
            ? Optional.empty()
            : known.flatMap(all -> all.room(workload));
    boolean isOfOneNode = devices.isPresent() && devices.get().isOfOneNode();
    int placed = 0;
    boolean isMost = true;
    for (int i = 0; i < nodes.size() && placed < pods; i++) {
      NodeFit fit = fits.get(i).fit();
      if (fit.fits()) {
        NodeView node = nodes.get(i).node();
        OptionalInt room = admitted.on(nodes.get(i)).withoutClaims().room(node);
        if (!fit.isJudged() || room.isEmpty()) {
          return isMost ? Optional.empty() : Optional.of(notCounted(workload, pods));
        }
        int before = isOfOneNode ? 0 : placed;
        int most = Math.min(pods - before, room.getAsInt());
        ClaimRoom.Served served =
            devices.isPresent()
                ? devices.get().on(node.name(), most)
                : new ClaimRoom.Served(most, true);
        placed = Math.max(placed, before + served.pods());
        isMost &= served.isMost();
      }
    }
    if (placed < pods && !isMost) {
      return Optional.of(notCounted(workload, pods));
    }
    return placed == 0 || placed == pods
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "nodes.short",
                "%s has %s pods, and the nodes have room for %s of them"
                    .formatted(workload, pods, placed)));
  }

  private static Note notCounted(Workload workload, int pods) {
    return Note.of(
        "nodes.not-counted",
        "%s has %s pods, and it is not known whether the nodes have devices for all of them"
            .formatted(workload, pods));
  }

  private static Note named(Workload workload, String node) {
    return Note.of(
        "node.named",
        "%s names its node %s: no scheduler is involved, and the kubelet there decides; of the taints, it looks at NoExecute alone, and a cordon does not keep the pod off"
            .formatted(workload, node));
  }

  /** The claims of the file and the cluster, and the slices by the node that they name. */
  private record Devices(FileClaims claims, Map<String, List<KubeObject>> byNode, DeviceFile file) {
    private static final String ANY = "";

    static Devices of(FileClaims ofFile, DeviceFile cluster) {
      Map<String, List<KubeObject>> byNode = new HashMap<>();
      for (KubeObject slice : cluster.slices()) {
        String node =
            slice.tree().get("spec") instanceof Map<?, ?> spec
                    && spec.get("nodeName") instanceof String name
                ? name
                : ANY;
        byNode.computeIfAbsent(node, name -> new ArrayList<>()).add(slice);
      }
      return new Devices(ofFile.in(cluster.claims()), byNode, cluster);
    }

    private List<KubeObject> slices(String node) {
      List<KubeObject> slices = new ArrayList<>(byNode.getOrDefault(node, List.of()));
      slices.addAll(byNode.getOrDefault(ANY, List.of()));
      return slices;
    }

    Optional<ClaimRoom> room(Workload workload) {
      return claims.room(workload.found(), this::slices);
    }

    Fit fit(Workload workload, PodView pod, NodeView node) {
      ClaimFit given = claims.fit(workload.found(), pod, node, slices(node.name()));
      Fit fit = new Fit(given.fit(), Listing.copyOf(given.devices()));
      return file.isComplete() || workload.pod().claims().isEmpty() ? fit : uncertain(fit);
    }

    /** A "no" about devices is uncertain if some slices could not be read. */
    private Fit uncertain(Fit fit) {
      List<Finding> reasons =
          fit.fit().reasons().stream()
              .filter(reason -> file.hasAllDevices() || !reason.id().equals(ClaimFit.ID))
              .toList();
      List<Note> unknown = new ArrayList<>(fit.fit().unknown());
      unknown.add(
          Note.of(
              ClaimFit.ID,
              "an object of the cluster could not be read, so devices may be in use or others may do"));
      return new Fit(
          new NodeFit(fit.fit().node(), Listing.copyOf(reasons), Listing.copyOf(unknown)),
          fit.devices());
    }
  }

  /** Returns the answers, in the order of the file. */
  public Listing<Answer> answers() {
    return answers;
  }

  /** Returns what of the file was ignored. */
  public Listing<Note> notes() {
    return notes;
  }

  /** Returns what is wrong with the file's manifests, each with file, line and column. */
  public Listing<ManifestException> problems() {
    return problems;
  }

  /** Returns whether each workload has a node that takes one of its pods. */
  public boolean isFound() {
    return answers.stream().allMatch(Answer::isFound);
  }

  /** Returns whether that is certain; see {@link NodeFit#isJudged}. */
  public boolean isJudged() {
    return answers.stream().allMatch(Answer::isJudged);
  }

  /** Returns the nodes of each workload with their devices, then the others with the reasons. */
  public Text explain() {
    List<String> lines = new ArrayList<>();
    for (Answer answer : answers) {
      lines.add(answer.toString());
      if (answer.runsOn().isPresent()) {
        continue;
      }
      Map<String, List<String>> others = new LinkedHashMap<>();
      for (Fit each : answer.nodes()) {
        String node = each.fit().node();
        if (each.fit().fits()) {
          lines.add("  fits      " + each.toString().replaceFirst("^fits ", ""));
        } else {
          others.computeIfAbsent(reasons(each.fit()), why -> new ArrayList<>()).add(node);
        }
      }
      others.forEach((why, names) -> lines.add("  not       %s: %s".formatted(names(names), why)));
    }
    return Text.of(String.join("\n", lines));
  }

  private static String reasons(NodeFit fit) {
    return fit.reasons().stream().map(Finding::message).collect(Collectors.joining("; "));
  }

  private static String names(List<String> nodes) {
    return nodes.stream().limit(NAMES).collect(Collectors.joining(", "))
        + (nodes.size() > NAMES ? " and %s more".formatted(nodes.size() - NAMES) : "");
  }

  /**
   * Adds {@code "workloads": [{"kind", "name", "namespace"?, "task"?, "runsOn"?, "fits", "nodes":
   * [{"node", "fits", "judged", "devices", "reasons", "unknown"}]}], "notes": [{"id", "message"}]}.
   */
  @Override
  public void describe(Facts out) {
    out.put("workloads", answers, NodeFits::describe).put("notes", notes, FileMatches::describe);
  }

  private static void describe(Answer answer, Facts out) {
    out.put("kind", answer.workload().kind())
        .put("name", answer.workload().name())
        .put("namespace", answer.workload().namespace())
        .put("task", answer.workload().task())
        .put("runsOn", answer.runsOn())
        .put("fits", answer.isFound())
        .put("nodes", answer.nodes(), NodeFits::describe);
  }

  private static void describe(Fit each, Facts out) {
    NodeFit fit = each.fit();
    out.put("node", fit.node())
        .put("fits", fit.fits())
        .put("judged", fit.isJudged())
        .put("devices", each.devices())
        .put("reasons", fit.reasons().stream().map(Finding::message).toList())
        .put("unknown", fit.unknown().stream().map(Note::message).toList());
  }

  /** Returns a line for each workload. */
  @Override
  public String toString() {
    return answers.toString();
  }
}
