package io.gpuspec.scheduling;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A pod's requirements on a node's labels, name and ports, and its tolerations.
 *
 * @param selected the node selector as requirements, which apply to every node
 * @param preferred what the pod prefers, the heaviest first
 * @param name the node that the pod names; empty if a scheduler chooses one
 */
record NodeRequirements(
    ImmutableMap<String, String> selector,
    ImmutableList<NodeRequirement> selected,
    ImmutableList<NodeTerm> terms,
    ImmutableList<NodeTerm> preferred,
    ImmutableList<Toleration> tolerations,
    ImmutableList<HostPort> ports,
    String name) {

  static final NodeRequirements NOTHING =
      new NodeRequirements(
          ImmutableMap.of(),
          ImmutableList.of(),
          ImmutableList.of(),
          ImmutableList.of(),
          ImmutableList.of(),
          ImmutableList.of(),
          "");

  /** The taints that the API server lets every pod tolerate for a while by default. */
  private static final List<String> TOLERATED_FOR_A_WHILE =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

  NodeRequirements selecting(ImmutableMap<String, String> all) {
    return new NodeRequirements(
        all,
        all.entrySet().stream()
            .map(label -> NodeRequirement.in(label.getKey(), label.getValue()))
            .collect(ImmutableList.toImmutableList()),
        terms,
        preferred,
        tolerations,
        ports,
        name);
  }

  NodeRequirements requiring(ImmutableList<NodeTerm> all) {
    return new NodeRequirements(selector, selected, all, preferred, tolerations, ports, name);
  }

  NodeRequirements preferring(ImmutableList<NodeTerm> all) {
    return new NodeRequirements(selector, selected, terms, all, tolerations, ports, name);
  }

  NodeRequirements tolerating(ImmutableList<Toleration> all) {
    return new NodeRequirements(selector, selected, terms, preferred, all, ports, name);
  }

  NodeRequirements taking(ImmutableList<HostPort> all) {
    return new NodeRequirements(selector, selected, terms, preferred, tolerations, all, name);
  }

  NodeRequirements naming(String node) {
    return new NodeRequirements(selector, selected, terms, preferred, tolerations, ports, node);
  }

  /**
   * The same with each requirement changed, or removed. A term without remaining requirements
   * admits any node, and so do the terms together.
   */
  NodeRequirements changed(Function<NodeRequirement, Optional<NodeRequirement>> change) {
    List<NodeTerm> changed = terms.stream().map(term -> term.changed(change)).toList();
    boolean isAnyAdmitted =
        IntStream.range(0, changed.size())
            .anyMatch(at -> changed.get(at).isEmpty() && !terms.get(at).isEmpty());
    ImmutableList<NodeRequirement> left =
        selected.stream()
            .flatMap(each -> change.apply(each).stream())
            .collect(ImmutableList.toImmutableList());
    // A changed requirement may admit several values, of which a selector has the first; one that
    // no selector can say, such as Exists, is only among the requirements.
    Map<String, String> selector = new LinkedHashMap<>();
    left.stream()
        .filter(each -> each.operator().equals("In") && !each.values().isEmpty())
        .forEach(each -> selector.putIfAbsent(each.key(), each.values().get(0)));
    return new NodeRequirements(
        ImmutableMap.copyOf(selector),
        left,
        isAnyAdmitted ? ImmutableList.of() : ImmutableList.copyOf(changed),
        preferred.stream()
            .map(term -> term.changed(change))
            .filter(term -> !term.isEmpty())
            .collect(ImmutableList.toImmutableList()),
        tolerations,
        ports,
        name);
  }

  /** The selector, then the parts of the terms. */
  List<NodeRequirement> requirements() {
    return Stream.concat(
            selected.stream(), terms.stream().flatMap(term -> term.requirements().stream()))
        .toList();
  }

  boolean selects(Predicate<NodeRequirement> meets) {
    return selected.stream().allMatch(meets)
        && (terms.isEmpty() || terms.stream().anyMatch(term -> term.matches(meets)));
  }

  boolean tolerates(Taint taint) {
    return tolerations.stream().anyMatch(toleration -> toleration.tolerates(taint))
        || toleratesForAWhile(taint)
        || isUpToTheKubelet(taint);
  }

  /** Of the taints of a node that a pod names, the kubelet looks only at NoExecute. */
  private boolean isUpToTheKubelet(Taint taint) {
    return !name.isEmpty() && taint.effect() != Taint.Effect.NO_EXECUTE;
  }

  /** Source: Kubernetes, admission plugin DefaultTolerationSeconds. */
  private boolean toleratesForAWhile(Taint taint) {
    return taint.effect() == Taint.Effect.NO_EXECUTE
        && TOLERATED_FOR_A_WHILE.contains(taint.key())
        && tolerations.stream().noneMatch(toleration -> isAbout(toleration, taint));
  }

  private static boolean isAbout(Toleration toleration, Taint taint) {
    return (toleration.key().isEmpty() || toleration.key().equals(taint.key()))
        && (toleration.effect().isEmpty() || toleration.effect().equals(taint.effect().toString()));
  }
}
