package io.gpuspec.manifest.migrate;

import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.yaml.YamlDuplicate;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.dra.ClaimSupport;
import io.gpuspec.manifest.internal.dra.FileClaims;
import io.gpuspec.manifest.internal.found.FoundObject;
import io.gpuspec.manifest.internal.found.FoundPods;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.InnerText;
import io.gpuspec.manifest.internal.found.PodDocument;
import io.gpuspec.manifest.internal.tree.SourceDocument;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.manifest.read.MovedClaims;
import io.gpuspec.manifest.read.Workload;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.spi.Placement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Migrates the documents of one file. */
final class Migrator {
  private final Target from;
  private final Target to;
  private final List<String> documents = new ArrayList<>();
  private final List<Match.Found> matches = new ArrayList<>();
  private final List<MigrationResult.Loss> losses = new ArrayList<>();
  private final List<ManifestException> problems = new ArrayList<>();
  private final Set<String> companions = new HashSet<>();
  private final Migration.Claims claims;
  private final List<Workload> claimed = new ArrayList<>();
  private final ClaimTemplates templates = new ClaimTemplates();
  private final Queues queues = new Queues();
  private final OldLimits limits = new OldLimits(templates, queues);
  private final Set<String> named = new HashSet<>();
  private final Set<String> released = new HashSet<>();

  Migrator(Target from, Target to, Migration.Claims claims) {
    this.from = from;
    this.to = to;
    this.claims = claims;
  }

  /**
   * @param unread what is wrong with files of which nothing is read
   */
  MigrationResult migrated(List<SourceDocument> file, List<ManifestException> unread) {
    problems.addAll(unread);
    return migrated(file);
  }

  MigrationResult migrated(List<SourceDocument> file) {
    if (claims == Migration.Claims.REMOVED) {
      String all = String.join("\n---\n", file.stream().map(SourceDocument::text).toList());
      claimed.addAll(WorkloadFile.parse("the file with claims", all).workloads());
      file.forEach(document -> findTemplates(document.place()));
    }
    file.forEach(document -> there(document.place()).ifPresent(companions::add));
    for (SourceDocument document : file) {
      Object tree = YamlTree.of(document.place().node());
      templates.add(tree);
      queues.add(tree);
    }
    CloudReferences own = new CloudReferences(from, to, file);
    for (SourceDocument document : file) {
      document.duplicates().forEach(duplicate -> losses.add(loss(duplicate)));
      try {
        Object before = YamlTree.of(document.place().node());
        object(document.place())
            .ifPresent(
                after -> {
                  losses.addAll(own.in(document.place()));
                  documents.add(
                      document.isPlain() && YamlTree.isSame(before, after)
                          ? document.text()
                          : YamlWriter.write(after));
                });
      } catch (ManifestException e) {
        problems.add(e);
      }
    }
    file.forEach(document -> losses.addAll(limits.in(document.place())));
    return new MigrationResult(documents, matches, losses, problems);
  }

  /** Returns what becomes of an object; nothing where it cannot be moved. */
  private Optional<Object> object(YamlPlace object) {
    FoundObject found = new FoundObject(object);
    if (found.isList()) {
      return Optional.of(list(object));
    }
    if (found.isIntent()) {
      throw object
          .require("kind")
          .problem(
              "'%s' is an intent, which is no target's yet; build it for %s instead"
                  .formatted(YamlText.shown(object.require("kind").string()), to.id()));
    }
    if (!from.id().equals(to.id())) {
      found.innerManifests().forEach(text -> losses.add(inner(found, text)));
    }
    if (isNamedNoMore(object)) {
      return Optional.empty();
    }
    Map<String, Object> tree = tree(object);
    List<FoundPods> pods = found.pods();
    return pods.isEmpty() || !pods.stream().allMatch(FoundPods::isTemplate)
        ? other(found, tree)
        : workloads(tree, pods.stream().map(found::workload).toList());
  }

  /** Finds which templates pods name no more, and which they still do. */
  private void findTemplates(YamlPlace object) {
    try {
      FoundObject found = new FoundObject(object);
      if (found.isList()) {
        object.find("items").map(YamlPlace::items).orElse(List.of()).forEach(this::findTemplates);
        return;
      }
      for (FoundPods pods : found.pods()) {
        removal(found.workload(pods))
            .ifPresent(each -> (each.keepsClaims() ? named : released).addAll(each.templates()));
      }
    } catch (ManifestException e) {
      // It is told where the object is migrated.
    }
  }

  private boolean isNamedNoMore(YamlPlace object) {
    String name = ClaimTemplates.key(YamlTree.of(object.node())).orElse("");
    return released.contains(name) && !named.contains(name);
  }

  private static MigrationResult.Loss inner(FoundObject object, InnerText text) {
    return MigrationResult.Loss.at(
            text.place(),
            text.place().path(),
            "it asks for a GPU in %s of %s".formatted(text.what(), object),
            "it was left as it is; %s, and migrate that".formatted(text.toSave()))
        .thatIsNotJudged();
  }

  private Optional<Object> other(FoundObject found, Map<String, Object> tree) {
    checkRead(found);
    OtherObject object = new OtherObject(from, to, found.place(), tree);
    Optional<Object> moved = object.moved();
    losses.addAll(object.losses());
    return moved;
  }

