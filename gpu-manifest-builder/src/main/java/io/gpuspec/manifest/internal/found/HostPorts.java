package io.gpuspec.manifest.internal.found;

import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodView;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The ports of their node that pods take. With {@code hostNetwork}, the API server has each
 * container port be one.
 */
record HostPorts(List<Map<String, Object>> ports, String field) {

  static HostPorts of(Map<String, Object> spec) {
    Stream<Map<String, Object>> running =
        Stream.concat(
            YamlTree.maps(spec, "containers").stream(),
            YamlTree.maps(spec, "initContainers").stream()
                .filter(each -> "Always".equals(each.get("restartPolicy"))));
    return new HostPorts(
        running.flatMap(each -> YamlTree.maps(each, "ports").stream()).toList(),
        Boolean.TRUE.equals(spec.get("hostNetwork")) ? "containerPort" : "hostPort");
  }

  /** Returns the pod with them; what is no port yet, such as a part of a template, is none. */
  PodView on(PodView pod) {
    PodView view = pod;
    for (Map<String, Object> port : ports) {
      if (port.get(field) instanceof Number number && number.intValue() > 0) {
        view = view.hostPort(text(port, "protocol"), text(port, "hostIP"), number.intValue());
      }
    }
    return view;
  }

  private static String text(Map<String, Object> port, String field) {
    return port.get(field) instanceof String text ? text : "";
  }
}
