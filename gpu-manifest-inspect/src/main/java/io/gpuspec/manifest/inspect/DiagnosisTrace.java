package io.gpuspec.manifest.inspect;

import io.gpuspec.Target;
import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the places of manifests that the causes of a diagnosis are about. */
final class DiagnosisTrace {

  /** A taint as the scheduler writes it, {@code key: value}, or as kubectl does. */
  private static final Pattern TAINT =
      Pattern.compile(
          "\\{?([^:=\\s]++)(?:: |=)?+([^:}\\s]*+)(?::(NoSchedule|NoExecute|PreferNoSchedule))?+}?");

  /** An amount in a message of a quota, such as {@code requests.nvidia.com/gpu=2}. */
  private static final Pattern COUNTED =
      Pattern.compile("(?:\\b(requests|limits)\\.)?+([a-z][a-z0-9./-]*+)=");

  private static final String TOLERATIONS = "spec.tolerations?";
  private static final String QUOTA = "quota";

  private final List<Inspected> objects;
  private final List<ManifestFinding> findings;
  private final Optional<Target> target;
  private final List<Note> notes = new ArrayList<>();

  DiagnosisTrace(List<Inspected> objects, List<ManifestFinding> findings, Optional<Target> target) {
    this.objects = objects;
    this.findings = findings;
    this.target = target;
  }

  /** Returns a diagnosis with the places of its causes, and where the manifests contradict it. */
  Diagnosis of(Diagnosis diagnosis, List<Note> more) {
    List<Cause> traced = new ArrayList<>();
    for (Cause cause : diagnosis.causes()) {
      traced.add(cause.at(places(cause)));
      elsewhere(cause);
    }
    notes.addAll(more);
    return diagnosis.traced(cause -> traced.get(diagnosis.causes().indexOf(cause)), notes);
  }

  /** Says if the clusters of another provider show the message, and those of the target do not. */
  private void elsewhere(Cause cause) {
    List<String> shown = cause.problem().targets();
    target
        .map(Target::cloud)
        .filter(each -> !shown.isEmpty() && !shown.contains(each))
        .ifPresent(
            each ->
                notes.add(
                    Note.of(
                        "diagnosis.contradiction",
                        "%s: clusters on %s show the message, and the target is %s"
                            .formatted(cause.problem().id(), String.join(" and ", shown), each))));
  }

  private List<Cause.Place> places(Cause cause) {
    Set<Cause.Place> places = new LinkedHashSet<>();
    findings.stream()
        .filter(each -> cause.problem().rules().contains(each.rule().id()))
        .map(
            each ->
                new Cause.Place(
                    each.file(), each.line(), each.column(), each.path(), each.message()))
        .forEach(places::add);
    requested(cause).forEach(places::add);
    quotas(cause).forEach(places::add);
    boolean mustBeThere = false;
    for (String each : cause.problem().fields()) {
      PodFieldPath field = PodFieldPath.of(each, cause.captured());
      mustBeThere |= field.mustBeThere();
      pods()
          .flatMap(
              pods ->
                  each.equals(TOLERATIONS)
                      ? tolerations(cause, pods)
                      : field.in(pods.pods(), pods.called()))
          .forEach(places::add);
    }
    if (mustBeThere && places.isEmpty() && pods().findAny().isPresent()) {
      contradiction(
          cause,
          "no pod of the files has " + PodFieldPath.words(cause.problem(), cause.captured()));
    }
    return List.copyOf(places);
  }

  private void contradiction(Cause cause, String what) {
    notes.add(
        Note.of(
            "diagnosis.contradiction",
            ("%s: %s; the message is about another manifest or an earlier version of this one, or"
                    + " something in the cluster changes the pods")
                .formatted(cause.problem().id(), what)));
  }

  private record Pods(InspectedPods pods, String called) {}

  private Stream<Pods> pods() {
    return objects.stream()
        .flatMap(object -> object.pods().stream().map(each -> new Pods(each, object.called())));
  }

