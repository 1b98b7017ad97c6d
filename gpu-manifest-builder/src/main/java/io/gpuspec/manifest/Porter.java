package io.gpuspec.manifest;

import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.Placement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Moves the documents of one file. */
final class Porter {
  private final Target from;
  private final Target to;
  private final List<String> documents = new ArrayList<>();
  private final List<Match.Found> matches = new ArrayList<>();
  private final List<Ported.Loss> losses = new ArrayList<>();
  private final List<ManifestException> problems = new ArrayList<>();
  private final Set<String> companions = new HashSet<>();

  Porter(Target from, Target to) {
    this.from = from;
    this.to = to;
  }

  Ported ported(List<SourceDocument> file) {
    file.forEach(document -> there(document.place()).ifPresent(companions::add));
    for (SourceDocument document : file) {
      try {
        Object before = YamlTree.of(document.place().node());
        object(document.place())
            .ifPresent(
                after ->
                    documents.add(
                        YamlTree.isSame(before, after)
                            ? document.text()
                            : YamlWriter.write(after)));
      } catch (ManifestException e) {
        problems.add(e);
      }
    }
    return new Ported(documents, matches, losses, problems);
  }

  /** What becomes of an object; nothing where it cannot be moved. */
  private Optional<Object> object(YamlPlace object) {
    if (WorkloadFile.isList(object)) {
      return Optional.of(list(object));
    }
    Optional<String> pods = WorkloadFile.podsOf(object);
    return pods.isEmpty()
        ? other(object)
        : workload(object, WorkloadFile.workload(object, pods.get()), pods.get());
  }

  /** An object of the old cloud's own is of no use to the new one, whose server refuses it. */
  private Optional<Object> other(YamlPlace object) {
    Map<String, Object> tree = tree(object);
    String apiVersion = String.valueOf(tree.get("apiVersion"));
    String kind = String.valueOf(tree.get("kind"));
    FieldMeaning meaning = from.meaning(apiVersion, kind);
    if (meaning == FieldMeaning.OWNERS || to.meaning(apiVersion, kind) == meaning) {
      return Optional.of(tree);
    }
    boolean felt = meaning == FieldMeaning.NEED;
    Ported.Loss loss =
        Ported.Loss.at(
            object,
            name(tree).orElse(kind).replace('/', ' '),
            "%s knows it and %s does not".formatted(from.id(), to.id())
                + (felt ? ", and it decides which nodes pods get" : ""),
            "it was left out; " + (felt ? "compare what the pods land on" : "pods do without it"));
    losses.add(felt ? loss.thatIsFelt() : loss);
    return Optional.empty();
  }

  private Object list(YamlPlace list) {
    Map<String, Object> tree = tree(list);
    List<Object> items = new ArrayList<>();
    for (YamlPlace item : list.find("items").map(YamlPlace::items).orElse(List.of())) {
      object(item).ifPresent(items::add);
    }
    tree.computeIfPresent("items", (key, before) -> items);
    return tree;
  }

  private static Map<String, Object> tree(YamlPlace object) {
    return YamlTree.map(Map.of("object", YamlTree.of(object.node())), "object");
  }

  private Optional<Object> workload(YamlPlace object, Workload workload, String path) {
    Map<String, Object> tree = tree(object);
    Optional<Match> read = workload.match(from);
    if (read.isEmpty()) {
      loseWay(workload, podsOf(tree(object), path));
      return Optional.of(tree);
    }
    Map<String, Object> pod = podsOf(tree, path);
    WorkloadPort port = new WorkloadPort(from, to, workload, read.get(), pod);
    Optional<Match.Found> found = port.place();
    if (found.isPresent() && isAtHome(read.get(), found.get())) {
      matches.add(found.get());
      return Optional.of(tree(object));
    }
    found.ifPresent(
        match -> {
          matches.add(match);
          addCompanions(to.place(match));
          port.compare(match, landed(tree));
        });
    losses.addAll(port.losses());
    return found.map(match -> tree);
  }

  private static Map<String, Object> podsOf(Map<String, Object> workload, String path) {
    return path.isEmpty() ? workload : YamlTree.map(workload, path.split("\\."));
  }

  /** A pod without GPUs is matched with nothing, so there is nothing to write in the place. */
  private void loseWay(Workload workload, Map<String, Object> pod) {
    PodDocument pods = workload.pods();
    new OwnersPart(from, to, Placement.empty(), pods, pod).leave();
    if (!from.id().equals(to.id()) && !YamlTree.isSame(pod, YamlTree.of(pods.place().node()))) {
      losses.add(
          Ported.Loss.at(
                  pods.place(),
                  workload.toString(),
                  "it asks for no GPU, and has parts that mean something on %s alone"
                      .formatted(from.id()),
                  "it was left as it is; change it by hand")
              .thatIsFelt());
    }
  }

  /** A workload that is moved to where it is needs nothing, however else it could be written. */
  private boolean isAtHome(Match read, Match.Found wanted) {
    return from.id().equals(to.id())
        && read.found()
            .filter(
                found ->
                    found.shape().equals(wanted.shape())
                        && from.place(found).entries().equals(to.place(wanted).entries()))
            .isPresent();
  }

  private Match landed(Map<String, Object> tree) {
    return WorkloadFile.parse("ported", YamlWriter.write(tree))
        .workloads()
        .get(0)
        .match(to)
        .orElseThrow();
  }

  /** The kind and name of an object of the file, which nothing is written beside. */
  private static Optional<String> there(YamlPlace object) {
    return name(YamlTree.of(object.node()));
  }

  private static Optional<String> name(Object object) {
    return object instanceof Map<?, ?> tree && tree.get("metadata") instanceof Map<?, ?> metadata
        ? Optional.of(tree.get("kind") + "/" + metadata.get("name"))
        : Optional.empty();
  }

  /** Several workloads may need the same object. */
  private void addCompanions(Placement placement) {
    for (Placement.Companion companion : placement.companions()) {
      KubeObject object = companion.object();
      if (companions.add(object.kind() + "/" + object.name())) {
        documents.add(YamlWriter.write(object.tree()));
      }
    }
  }
}
