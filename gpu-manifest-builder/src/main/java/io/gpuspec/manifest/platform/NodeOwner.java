package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.Citation;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A component that rewrites labels or taints of nodes by itself, so nothing else should write them.
 *
 * <pre>{@code
 * NodeOwner.ofLabel("nvidia.com/gpu.product");    // Optional[GPU Feature Discovery]
 * NodeOwner.ofLabel("workload");                  // Optional.empty
 * }</pre>
 *
 * <p>They are listed in {@code node-owners.json}.
 *
 * @param name who it is, such as {@code Karpenter}
 * @param citation where that is documented
 */
public record NodeOwner(String name, Citation citation) {
  private static final JsonNode DATA = PlatformData.read("node-owners.json");
  private static final ImmutableList<Line> LABELS = lines("labels");
  private static final ImmutableList<Line> TAINTS = lines("taints");

  /** Refuses null. */
  public NodeOwner {
    Checks.given("name", name);
    Checks.given("citation", citation);
  }

  /** Returns whose the label is; empty where an administrator writes it. */
  public static Optional<NodeOwner> ofLabel(String key) {
    return of(LABELS, Checks.given("label", key));
  }

  /** Returns whose taints of that key are; empty where an administrator writes them. */
  public static Optional<NodeOwner> ofTaint(String key) {
    return of(TAINTS, Checks.given("taint", key));
  }

  private static Optional<NodeOwner> of(List<Line> lines, String key) {
    return lines.stream().filter(line -> line.holds(key)).findFirst().map(Line::owner);
  }

  /** A line of the file. */
  private record Line(
      NodeOwner owner,
      ImmutableSet<String> keys,
      ImmutableSet<String> prefixes,
      ImmutableSet<String> domains,
      ImmutableSet<String> except) {

    static Line of(JsonNode line) {
      return new Line(
          new NodeOwner(line.path("owner").asText(), PlatformData.citation(line.path("citation"))),
          texts(line, "keys"),
          texts(line, "prefixes"),
          texts(line, "domains"),
          texts(line, "except"));
    }

    boolean holds(String key) {
      return keys.contains(key)
          || prefixes.stream().anyMatch(key::startsWith)
          || (domains.stream().anyMatch(domain -> isBelow(domain, key))
              && except.stream().noneMatch(domain -> isBelow(domain, key)));
    }

    private static ImmutableSet<String> texts(JsonNode line, String field) {
      return StreamSupport.stream(line.path(field).spliterator(), false)
          .map(JsonNode::asText)
          .collect(ImmutableSet.toImmutableSet());
    }
  }

  private static ImmutableList<Line> lines(String what) {
    return StreamSupport.stream(DATA.path(what).spliterator(), false)
        .map(Line::of)
        .collect(ImmutableList.toImmutableList());
  }

  private static boolean isBelow(String domain, String key) {
    int slash = key.indexOf('/');
    String of = slash < 0 ? "" : key.substring(0, slash);
    return of.equals(domain) || of.endsWith("." + domain);
  }

  /** Its name. */
  @Override
  public String toString() {
    return name;
  }
}
