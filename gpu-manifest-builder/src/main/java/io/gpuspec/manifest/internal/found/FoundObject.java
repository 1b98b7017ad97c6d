package io.gpuspec.manifest.internal.found;

import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.Map;
import java.util.Optional;

/** An object of a file, and where its pods are. */
public record FoundObject(YamlPlace place) {
  private static final String POD = "";
  private static final String TEMPLATE = "spec.template";
  private static final String JOB_TEMPLATE = "spec.jobTemplate.spec.template";

  /** The paths of the pods in each kind, by API group and kind. */
  private static final Map<String, String> PODS =
      Map.of(
          "/Pod", POD,
          "apps/Deployment", TEMPLATE,
          "apps/StatefulSet", TEMPLATE,
          "apps/DaemonSet", TEMPLATE,
          "apps/ReplicaSet", TEMPLATE,
          "batch/Job", TEMPLATE,
          "batch/CronJob", JOB_TEMPLATE);

  /** Returns whether it is a list of others. */
  public boolean isList() {
    return header("kind").equals("List") && header("apiVersion").equals("v1");
  }

  /** Returns whether it is an intent, from which manifests are built. */
  public boolean isIntent() {
    return header("apiVersion").equals(Table.API_VERSION);
  }

  /** Returns the location of its tasks; empty for a kind without tasks. */
  public Optional<WorkloadTask.TaskList> tasks() {
    return WorkloadTask.TaskList.of(type());
  }

  /** Returns the path of its pods; empty for a kind that is not read. */
  public Optional<String> pods() {
    return Optional.ofNullable(PODS.get(type()));
  }

  /** Returns the workload that it is, with pods at this path. */
  public FoundWorkload workload(String pods) {
    return workload(
        new PodDocument(at(place, pods)),
        pods.equals(POD) ? Optional.empty() : Optional.of(place),
        Optional.empty());
  }

  /** Returns the workload that one of its tasks is. */
  public FoundWorkload workload(WorkloadTask task) {
    task.name();
    return workload(task.pods(), Optional.of(place), Optional.of(task));
  }

  private FoundWorkload workload(
      PodDocument pods, Optional<YamlPlace> own, Optional<WorkloadTask> task) {
    Optional<YamlPlace> meta = place.find("metadata");
    return new FoundWorkload(
        header("kind"),
        meta.flatMap(m -> m.find("name").or(() -> m.find("generateName")))
            .map(YamlPlace::string)
            .orElse(""),
        meta.flatMap(m -> m.find("namespace")).map(YamlPlace::string),
        pods,
        own,
        task);
  }

  /** Returns the API group and kind. */
  private String type() {
    String kind = header("kind");
    String version = header("apiVersion");
    int slash = version.indexOf('/');
    return (slash < 0 ? "" : version.substring(0, slash)) + "/" + kind;
  }

  private String header(String key) {
    return place
        .find(key)
        .orElseThrow(
            () ->
                place.problem(
                    "no '%s'; a manifest begins with apiVersion and kind, so add them, or give the whole manifest this is a part of"
                        .formatted(key)))
        .rendered();
  }

  /** Returns the value at a path of fields, all of which must exist. */
  static YamlPlace at(YamlPlace object, String path) {
    YamlPlace here = object;
    for (String step : path.isEmpty() ? new String[0] : path.split("\\.")) {
      here = here.require(step);
    }
    return here;
  }

  /** Returns text such as {@code apps/v1 Deployment}. */
  @Override
  public String toString() {
    return header("apiVersion") + " " + header("kind");
  }
}
