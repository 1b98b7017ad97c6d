package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlSequence;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Pods of an object of an unknown kind, recognized by the containers that they have. */
final class PodShapes {
  private static final String CONTAINERS = "containers";
  private static final String SPEC = "spec";

  private final List<FoundPods> found = new ArrayList<>();

  private PodShapes() {}

  /** Returns those that request a GPU, in the order of the file. */
  static List<FoundPods> in(YamlPlace object) {
    PodShapes shapes = new PodShapes();
    shapes.walk(object, List.of());
    return shapes.found;
  }

  private void walk(YamlPlace place, List<Object> steps) {
    if (place.node() instanceof YamlSequence) {
      int index = 0;
      for (YamlPlace item : place.items()) {
        walk(item, with(steps, index++));
      }
    } else if (place.node() instanceof YamlMapping) {
      Map<String, YamlPlace> fields = place.fields();
      if (isPodSpec(place)) {
        add(place, steps, "spec");
      } else if (!steps.isEmpty() && fields.containsKey(SPEC) && isPodSpec(fields.get(SPEC))) {
        add(place, steps, "revision");
      } else {
        fields.forEach((name, value) -> walk(value, with(steps, name)));
      }
    }
  }

  private static List<Object> with(List<Object> steps, Object step) {
    List<Object> more = new ArrayList<>(steps);
    more.add(step);
    return more;
  }

  private static boolean isPodSpec(YamlPlace place) {
    return place.node() instanceof YamlMapping
        && place
            .find(CONTAINERS)
            .filter(list -> list.node() instanceof YamlSequence)
            .map(YamlPlace::items)
            .filter(items -> !items.isEmpty() && items.stream().allMatch(PodShapes::isContainer))
            .isPresent();
  }

  private static boolean isContainer(YamlPlace item) {
    return item.node() instanceof YamlMapping
        && item.find("name").isPresent()
        && (item.find("image").isPresent() || item.find("resources").isPresent());
  }

  private void add(YamlPlace place, List<Object> steps, String form) {
    if (!UnreadGpus.in(place).isEmpty()) {
      found.add(FoundPods.byShape(place, steps, KnownKind.form(form)));
    }
  }
}
