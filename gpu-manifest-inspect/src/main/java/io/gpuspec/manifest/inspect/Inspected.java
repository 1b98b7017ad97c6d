package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.kube.KubeFinding;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Optional;

/**
 * An object of the input, as rules see it.
 *
 * @param place the object
 * @param document the number of its document in the file, from 1
 * @param type its API group and kind, such as {@code apps/Deployment}
 * @param group its API group, empty for the core's
 * @param version its API version, without the group
 * @param kind its kind; for a file of another program, what that file is
 * @param pods its pods
 * @param gpuPods its pods that ask for GPUs
 * @param mistakes what is unlike the types of the Kubernetes API
 * @param entry the key of the ConfigMap that a file of another program is in; else empty
 */
record Inspected(
    YamlPlace place,
    int document,
    String type,
    String group,
    String version,
    String kind,
    List<InspectedPods> pods,
    List<InspectedPods> gpuPods,
    List<KubeFinding> mistakes,
    String entry) {

  /** Returns an object of an API version such as {@code apps/v1}. */
  static Inspected of(
      YamlPlace place,
      int document,
      String apiVersion,
      String kind,
      List<InspectedPods> pods,
      List<KubeFinding> mistakes) {
    return of(place, document, apiVersion, kind, pods, mistakes, "");
  }

  private static Inspected of(
      YamlPlace place,
      int document,
      String apiVersion,
      String kind,
      List<InspectedPods> pods,
      List<KubeFinding> mistakes,
      String entry) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return new Inspected(
        place,
        document,
        KnownObjects.type(apiVersion, kind),
        group,
        apiVersion.substring(slash + 1),
        kind,
        List.copyOf(pods),
        pods.stream().filter(InspectedPods::asksForGpu).toList(),
        mistakes,
        entry);
  }

  /** Returns a file of another program. */
  static Inspected ofFile(YamlPlace place, int document, String kind, String entry) {
    return of(place, document, "", kind, List.of(), List.of(), entry);
  }

  /** Returns its name; empty if it has none. */
  String name() {
    String name = Places.text(place, "metadata", "name");
    return name.isEmpty() ? Places.text(place, "metadata", "generateName") : name;
  }

  /** Returns its namespace, if it states one. */
  Optional<String> namespace() {
    return Places.at(place, "metadata", "namespace").map(Places::textOf);
  }

  /** Returns its namespace, {@code default} if it states none. */
  String effectiveNamespace() {
    return namespace().orElse("default");
  }

  /** Returns whether it is of one of these types. */
  boolean is(String... types) {
    for (String each : types) {
      if (type.equals(each)) {
        return true;
      }
    }
    return false;
  }

  /** Returns text such as {@code Deployment llm}. */
  String called() {
    String name = name();
    return name.isEmpty() ? kind : kind + " " + name;
  }
}
