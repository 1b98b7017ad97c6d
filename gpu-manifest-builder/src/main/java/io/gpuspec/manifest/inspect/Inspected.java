package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Optional;

/**
 * An object of the input, as rules see it.
 *
 * @param place the object
 * @param document the number of its document in the file, from 1
 * @param group its API group, empty for the core's
 * @param version its API version, without the group
 * @param kind its kind; for a file of another program, what that file is
 * @param pods its pods
 * @param mistakes what is unlike the types of the Kubernetes API
 */
record Inspected(
    YamlPlace place,
    int document,
    String group,
    String version,
    String kind,
    List<InspectedPods> pods,
    List<ApiForm.Mistake> mistakes) {

  /** Returns the API group and kind, such as {@code apps/Deployment}. */
  String type() {
    return group.isEmpty() ? kind : group + "/" + kind;
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
      if (isOf(each)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOf(String type) {
    return group.isEmpty()
        ? type.equals(kind)
        : type.length() == group.length() + 1 + kind.length()
            && type.startsWith(group)
            && type.charAt(group.length()) == '/'
            && type.endsWith(kind);
  }

  /** Returns its pods that ask for GPUs. */
  List<InspectedPods> gpuPods() {
    return pods.isEmpty() ? pods : pods.stream().filter(InspectedPods::asksForGpu).toList();
  }

  /** Returns text such as {@code Deployment llm}. */
  String called() {
    String name = name();
    return name.isEmpty() ? kind : kind + " " + name;
  }
}
