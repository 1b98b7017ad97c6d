package io.gpuspec.manifest.inspect;

import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects what breaks one rule in one object. */
final class Report {

  /**
   * A place that breaks the rule.
   *
   * @param words what stands for the words in braces in the rule's message
   */
  record Hit(YamlPlace place, Map<String, String> words, List<Edit> edits, boolean isSafe) {}

  private final Rule rule;
  private final Surroundings around;
  private final Optional<Target> target;
  private List<Hit> hits = List.of();

  Report(Rule rule, Surroundings around, Optional<Target> target) {
    this.rule = rule;
    this.around = around;
    this.target = target;
  }

  /** Returns the rule. */
  Rule rule() {
    return rule;
  }

  /** Returns the other objects of the input. */
  Surroundings around() {
    return around;
  }

  /** Returns the target, if it is known. */
  Optional<Target> target() {
    return target;
  }

  /** Reports a place. */
  void at(YamlPlace place, Map<String, String> words) {
    add(new Hit(place, words, List.of(), false));
  }

  /** Reports a place with a change that mends it and does not change what the workload gets. */
  void safe(YamlPlace place, Map<String, String> words, Edit... edits) {
    add(new Hit(place, words, List.of(edits), true));
  }

  /** Reports a place with a change that probably mends it. */
  void suggest(YamlPlace place, Map<String, String> words, Edit... edits) {
    add(new Hit(place, words, List.of(edits), false));
  }

  private void add(Hit hit) {
    if (hits.isEmpty()) {
      hits = new ArrayList<>();
    }
    hits.add(hit);
  }

  List<Hit> hits() {
    return hits;
  }
}
