package io.gpuspec.manifest.internal.found;

import io.gpuspec.Target;
import io.gpuspec.internal.yaml.YamlEntry;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.manifest.internal.tree.PodFields;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A pod, or a template of pods, in a file. */
public record PodDocument(YamlPlace place) {

  /** Returns what a provider sees of it. */
  public PodView view() {
    for (PodFields.Unknown field : PodFields.unknown(place)) {
      if (field.meant().isPresent()) {
        throw field.problem();
      }
    }
    YamlPlace spec = place.require("spec");
    PodView view = withoutNodes();
    for (Map.Entry<String, String> node : NodeLabelReader.selector(spec).entrySet()) {
      view = view.nodeSelector(node.getKey(), node.getValue());
    }
    for (NodeTerm term : NodeLabelReader.required(spec)) {
      view = view.nodeTerm(term);
    }
    NodeLabelReader.checkPreferred(spec);
    for (YamlPlace toleration : items("tolerations")) {
      view = view.toleration(toleration(toleration));
    }
    return view;
  }

  /** The same without what it asks of a node's labels and taints. */
  PodView withoutNodes() {
    PodView view = PodView.empty();
    for (Map.Entry<String, String> annotation : texts("metadata", "annotations").entrySet()) {
      view = view.annotation(annotation.getKey(), annotation.getValue());
    }
    for (Map.Entry<String, String> label : texts("metadata", "labels").entrySet()) {
      view = view.label(label.getKey(), label.getValue());
    }
    for (PodView.Container container : containers()) {
      view = view.container(container);
    }
    for (YamlPlace claim : items("resourceClaims")) {
      view = view.claim(claim.require("name").string());
    }
    YamlPlace spec = place.require("spec");
    return withOverhead(
        view.resources(
            amounts(spec, "resources", "requests"), amounts(spec, "resources", "limits")),
        spec);
  }

  private List<PodView.Container> containers() {
    List<PodView.Container> containers = new ArrayList<>();
    for (YamlPlace container : items("initContainers")) {
      boolean sidecar =
          container.find("restartPolicy").filter(p -> p.string().equals("Always")).isPresent();
      containers.add(container(container, sidecar ? Role.SIDECAR : Role.INIT));
    }
    List<YamlPlace> main = items("containers");
    if (main.isEmpty()) {
      throw place.require("spec").problem("a pod has at least one container; add containers");
    }
    main.forEach(container -> containers.add(container(container, Role.MAIN)));
    return containers;
  }

  private static PodView withOverhead(PodView pod, YamlPlace spec) {
    try {
      return pod.overhead(amounts(spec, "overhead"));
    } catch (InvalidValueException e) {
      throw spec.require("overhead").problem(e);
    }
  }

  private static Toleration toleration(YamlPlace toleration) {
    return new Toleration(
        text(toleration, "key"),
        text(toleration, "operator"),
        text(toleration, "value"),
        text(toleration, "effect"));
  }

  /** Returns a field that Kubernetes treats as an empty string if it is missing. */
  private static String text(YamlPlace place, String key) {
    return place.find(key).map(YamlPlace::rendered).orElse("");
  }

  private Map<String, String> texts(String part, String map) {
    Map<String, String> texts = new LinkedHashMap<>();
    place
        .find(part)
        .flatMap(found -> found.find(map))
        .ifPresent(all -> all.fields().forEach((key, value) -> texts.put(key, value.string())));
    return texts;
  }

  /** The annotations of an object, as far as it has any that can be read. */
  public static Map<String, YamlEntry> annotationsOf(YamlPlace object) {
    return object
        .find("metadata")
        .flatMap(metadata -> metadata.find("annotations"))
        .filter(all -> all.node() instanceof YamlMapping)
        .map(all -> all.mapping().entries())
        .orElse(Map.of());
  }

  private List<YamlPlace> items(String list) {
    return place.require("spec").find(list).map(YamlPlace::items).orElse(List.of());
  }

  private static PodView.Container container(YamlPlace container, Role role) {
    return new PodView.Container(
        container.require("name").string(),
        role,
        amounts(container, "resources", "requests"),
        amounts(container, "resources", "limits"));
  }

  private static Map<String, String> amounts(YamlPlace from, String... path) {
    Optional<YamlPlace> found = Optional.of(from);
    for (String step : path) {
      found = found.flatMap(place -> place.find(step));
    }
    Map<String, String> amounts = new LinkedHashMap<>();
    found.ifPresent(
        all ->
            all.fields()
                .forEach(
                    (name, amount) -> {
                      all.key(name).checkRendered();
                      amounts.put(name, amount.quantity());
                    }));
    return amounts;
  }

  /** Refuses a part of a template where it decides what the target makes of the pods. */
  void checkRendered(Target target) {
    checkRendered("annotations", field -> target.meaning(PodField.annotation(field), ""));
    checkRendered("labels", field -> target.meaning(PodField.label(field), ""));
  }

  private void checkRendered(String map, Function<String, FieldMeaning> meaning) {
    place
        .find("metadata")
        .flatMap(metadata -> metadata.find(map))
        .ifPresent(
            all ->
                all.fields()
                    .forEach(
                        (key, value) -> {
                          FieldMeaning means =
                              value.template().isEmpty()
                                  ? FieldMeaning.USER_FIELD
                                  : meaning.apply(key);
                          if (means == FieldMeaning.REQUEST
                              || means == FieldMeaning.NODE_SELECTION) {
                            value.checkRendered();
                          }
                        }));
  }

  /**
   * Returns where a container first requests a resource; the location of the containers if none
   * does.
   */
  public YamlPlace place(String resource) {
    for (String list : List.of("containers", "initContainers")) {
      for (YamlPlace container : items(list)) {
        for (String section : List.of("limits", "requests")) {
          Optional<YamlPlace> amount =
              container
                  .find("resources")
                  .flatMap(resources -> resources.find(section))
                  .flatMap(amounts -> amounts.find(resource));
          if (amount.isPresent()) {
            return amount.get();
          }
        }
      }
    }
    return nearest(place, "spec", "containers");
  }

  /** Returns the location of a field; the nearest location around it if it is missing. */
  public YamlPlace place(PodField field) {
    return switch (field.kind()) {
      case ANNOTATION -> nearest(place, "metadata", "annotations", field.key());
      case LABEL -> nearest(place, "metadata", "labels", field.key());
      case NODE_SELECTOR -> nearest(place, "spec", "nodeSelector", field.key());
      case NODE_AFFINITY -> nearest(place, "spec", "affinity", "nodeAffinity");
      case TOLERATION -> nearest(place, "spec", "tolerations");
      case REQUEST -> nearest(container(field), "resources", "requests", field.key());
      case CLAIM -> nearest(place, "spec", "resourceClaims");
      case DEVICE -> nearest(place, "spec", "containers");
      case LIMIT -> nearest(container(field), "resources", "limits", field.key());
    };
  }

  private YamlPlace container(PodField field) {
    if (field.container().isEmpty()) {
      return place.require("spec");
    }
    for (String list : List.of("containers", "initContainers")) {
      for (YamlPlace container : items(list)) {
        if (field.container().equals(Optional.of(container.require("name").string()))) {
          return container;
        }
      }
    }
    return place;
  }

  private static YamlPlace nearest(YamlPlace from, String... steps) {
    YamlPlace here = from;
    for (String step : steps) {
      Optional<YamlPlace> next = here.find(step);
      if (next.isEmpty()) {
        return here;
      }
      here = next.get();
    }
    return here;
  }
}
