package io.gpuspec.manifest.internal.found;

import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The RuntimeClasses of a file, and what the API server makes of a pod that names one: it gets the
 * overhead, the node selector and the tolerations of its class.
 *
 * <p>Source: Kubernetes 1.36, {@code plugin/pkg/admission/runtimeclass}.
 */
public final class RuntimeClasses {
  /** Those that the GPU Operator creates have a handler and nothing else. */
  private static final Set<String> OF_THE_OPERATOR =
      Set.of("nvidia", "nvidia-cdi", "nvidia-legacy");

  private final Map<String, YamlPlace> classes = new HashMap<>();

  /** Creates a collection without any. */
  public RuntimeClasses() {}

  /**
   * Adds an object; one of another kind is ignored.
   *
   * @return whether it is a RuntimeClass
   */
  public boolean add(YamlPlace object) {
    if (!text(object, "kind").equals("RuntimeClass")
        || !text(object, "apiVersion").startsWith("node.k8s.io/")) {
      return false;
    }
    named(object).ifPresent(name -> classes.put(name, object));
    return true;
  }

  /** Returns a workload whose pods are as the API server stores them. */
  public FoundWorkload admitted(FoundWorkload workload) {
    Optional<YamlPlace> named = workload.runtimeClass().map(YamlPlace::string).map(classes::get);
    return named.map(workload::of).orElse(workload);
  }

  /** Returns a note if the pods of a workload name a class that is not here. */
  public Optional<Note> missing(FoundWorkload workload) {
    return workload
        .runtimeClass()
        .map(YamlPlace::string)
        .filter(name -> !classes.containsKey(name) && !OF_THE_OPERATOR.contains(name))
        .map(
            name ->
                Note.of(
                    "runtime-class.unknown",
                    "%s names the RuntimeClass %s, which is not in the file: the overhead, node selector and tolerations that it gives to pods are not known"
                        .formatted(workload, name)));
  }

  private static String text(YamlPlace object, String path) {
    return PlacePath.of(path)
        .find(object)
        .flatMap(
            value ->
                value.node() instanceof YamlScalar text
                    ? Optional.of(text.text())
                    : Optional.empty())
        .orElse("");
  }

  /**
   * Returns the view of pods of a class.
   *
   * @throws io.gpuspec.manifest.error.ManifestException where the API server would refuse them
   */
  static PodView admitted(PodDocument pods, YamlPlace runtime) {
    PodView pod = withOverhead(pods, runtime);
    Optional<YamlPlace> scheduling = runtime.find("scheduling");
    if (scheduling.isEmpty()) {
      return pod;
    }
    Map<String, String> selector = NodeLabelReader.selector(scheduling.get());
    selector.forEach(
        (key, value) -> {
          String stated = pod.nodeSelector().getOrDefault(key, value);
          if (!stated.equals(value)) {
            throw pods.spec()
                .require("nodeSelector")
                .require(key)
                .problem(
                    "'%s' was given, and the RuntimeClass %s selects '%s', so the API server refuses the pod; remove it"
                        .formatted(stated, name(runtime), value));
          }
        });
    List<Toleration> tolerations =
        scheduling.get().find("tolerations").map(YamlPlace::items).orElse(List.of()).stream()
            .map(PodDocument::toleration)
            .filter(each -> !pod.tolerations().contains(each))
            .toList();
    return pod.nodeSelector(selector).tolerations(tolerations);
  }

  private static PodView withOverhead(PodDocument pods, YamlPlace runtime) {
    PodView pod = pods.view(); // Refuses an overhead that is no quantity, with its place.
    Map<String, String> stated = PodDocument.amounts(pods.spec(), "overhead");
    Map<String, String> fixed = PodDocument.amounts(runtime, "overhead", "podFixed");
    PodView with;
    try {
      with = pod.overhead(fixed);
    } catch (InvalidValueException e) {
      throw runtime.require("overhead").problem(e);
    }
    if (!stated.isEmpty() && !quantities(stated).equals(quantities(fixed))) {
      throw pods.spec()
          .require("overhead")
          .problem(
              "an overhead of %s was given, and that of the RuntimeClass %s is %s, so the API server refuses the pod; leave it out"
                  .formatted(stated, name(runtime), fixed.isEmpty() ? "none" : fixed));
    }
    return with;
  }

  private static Map<String, Quantity> quantities(Map<String, String> amounts) {
    Map<String, Quantity> quantities = new HashMap<>();
    amounts.forEach((resource, amount) -> quantities.put(resource, Quantity.parse(amount)));
    return quantities;
  }

  private static Optional<String> named(YamlPlace runtime) {
    return Optional.of(text(runtime, "metadata name")).filter(name -> !name.isEmpty());
  }

  private static String name(YamlPlace runtime) {
    return named(runtime).orElse("");
  }
}
