package io.gpuspec.manifest.inspect;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.rule.Rule;
import io.gpuspec.rule.RuleFile;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The rules of the inspector and of the providers, with what finds each. */
final class RuleBook {
  private static final List<String> FILES =
      List.of(
          "form",
          "requests",
          "shape",
          "sharing",
          "mig",
          "environment",
          "plugin",
          "scheduling",
          "operation",
          "pools",
          "tenancy",
          "monitoring",
          "gangs",
          "claims");

  private static final List<Rule> OWN =
      FILES.stream().flatMap(file -> read("rules/" + file + ".yaml").stream()).toList();

  /** A rule with the check that finds it. */
  record Entry(Rule rule, Check check) {}

  /** The clouds whose providers bring a rule; a rule without any holds everywhere. */
  private final Map<String, Set<String>> clouds = new HashMap<>();

  private final Map<String, Rule> rules = new LinkedHashMap<>();
  private final Map<String, Rule> byCovered = new HashMap<>();
  private final List<Entry> entries = new ArrayList<>();

  /** The same by the cloud whose pods they hold for. */
  private final Map<String, List<Entry>> byCloud = new ConcurrentHashMap<>();

  private RuleBook() {}

  /** Returns the rules, with those of all providers. */
  static RuleBook of(Gpus gpus) {
    RuleBook book = new RuleBook();
    for (Target target : gpus.targets()) {
      for (Rule rule : target.rules()) {
        book.clouds.computeIfAbsent(rule.id(), id -> new HashSet<>()).add(target.cloud());
      }
    }
    OWN.forEach(book::add);
    gpus.targets().forEach(target -> target.rules().forEach(book::add));
    return book;
  }

  /** Returns whether a rule holds for pods of a target. */
  boolean holds(Rule rule, Optional<Target> target) {
    return holds(rule, cloud(target));
  }

  private boolean holds(Rule rule, String cloud) {
    Set<String> of = clouds.get(rule.id());
    return of == null || of.contains(cloud);
  }

  /** Returns the cloud of a target; an empty text, which is no cloud's, for none. */
  private static String cloud(Optional<Target> target) {
    return target.map(Target::cloud).orElse("");
  }

  private static List<Rule> read(String file) {
    return RuleFile.read(file, RuleBook.class.getResourceAsStream(file)).rules();
  }

  private void add(Rule rule) {
    if (rules.putIfAbsent(rule.id(), rule) != null) {
      return;
    }
    rule.covers().forEach(id -> byCovered.put(id, rule));
    Check check = CodeRules.ALL.get(rule.id());
    if (check != null) {
      entries.add(new Entry(rule, check));
    } else if (!rule.conditions().isEmpty()) {
      entries.add(new Entry(rule, new ConditionCheck(rule)));
    }
  }

  /** Returns all rules. */
  List<Rule> all() {
    return List.copyOf(rules.values());
  }

  /** Returns a rule that is there. */
  Rule require(String id) {
    return Objects.requireNonNull(rules.get(id), id);
  }

  /** Returns a rule by its id. */
  Rule named(String id) {
    Rule rule = rules.get(id);
    if (rule == null) {
      throw new UnknownNameException("rule.unknown", "rule", id, rules.keySet());
    }
    return rule;
  }

  /** Returns the rule that reports notes and errors with an id. */
  Optional<Rule> covering(String id) {
    return Optional.ofNullable(byCovered.get(id));
  }

  /** Returns the rules that are looked for in each object that is meant for a target. */
  List<Entry> entries(Optional<Target> target) {
    return byCloud.computeIfAbsent(
        cloud(target),
        cloud -> entries.stream().filter(entry -> holds(entry.rule(), cloud)).toList());
  }
}
