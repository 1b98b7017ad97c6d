package io.gpuspec.manifest.internal.found;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.internal.yaml.YamlEntry;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.kube.PodFields;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.DeviceNotes;
import io.gpuspec.manifest.internal.tree.ImageNotes;
import io.gpuspec.manifest.internal.tree.SpreadNotes;
import io.gpuspec.manifest.internal.tree.StorageNotes;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A workload as a file has it, with the place of each of its parts. */
public final class FoundWorkload {
  /** The longest that Kubernetes takes; a file may say anything. */
  private static final int LONGEST_NAME = 253;

  private static final int LONGEST_TASK = 63;

  /** Of pods of other kinds nothing depends on the kind. */
  private static final String DAEMON_SET = "DaemonSet";

  private static final Set<String> NODE_NAMES = Set.of("kubernetes.io/hostname", "metadata.name");

  private final String kind;
  private final String name;
  private final Optional<String> namespace;
  private final FoundPods found;
  private final PodDocument pods;
  private final Optional<YamlPlace> own;
  private final Optional<String> task;
  private final Optional<PodRange> scaled;
  private final UnaryOperator<PodView> change;
  private final Optional<YamlPlace> runtime;

  /**
   * @param own the workload itself where its pods have a template; empty for a pod
   */
  FoundWorkload(
      String kind,
      String name,
      Optional<String> namespace,
      FoundPods found,
      Optional<YamlPlace> own) {
    this(
        kind,
        name,
        namespace,
        found,
        own,
        Optional.empty(),
        UnaryOperator.identity(),
        Optional.empty());
  }

  private FoundWorkload(
      String kind,
      String name,
      Optional<String> namespace,
      FoundPods found,
      Optional<YamlPlace> own,
      Optional<PodRange> scaled,
      UnaryOperator<PodView> change,
      Optional<YamlPlace> runtime) {
    this.kind = kind;
    this.name = name;
    this.namespace = namespace;
    this.found = found;
    this.pods = found.pods();
    this.own = own;
    this.task = found.task();
    this.scaled = scaled;
    this.change = change;
    this.runtime = runtime;
  }

  /** Returns the same, its object's replicas scaled by another object of the file. */
  public FoundWorkload scaled(PodRange replicas) {
    PodRange range = replicas.times(found.podsOfReplica());
    return new FoundWorkload(
        kind, name, namespace, found, own, Optional.of(range), change, runtime);
  }

  /** Returns the same, its pods without their resource claims. */
  public FoundWorkload withoutClaims() {
    return changed(PodView::withoutClaims);
  }

  /** Returns the same, its pods without their preferred node affinity. */
  public FoundWorkload withoutPreferences() {
    return changed(pod -> pod.withPreferredNodeTerms(List.of()));
  }

  /** Returns the same, its pods for whichever node: without what they require of a node's name. */
  public FoundWorkload withoutNodeNames() {
    return changed(
        pod ->
            pod.withNodeRequirements(
                asked -> Optional.of(asked).filter(each -> !NODE_NAMES.contains(each.key()))));
  }

  /**
   * Returns what its pods get if they may come from another cloud, and still select its nodes: the
   * answer, or if that is a no, the one apart from labels that other clouds alone write.
   *
   * @param match what an answer says
   */
  public <T> Optional<T> moved(
      Target target, Function<FoundWorkload, Optional<T>> ask, Function<T, Match> match) {
    Optional<T> answer = ask.apply(this);
    return isNo(answer.map(match))
        ? ask.apply(
            changed(pod -> CloudLabels.withoutOthers(target.cloudFacts(), pod, target.cloud())))
        : answer;
  }

  private static boolean isNo(Optional<Match> match) {
    return match.filter(each -> each.isJudged() && !each.isFound()).isPresent();
  }

  /** Returns whether its pods require something of a node's name. */
  public boolean hasNodeNames() {
    return pod().nodeRequirements().stream().anyMatch(each -> NODE_NAMES.contains(each.key()));
  }

  private FoundWorkload changed(UnaryOperator<PodView> more) {
    return new FoundWorkload(
        kind, name, namespace, found, own, scaled, pod -> more.apply(change.apply(pod)), runtime);
  }

  /** Returns the same, its pods with what a RuntimeClass of the file gives them. */
  FoundWorkload of(YamlPlace runtimeClass) {
    return new FoundWorkload(
        kind, name, namespace, found, own, scaled, change, Optional.of(runtimeClass));
  }

  /** Returns the RuntimeClass that its pods name; a pod of a cluster has what that gives it. */
  Optional<YamlPlace> runtimeClass() {
    return isOfCluster() ? Optional.empty() : pods.runtimeClass();
  }

