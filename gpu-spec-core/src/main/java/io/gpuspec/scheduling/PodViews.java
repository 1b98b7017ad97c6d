package io.gpuspec.scheduling;

import io.gpuspec.kube.Tree;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads pods, wherever they are written. */
final class PodViews {
  private static final int HIGHEST_PORT = 65_535;

  private PodViews() {}

  static PodView of(Tree pod) {
    Tree metadata = pod.get("metadata");
    Tree spec = pod.get("spec");
    PodView view =
        PodView.empty()
            .namespace(metadata.get("namespace").text())
            .annotations(metadata.get("annotations").texts())
            .labels(metadata.get("labels").texts())
            .containers(containers(spec))
            .overhead(spec.get("overhead").texts());
    Tree whole = spec.get("resources");
    if (whole.kind() != Tree.Kind.NULL) {
      view = view.resources(whole.get("requests").texts(), whole.get("limits").texts());
    }
    for (Tree claim : spec.get("resourceClaims").items()) {
      view = view.claim(claim.get("name").text());
    }
    return onNodes(view, spec);
  }

  private static List<Container> containers(Tree spec) {
    List<Container> containers = new ArrayList<>();
    for (Tree init : spec.get("initContainers").items()) {
      containers.add(container(init, isSidecar(init) ? Role.SIDECAR : Role.INIT));
    }
    for (Tree container : spec.get("containers").items()) {
      containers.add(container(container, Role.MAIN));
    }
    return containers;
  }

  private static boolean isSidecar(Tree init) {
    return init.get("restartPolicy").text().equals("Always");
  }

  private static Container container(Tree container, Role role) {
    Tree resources = container.get("resources");
    return new Container(
        container.get("name").text(),
        role,
        resources.get("requests").texts(),
        resources.get("limits").texts());
  }

  /** Returns a pod with what a specification requires of nodes, and the ports that it takes. */
  static PodView onNodes(PodView pod, Tree spec) {
    Tree affinity = spec.at("affinity", "nodeAffinity");
    PodView view =
        pod.nodeSelector(spec.get("nodeSelector").texts())
            .nodeTerms(
                affinity
                    .at("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
                    .items()
                    .stream()
                    .map(PodViews::term)
                    .toList())
            .withPreferredNodeTerms(
                affinity.get("preferredDuringSchedulingIgnoredDuringExecution").items().stream()
                    .sorted(Comparator.comparingLong(PodViews::weight).reversed())
                    .map(each -> term(each.get("preference")))
                    .toList())
            .tolerations(spec.get("tolerations").items().stream().map(Toleration::of).toList());
    return onPorts(view, spec);
  }

  private static long weight(Tree preferred) {
    return preferred.get("weight").integer();
  }

  private static NodeTerm term(Tree term) {
    return new NodeTerm(
        requirements(term.get("matchExpressions")), requirements(term.get("matchFields")));
  }

  static List<NodeRequirement> requirements(Tree all) {
    return all.items().stream().map(NodeRequirement::of).toList();
  }

  /**
   * With {@code hostNetwork}, the API server has each container port be one of the node. Anything
   * that is not a port yet, such as a part of a template, is left out.
   */
  private static PodView onPorts(PodView pod, Tree spec) {
    String field = spec.get("hostNetwork").text().equals("true") ? "containerPort" : "hostPort";
    PodView view = pod;
    for (Tree container : running(spec)) {
      for (Tree port : parts(container, "ports")) {
        Tree number = port.get(field);
        if (number.kind() == Tree.Kind.INT && isPort(number.integer())) {
          view =
              view.hostPort(
                  port.get("protocol").text(), port.get("hostIP").text(), (int) number.integer());
        }
      }
    }
    return view;
  }

  private static boolean isPort(long number) {
    return number > 0 && number <= HIGHEST_PORT;
  }

  private static List<Tree> running(Tree spec) {
    return Stream.concat(
            parts(spec, "containers").stream(),
            parts(spec, "initContainers").stream().filter(PodViews::isSidecar))
        .toList();
  }

  /** Returns the mappings of a list, if it is one. */
  private static List<Tree> parts(Tree owner, String list) {
    Tree all = owner.get(list);
    return all.kind() == Tree.Kind.SEQUENCE
        ? all.items().stream()
            .filter(each -> each.kind() == Tree.Kind.MAPPING)
            .map(Tree.class::cast)
            .toList()
        : List.of();
  }
}