  /** What would be refused after the migration is a problem of the file. */
  private void checkRead(FoundObject found) {
    found.scaler();
    found.podsByShape().forEach(found::workload);
    FileClaims read = FileClaims.empty();
    try {
      read.add(found.place());
    } catch (ManifestException e) {
      // It may be for other devices than GPUs, and of a version that is not read here.
      losses.add(
          new MigrationResult.Loss(
              e.source(),
              e.line(),
              e.column(),
              found.toString(),
              "it cannot be read: " + YamlPlace.withoutPlace(e),
              "it was left as it is",
              false,
              false));
    }
    if (read.unread().isPresent()) {
      losses.add(
          MigrationResult.Loss.at(
                  found.place(),
                  found.toString(),
                  "it is not read, because the artifact %s is not on the class path"
                      .formatted(ClaimSupport.ARTIFACT),
                  "it was left as it is; add the artifact, and migrate again")
              .thatIsNotJudged());
    }
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
    return YamlTree.mapping(YamlTree.of(object.node()));
  }

  /**
   * The object with its pods changed; nothing where some of them find no place, for tasks are of
   * use only together.
   *
   * @param workloads what runs in it: itself, or its tasks
   */
  private Optional<Object> workloads(Map<String, Object> tree, List<FoundWorkload> workloads) {
    List<WorkloadMigration> ports = new ArrayList<>();
    for (FoundWorkload workload : workloads) {
      if (claims == Migration.Claims.REMOVED && unclaim(workload, tree)) {
        continue;
      }
      Optional<Match> read = read(workload);
      if (read.isPresent()) {
        ports.add(
            new WorkloadMigration(
                from, to, workload, read.get(), YamlTree.at(tree, workload.steps())));
      } else {
        loseWay(workload);
      }
    }
    List<Match.Found> found = ports.stream().flatMap(port -> port.place().stream()).toList();
    boolean isWhole = found.size() == ports.size();
    if (isWhole) {
      matches.addAll(found);
      ports.stream().filter(port -> !port.isAtHome()).forEach(port -> finish(port, tree));
      if (claims == Migration.Claims.WRITTEN) {
        ports.forEach(
            port ->
                port.claim(templates)
                    .ifPresent(template -> documents.add(YamlWriter.write(template))));
      }
      workloads.forEach(workload -> limits.add(workload, YamlTree.at(tree, workload.steps())));
    }
    ports.forEach(port -> losses.addAll(port.losses()));
    if (!isWhole && workloads.size() > 1) {
      losses.add(leftOut(workloads.get(0)));
    }
    return isWhole ? Optional.of(tree) : Optional.empty();
  }

  /**
   * A preference is told, and not made a requirement of the other target; so is a label of a third
   * cloud's nodes.
   */
  private Optional<Match> read(FoundWorkload workload) {
    return workload
        .withoutPreferences()
        .moved(from, pods -> pods.matchOfAnyNode(from), UnaryOperator.identity());
  }

  /** Returns whether the pods had claims, which were replaced by a resource where possible. */
  private boolean unclaim(FoundWorkload workload, Map<String, Object> tree) {
    Optional<ClaimRemoval> removal = removal(workload);
    removal.ifPresent(
        each -> {
          each.write(YamlTree.at(tree, workload.steps()));
          losses.addAll(each.losses());
          each.match().found().ifPresent(matches::add);
        });
    return removal.isPresent();
  }

  private Optional<ClaimRemoval> removal(FoundWorkload workload) {
    return claimed.stream()
        .filter(each -> isSame(each, workload))
        .findFirst()
        .flatMap(each -> MovedClaims.of(each, from))
        .map(match -> new ClaimRemoval(from, workload, match));
  }

  private static boolean isSame(Workload one, FoundWorkload other) {
    return one.kind().equals(other.kind())
        && one.name().equals(other.name())
        && one.namespace().equals(other.namespace())
        && one.task().equals(other.task());
  }

  private static MigrationResult.Loss leftOut(FoundWorkload task) {
    return MigrationResult.Loss.at(
            task.object(),
            "%s %s".formatted(task.kind(), task.name()),
            "not all of its tasks find a place",
            "it was left out with all of them")
        .asBreaking();
  }

  private void finish(WorkloadMigration port, Map<String, Object> tree) {
    addCompanions(port.placement());
    Workload moved =
        WorkloadFile.parse("migrated", YamlWriter.write(tree)).workloads().stream()
            .filter(workload -> workload.task().equals(port.workload().task()))
            .findFirst()
            .orElseThrow();
    port.compare(moved.match(to).orElseThrow());
  }

  /** A pod without GPUs is matched with nothing, so there is nothing to write in the place. */
  private void loseWay(FoundWorkload workload) {
    PodDocument pods = workload.pods();
    if (!from.id().equals(to.id()) && OwnersPart.isIn(pods, from, to)) {
      losses.add(
          MigrationResult.Loss.at(
                  pods.place(),
                  workload.toString(),
                  "it asks for no GPU, and has parts that mean something on %s alone"
                      .formatted(from.id()),
                  "it was left as it is; change it by hand")
              .asBreaking());
    }
    if (!from.id().equals(to.id())) {
      UnreadParts unread = new UnreadParts(from, to, pods, asked -> false);
      losses.addAll(unread.labels());
      losses.addAll(unread.resources());
    }
  }

  /** Returns the kind and name of an object of the file, to avoid writing a second one. */
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

  private static MigrationResult.Loss loss(YamlDuplicate duplicate) {
    return new MigrationResult.Loss(
        duplicate.source(),
        duplicate.line(),
        duplicate.column(),
        "the key '%s'".formatted(YamlText.shown(duplicate.key())),
        "it is a duplicate, and the one on line %s counts".formatted(duplicate.counts()),
        "it was left out",
        false,
        true);
  }
}