  /** Returns the operating system that its pods state in {@code spec.os}. */
  public Optional<String> system() {
    return pods.system().map(YamlPlace::string);
  }

  /** Its kind, such as {@code Deployment}. */
  public String kind() {
    return kind;
  }

  /** Its name, or the beginning of one that Kubernetes completes; empty when it has neither. */
  public String name() {
    return name;
  }

  /** Its namespace, where the file names one. */
  public Optional<String> namespace() {
    return namespace;
  }

  /**
   * Returns the node on which it runs, if it is a pod that a cluster has put there. A manifest that
   * names a node requests it, and the kubelet may still reject the pod.
   */
  public Optional<String> node() {
    return isOfCluster() ? pods.nodeName() : Optional.empty();
  }

  private boolean isOfCluster() {
    return own.isEmpty() && pods.place().find("status").flatMap(at -> at.find("phase")).isPresent();
  }

  /** Returns the name of its pods among those of the object; empty if the object has no others. */
  public Optional<String> task() {
    return task;
  }

  /** Returns how many of its pods run at once; a scaler never runs fewer than its least. */
  public int count() {
    int stated = found.count();
    return scaled
        .map(range -> Math.max(1, Math.min(Math.max(stated, range.least()), range.most())))
        .orElse(stated);
  }

  /** Returns how many pods an autoscaler runs, where the file states it. */
  public Optional<PodRange> range() {
    return scaled.or(found::range);
  }

  /** Returns why it runs no pods at present, such as {@code replicas: 0}. */
  public Optional<FoundPods.Idle> idle() {
    return range().isPresent() ? Optional.empty() : found.idle();
  }

  /** Returns whether its pods are a pod template, which can be changed as one. */
  public boolean isTemplate() {
    return found.isTemplate();
  }

  /** Returns the fields and indexes that lead to its pods in the object's tree. */
  public List<Object> steps() {
    return found.steps();
  }

  /**
   * Returns what its pods request; for a pod of a cluster, without the node that it has.
   *
   * @throws ManifestException with file, line and column if that is not what Kubernetes takes
   */
  public PodView pod() {
    PodView view =
        change
            .apply(runtime.map(of -> RuntimeClasses.admitted(pods, of)).orElseGet(pods::view))
            .namespace(namespace.orElse(""));
    PodView pod = kind.equals(DAEMON_SET) ? view.workloadKind(kind) : view;
    Optional<String> node = pods.nodeName();
    return isOfCluster() ? pod : node.map(pod::nodeName).orElse(pod);
  }

  /** Returns its pods, with their location in the file. */
  public PodDocument pods() {
    return pods;
  }

  /** Returns the object that it is, or is a task of, with its location in the file. */
  public YamlPlace object() {
    return own.orElseGet(pods::place);
  }

  /** The labels of its pods that its own selector needs. */
  public Set<String> selected() {
    Optional<YamlPlace> selector =
        own.flatMap(workload -> workload.find("spec")).flatMap(spec -> spec.find("selector"));
    Set<String> keys = new LinkedHashSet<>();
    selector
        .flatMap(labels -> labels.find("matchLabels"))
        .ifPresent(labels -> keys.addAll(labels.fields().keySet()));
    selector
        .flatMap(labels -> labels.find("matchExpressions"))
        .map(YamlPlace::items)
        .orElse(List.of())
        .forEach(requirement -> keys.add(requirement.require("key").string()));
    return keys;
  }

  /** Returns the match for all of its pods together; empty if they request no GPU. */
  public Optional<Match> match(Target target) {
    return match(target, UnaryOperator.identity());
  }

  /**
   * Returns the match with preferences.
   *
   * @param wishes what the file does not state
   */
  public Optional<Match> match(Target target, UnaryOperator<GpuRequest> wishes) {
    return pods.nodeName().isPresent()
        ? matchOfAnyNode(target, wishes)
        : matchAsWritten(target, wishes);
  }

  /**
   * Returns the match; if no node has the name that they require, the match without that name: a
   * pod that names a node is for one that exists, and a target may have only nodes that do not yet.
   */
  public Optional<Match> matchOfAnyNode(Target target) {
    return matchOfAnyNode(target, UnaryOperator.identity());
  }

  private Optional<Match> matchOfAnyNode(Target target, UnaryOperator<GpuRequest> wishes) {
    Optional<Match> match = matchAsWritten(target, wishes);
    return isNo(match) && hasNodeNames()
        ? withoutNodeNames().matchAsWritten(target, wishes)
        : match;
  }

