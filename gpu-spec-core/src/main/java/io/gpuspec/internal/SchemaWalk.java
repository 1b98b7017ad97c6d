package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The validation of one document: where it is, and what was found. It allocates nothing for what is
 * right: a file can have millions of values.
 */
final class SchemaWalk {
  private final Place top;

  /** The way from there: names, and numbers of items. */
  private final List<Object> steps = new ArrayList<>();

  private final Map<Pattern, Matcher> matchers = new IdentityHashMap<>();
  private final Problems problems = new Problems();

  SchemaWalk(Place top) {
    this.top = top;
  }

  /** Checks a field's value, or its name. */
  void field(String name, SchemaRules rules, JsonNode value) {
    steps.add(name);
    rules.check(value, this);
    steps.remove(steps.size() - 1);
  }

  /** Checks an item. */
  void item(int index, SchemaRules rules, JsonNode value) {
    steps.add(index);
    rules.check(value, this);
    steps.remove(steps.size() - 1);
  }

  /** Returns whether a pattern is found in a text. */
  boolean finds(Pattern pattern, String text) {
    return matchers.computeIfAbsent(pattern, each -> each.matcher("")).reset(text).find();
  }

  /** Reports a problem of the value that is being checked. */
  void problem(String message) {
    problems.add(place(), message);
  }

  /** Reports a problem of a field in the value that is being checked. */
  void problemOf(String field, String message) {
    problems.add(place().field(field), message);
  }

  private Place place() {
    Place place = top;
    for (Object step : steps) {
      place = place.field(step.toString());
    }
    return place;
  }

  List<Problem> problems() {
    return problems.all();
  }
}
