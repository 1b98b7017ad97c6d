package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.NodeTerm;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.PodView.Role;
import io.gpuspec.spi.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a provider sees of a pod that is being built. */
final class PodViews {
  private PodViews() {}

  static PodView of(PodSpec spec) {
    List<PodView.Container> containers = new ArrayList<>();
    for (Container init : spec.getInitContainers()) {
      boolean sidecar = "Always".equals(init.getRestartPolicy());
      containers.add(of(init, sidecar ? Role.SIDECAR : Role.INIT));
    }
    for (Container container : spec.getContainers()) {
      containers.add(of(container, Role.MAIN));
    }
    PodView view = PodView.empty();
    for (PodView.Container container : containers) {
      view = view.container(container);
    }
    return view.resources(requests(spec.getResources()), limits(spec.getResources()))
        .overhead(texts(spec.getOverhead()));
  }

  /** What the scheduler sees of a pod that is built, or of the pods of a template. */
  static PodView of(@Nullable ObjectMeta meta, PodSpec spec) {
    PodView view = of(spec);
    if (meta != null) {
      for (Map.Entry<String, String> annotation : meta.getAnnotations().entrySet()) {
        view = view.annotation(annotation.getKey(), annotation.getValue());
      }
      for (Map.Entry<String, String> label : meta.getLabels().entrySet()) {
        view = view.label(label.getKey(), label.getValue());
      }
    }
    return withNodes(view, spec);
  }

  private static PodView withNodes(PodView before, PodSpec spec) {
    PodView view = before;
    for (Map.Entry<String, String> label : spec.getNodeSelector().entrySet()) {
      view = view.nodeSelector(label.getKey(), label.getValue());
    }
    for (NodeSelectorTerm term : NodeTerms.of(spec)) {
      view =
          view.nodeTerm(
              new NodeTerm(
                  requirements(term.getMatchExpressions()), requirements(term.getMatchFields())));
    }
    for (io.fabric8.kubernetes.api.model.Toleration toleration : spec.getTolerations()) {
      view = view.toleration(of(toleration));
    }
    return view;
  }

  private static List<NodeRequirement> requirements(List<NodeSelectorRequirement> all) {
    return all.stream()
        .map(asked -> new NodeRequirement(asked.getKey(), asked.getOperator(), asked.getValues()))
        .toList();
  }

  private static Toleration of(io.fabric8.kubernetes.api.model.Toleration toleration) {
    return new Toleration(
        text(toleration.getKey()),
        text(toleration.getOperator()),
        text(toleration.getValue()),
        text(toleration.getEffect()));
  }

  private static String text(@Nullable String given) {
    return given == null ? "" : given;
  }

  private static PodView.Container of(Container container, Role role) {
    return new PodView.Container(
        container.getName(),
        role,
        requests(container.getResources()),
        limits(container.getResources()));
  }

  private static Map<String, String> requests(@Nullable ResourceRequirements resources) {
    return resources == null ? Map.of() : texts(resources.getRequests());
  }

  private static Map<String, String> limits(@Nullable ResourceRequirements resources) {
    return resources == null ? Map.of() : texts(resources.getLimits());
  }

  private static Map<String, String> texts(@Nullable Map<String, Quantity> amounts) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (amounts != null) {
      amounts.forEach((resource, amount) -> texts.put(resource, amount.toString()));
    }
    return texts;
  }
}
