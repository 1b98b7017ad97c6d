package io.gpuspec.judges;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.scheduling.NodeRequirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A pod with one container, by what it asks of nodes.
 *
 * @param selector its node selector
 * @param terms its required node affinity, of which one must hold; none for no affinity
 * @param amounts what its container is limited to, by resource
 */
record SomePod(
    Map<String, String> selector, List<List<NodeRequirement>> terms, Map<String, String> amounts) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  SomePod {
    selector = new TreeMap<>(selector);
    terms = terms.stream().map(List::copyOf).toList();
    amounts = new TreeMap<>(amounts);
  }

  /** All that must hold together, for each term: the selector's labels among them. */
  List<List<NodeRequirement>> alternatives() {
    List<NodeRequirement> selected =
        selector.entrySet().stream()
            .map(label -> NodeRequirement.in(label.getKey(), label.getValue()))
            .toList();
    return terms.isEmpty()
        ? List.of(selected)
        : terms.stream()
            .map(term -> Stream.concat(selected.stream(), term.stream()).toList())
            .toList();
  }

  /** The labels that it says something of. */
  Set<String> keys() {
    Set<String> keys = new TreeSet<>(selector.keySet());
    terms.forEach(term -> term.forEach(asked -> keys.add(asked.key())));
    return keys;
  }

  /** The same pod with these requirements and no others. */
  SomePod asking(List<NodeRequirement> all) {
    return new SomePod(Map.of(), all.isEmpty() ? List.of() : List.of(all), amounts);
  }

  /** Each with one thing less. */
  List<SomePod> smaller() {
    List<SomePod> all = new ArrayList<>();
    selector.keySet().forEach(key -> all.add(new SomePod(without(selector, key), terms, amounts)));
    for (int i = 0; i < terms.size(); i++) {
      all.add(new SomePod(selector, without(terms, i), amounts));
      List<NodeRequirement> term = terms.get(i);
      for (int j = 0; term.size() > 1 && j < term.size(); j++) {
        all.add(new SomePod(selector, with(i, without(term, j)), amounts));
      }
      for (int j = 0; j < term.size(); j++) {
        for (NodeRequirement less : withFewerValues(term.get(j))) {
          List<NodeRequirement> changed = new ArrayList<>(term);
          changed.set(j, less);
          all.add(new SomePod(selector, with(i, changed), amounts));
        }
      }
    }
    for (String resource : amounts.keySet()) {
      if (!resource.equals("nvidia.com/gpu")) {
        all.add(new SomePod(selector, terms, without(amounts, resource)));
      }
    }
    if (!amounts.get("nvidia.com/gpu").equals("1")) {
      Map<String, String> one = new TreeMap<>(amounts);
      one.put("nvidia.com/gpu", "1");
      all.add(new SomePod(selector, terms, one));
    }
    return all;
  }

  private static List<NodeRequirement> withFewerValues(NodeRequirement asked) {
    List<NodeRequirement> all = new ArrayList<>();
    for (int i = 0; asked.values().size() > 1 && i < asked.values().size(); i++) {
      all.add(new NodeRequirement(asked.key(), asked.operator(), without(asked.values(), i)));
    }
    return all;
  }

  private List<List<NodeRequirement>> with(int index, List<NodeRequirement> term) {
    List<List<NodeRequirement>> changed = new ArrayList<>(terms);
    changed.set(index, term);
    return changed;
  }

  private static <T> List<T> without(List<T> all, int index) {
    List<T> left = new ArrayList<>(all);
    left.remove(index);
    return left;
  }

  private static Map<String, String> without(Map<String, String> all, String key) {
    Map<String, String> left = new TreeMap<>(all);
    left.remove(key);
    return left;
  }

  /** What kind of pod it is, without values: to tell classes of counter-examples apart. */
  String kind() {
    List<String> said = new ArrayList<>();
    selector.keySet().forEach(key -> said.add(key + "="));
    terms.forEach(
        term ->
            said.add(
                term.stream().map(asked -> asked.key() + " " + asked.operator()).sorted().toList()
                    + ""));
    amounts.keySet().stream().filter(name -> !name.equals("nvidia.com/gpu")).forEach(said::add);
    return String.join(" ; ", said);
  }

  ObjectNode json() {
    ObjectNode pod = JSON.objectNode().put("apiVersion", "v1").put("kind", "Pod");
    pod.putObject("metadata").put("name", "judged");
    ObjectNode spec = pod.putObject("spec");
    if (!selector.isEmpty()) {
      ObjectNode labels = spec.putObject("nodeSelector");
      selector.forEach(labels::put);
    }
    spec.putArray("tolerations").addObject().put("key", "nvidia.com/gpu").put("operator", "Exists");
    if (!terms.isEmpty()) {
      ArrayNode all =
          spec.putObject("affinity")
              .putObject("nodeAffinity")
              .putObject("requiredDuringSchedulingIgnoredDuringExecution")
              .putArray("nodeSelectorTerms");
      terms.forEach(term -> requirements(term, all.addObject().putArray("matchExpressions")));
    }
    ObjectNode container = spec.putArray("containers").addObject();
    container.put("name", "main").put("image", "example.com/judged:v1");
    ObjectNode resources = container.putObject("resources");
    ObjectNode requests = resources.putObject("requests");
    amounts.forEach(requests::put);
    ObjectNode limits = resources.putObject("limits");
    amounts.forEach(limits::put);
    return pod;
  }

  private static void requirements(Collection<NodeRequirement> of, ArrayNode into) {
    for (NodeRequirement asked : of) {
      ObjectNode requirement =
          into.addObject().put("key", asked.key()).put("operator", asked.operator());
      if (!asked.values().isEmpty()) {
        asked.values().forEach(requirement.putArray("values")::add);
      }
    }
  }

  @Override
  public String toString() {
    return json().toPrettyString();
  }
}