  /** Returns what containers request of the resources that a quota's message names. */
  private Stream<Cause.Place> requested(Cause cause) {
    if (!cause.captured().containsKey(QUOTA)) {
      return Stream.of();
    }
    return COUNTED
        .matcher(cause.captured().getOrDefault("requested", ""))
        .results()
        .flatMap(
            each -> {
              String section = each.group(1) == null ? "requests" : each.group(1);
              PodFieldPath field =
                  PodFieldPath.of(
                      "spec.containers.resources." + section + ".{resource}",
                      Map.of("resource", each.group(2)));
              return pods().flatMap(pods -> field.in(pods.pods(), pods.called()));
            });
  }

  /** Returns the limits of a quota that a message names and a file has. */
  private Stream<Cause.Place> quotas(Cause cause) {
    String name = cause.captured().get(QUOTA);
    String requested = cause.captured().getOrDefault("requested", "");
    return objects.stream()
        .filter(object -> object.is("ResourceQuota") && object.name().equals(name))
        .flatMap(object -> Places.fields(object.place(), "spec", "hard").entrySet().stream())
        .filter(each -> requested.contains(each.getKey() + "="))
        .map(
            each ->
                PodFieldPath.place(
                    each.getValue(),
                    "ResourceQuota %s: %s is %s"
                        .formatted(name, each.getKey(), Places.textOf(each.getValue()))));
  }

  /** Returns the tolerations of a pod, unless they contradict the message. */
  private Stream<Cause.Place> tolerations(Cause cause, Pods pods) {
    YamlPlace spec = pods.pods().spec();
    YamlPlace place = Places.at(spec, "tolerations").orElse(spec);
    Optional<Matcher> named =
        Optional.ofNullable(cause.captured().get("taint"))
            .map(String::strip)
            .map(TAINT::matcher)
            .filter(Matcher::matches);
    if (named.isEmpty()) {
      return PodFieldPath.of(TOLERATIONS, cause.captured()).in(pods.pods(), pods.called());
    }
    List<Taint> taints = taints(named.get());
    String taint = taints.size() == 1 ? taints.get(0).toString() : named.get().group();
    List<Taint> kept = taints.stream().filter(each -> !isTolerated(each, pods.pods())).toList();
    if (kept.isEmpty()) {
      contradiction(cause, "%s tolerates the taint %s".formatted(pods.called(), taint));
      return Stream.of();
    }
    return Stream.of(
        PodFieldPath.place(
            place,
            kept.size() < taints.size()
                ? "%s: no toleration of %s with the effect %s"
                    .formatted(pods.called(), taint, kept.get(0).effect())
                : "%s: no toleration of %s".formatted(pods.called(), taint)));
  }

  /** Returns a taint for each effect that it can have. */
  private static List<Taint> taints(Matcher named) {
    return Stream.of(Taint.Effect.NO_SCHEDULE, Taint.Effect.NO_EXECUTE)
        .filter(each -> named.group(3) == null || each.toString().equals(named.group(3)))
        .map(each -> new Taint(named.group(1), named.group(2), each))
        .toList();
  }

  private static boolean isTolerated(Taint taint, InspectedPods pods) {
    return pods.tolerations().stream().anyMatch(each -> each.tolerates(taint));
  }

  /** Returns what stands between the pods and the nodes, the nearest nodes first. */
  static List<Note> nodes(List<Inspected> objects, List<io.gpuspec.scheduling.NodeView> nodes) {
    List<Note> notes = new ArrayList<>();
    for (Inspected object : objects) {
      for (InspectedPods pods : object.pods()) {
        try {
          NearestNodes.of(object.called(), pods.workload().pod(), nodes).forEach(notes::add);
        } catch (GpuSpecException e) {
          notes.add(
              Note.of(
                  "diagnosis.node-unjudged",
                  "%s is not compared with the nodes: %s"
                      .formatted(object.called(), e.getMessage())));
        }
      }
    }
    return notes;
  }
}
