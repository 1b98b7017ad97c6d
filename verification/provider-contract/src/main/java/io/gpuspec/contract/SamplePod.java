package io.gpuspec.contract;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A pod on a target, in parts that a failing law can print. */
record SamplePod(
    Target target,
    Map<String, String> annotations,
    Map<String, String> labels,
    Map<String, String> nodeSelector,
    List<NodeTerm> nodeTerms,
    List<Container> containers) {

  PodView view() {
    PodView pod = PodView.empty();
    for (Map.Entry<String, String> entry : annotations.entrySet()) {
      pod = pod.annotation(entry.getKey(), entry.getValue());
    }
    for (Map.Entry<String, String> entry : labels.entrySet()) {
      pod = pod.label(entry.getKey(), entry.getValue());
    }
    for (Map.Entry<String, String> entry : nodeSelector.entrySet()) {
      pod = pod.nodeSelector(entry.getKey(), entry.getValue());
    }
    for (NodeTerm term : nodeTerms) {
      pod = pod.nodeTerm(term);
    }
    for (Container container : containers) {
      pod = pod.container(container);
    }
    return pod;
  }

  Optional<Match> match() {
    return target.match(view());
  }

  GpuRequest need() {
    return target.request(view());
  }
}