  private Optional<Match> matchAsWritten(Target target, UnaryOperator<GpuRequest> wishes) {
    Checks.given("target", target);
    try {
      if (pods.hasTemplateNodes() && target.match(change.apply(pods.withoutNodes())).isEmpty()) {
        return Optional.empty();
      }
      PodView pod = pod();
      pods.checkRendered(target);
      int replicas = count();
      return target
          .match(pod, read -> wishes.apply(read.replicas(replicas)))
          .map(match -> refused(match).orElseGet(() -> withNotes(match)));
    } catch (ManifestException e) {
      throw e;
    } catch (PodFieldException e) {
      throw pods.place(e.field()).problem(e.problem());
    } catch (GpuSpecException e) {
      throw pods.place().problem(e);
    }
  }

  /** Returns no match for pods of another operating system than the nodes with GPUs have. */
  private Optional<Match> refused(Match match) {
    return PodSystem.whyNone(this, match.target())
        .filter(why -> match.isJudged())
        .map(why -> match.target().none(match.request(), List.of(why)));
  }

  private Match withNotes(Match match) {
    if (!(match instanceof Match.Found landed)) {
      return match;
    }
    List<Note> notes = new ArrayList<>(ImageNotes.of(landed, pods.images()));
    Map<String, Object> specification = pods.specification();
    notes.addAll(SpreadNotes.of(landed, specification));
    TopologyAnnotations.of(this).stream()
        .filter(TopologyAnnotations.Required::isOfHosts)
        .flatMap(
            each ->
                SpreadNotes.of(
                    landed,
                    Optional.of(each.annotation()).filter(apart -> each.isExclusive()),
                    Optional.of(each.annotation()))
                    .stream())
        .forEach(notes::add);
    notes.addAll(DeviceNotes.of(landed, specification));
    notes.addAll(StorageNotes.of(specification));
    return notes.isEmpty() ? landed : landed.withNotes(notes);
  }

  /**
   * Fields of its pods that are not known here and resemble none that is: of a newer Kubernetes, or
   * a mistake that kubectl will refuse. A field that is near a known one is a problem instead.
   */
  public Listing<Note> notes() {
    return Listing.copyOf(
        pods.unknown().stream()
            .filter(field -> field.meant().isEmpty())
            .map(PodFields.Unknown::note)
            .toList());
  }

  /** Returns notes on GPUs that its pods take without a request for one. */
  public List<Note> uncountedGpus() {
    return DeviceNotes.uncounted(toString(), pods.specification());
  }

  /**
   * Returns a note on annotations of the workload itself, which Kubernetes does not pass to its
   * pods, but which would change the match if they were in the template.
   */
  public Optional<Note> misplacedAnnotations(Target target) {
    Map<String, YamlEntry> stated = own.map(PodDocument::annotationsOf).orElse(Map.of());
    if (stated.isEmpty()) {
      return Optional.empty();
    }
    PodView pod;
    try {
      pod = pod();
    } catch (ManifestException unreadable) {
      return Optional.empty();
    }
    Map<String, YamlScalar> misplaced = new LinkedHashMap<>();
    stated.forEach(
        (key, entry) -> {
          if (pod.annotation(key).isEmpty()
              && entry.value() instanceof YamlScalar value
              && value.kind() == YamlKind.STRING
              && !outcome(target, pod.annotation(key, value.text())).equals(outcome(target, pod))) {
            misplaced.put(key, entry.key());
          }
        });
    if (misplaced.isEmpty()) {
      return Optional.empty();
    }
    String message =
        "%s:%s: %s of %s: only what stands under %s.metadata.annotations counts for its pods, so put it there"
            .formatted(
                pods.place().source(),
                misplaced.values().iterator().next().line(),
                String.join(", ", misplaced.keySet()),
                this,
                pods.place().path());
    return Optional.of(Note.of("annotation.outside-template", message));
  }

  /** Returns what becomes of a pod, to see whether an annotation makes a difference. */
  private static String outcome(Target target, PodView pod) {
    try {
      return target.match(pod).map(Match::toString).orElse("");
    } catch (GpuSpecException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Returns text such as {@code Deployment llm}, or {@code JobSet train, task worker}. */
  @Override
  public String toString() {
    return YamlText.printable(kind, LONGEST_NAME)
        + " "
        + (name.isEmpty() ? "(no name)" : YamlText.printable(name, LONGEST_NAME))
        + task().map(one -> ", task " + YamlText.printable(one, LONGEST_TASK)).orElse("");
  }
}
