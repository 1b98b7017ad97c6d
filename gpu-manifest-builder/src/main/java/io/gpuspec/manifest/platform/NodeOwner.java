package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.Citation;
import java.util.Optional;
import java.util.stream.Stream;
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

  /** Refuses null. */
  public NodeOwner {
    Checks.given("name", name);
    Checks.given("citation", citation);
  }

  /** Returns whose the label is; empty where an administrator writes it. */
  public static Optional<NodeOwner> ofLabel(String key) {
    return of("labels", Checks.given("label", key));
  }

  /** Returns whose taints of that key are; empty where an administrator writes them. */
  public static Optional<NodeOwner> ofTaint(String key) {
    return of("taints", Checks.given("taint", key));
  }

  /**
   * Returns the source of the API server of its clusters adding a toleration for each extended
   * resource that a pod requests; empty if it does not, or if that is not known.
   */
  public Optional<Citation> resourceTolerations() {
    return StreamSupport.stream(DATA.path("labels").spliterator(), false)
        .filter(line -> line.path("owner").asText().equals(name) && line.has("admission"))
        .findFirst()
        .map(line -> PlatformData.citation(line.path("admission")));
  }

  private static Optional<NodeOwner> of(String what, String key) {
    return StreamSupport.stream(DATA.path(what).spliterator(), false)
        .filter(line -> holds(line, key))
        .findFirst()
        .map(
            line ->
                new NodeOwner(
                    line.path("owner").asText(), PlatformData.citation(line.path("citation"))));
  }

  private static boolean holds(JsonNode line, String key) {
    return texts(line, "keys").anyMatch(key::equals)
        || texts(line, "prefixes").anyMatch(key::startsWith)
        || (texts(line, "domains").anyMatch(domain -> isBelow(domain, key))
            && texts(line, "except").noneMatch(domain -> isBelow(domain, key)));
  }

  private static Stream<String> texts(JsonNode line, String field) {
    return StreamSupport.stream(line.path(field).spliterator(), false).map(JsonNode::asText);
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
