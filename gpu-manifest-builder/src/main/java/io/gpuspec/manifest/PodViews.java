package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.PodView.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    return view;
  }

  private static PodView.Container of(Container container, Role role) {
    return container.getResources() == null
        ? new PodView.Container(container.getName(), role, Map.of(), Map.of())
        : new PodView.Container(
            container.getName(),
            role,
            texts(container.getResources().getRequests()),
            texts(container.getResources().getLimits()));
  }

  private static Map<String, String> texts(Map<String, Quantity> amounts) {
    Map<String, String> texts = new LinkedHashMap<>();
    amounts.forEach((resource, amount) -> texts.put(resource, amount.toString()));
    return texts;
  }
}
