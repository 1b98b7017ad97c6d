package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.GpuModel;
import io.gpuspec.internal.admission.ResourceTolerations;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The labels that mark GPU nodes: those of one tool or vendor, or those that you write by hand.
 *
 * <pre>{@code
 * LabelScheme.of("gfd").gpuLabel();    // nvidia.com/gpu.product
 * LabelScheme.all();
 *     // karpenter: karpenter.k8s.aws/instance-gpu-name, written by Karpenter
 *     // eks-auto: eks.amazonaws.com/instance-gpu-name, written by EKS Auto Mode
 *     // ...
 * }</pre>
 *
 * <p>They are data: {@code label-schemes.json} and core's {@code gpu-labels.json}, each with its
 * source.
 */
public final class LabelScheme {
  /** The label of a node with a card, for clusters without Node Feature Discovery. */
  private static final String PRESENT = "nvidia.com/gpu.present";

  private static final ImmutableMap<String, LabelScheme> ALL = read();

  /** Labels that {@code kubectl} writes, as the documents on node pools have them. */
  static final LabelScheme PLAIN = of("plain");

  private final String name;
  private final Optional<String> writer;
  private final Optional<String> plugin;
  private final Optional<String> present;
  private final String gpu;
  private final Optional<String> count;
  private final Optional<String> memory;
  private final String unit;
  private final Citation citation;

  private LabelScheme(JsonNode data) {
    this.name = data.path("name").asText();
    this.writer = text(data, "writer");
    this.plugin = text(data, "plugin");
    this.present = text(data, "present");
    this.gpu = data.path("gpu").asText();
    this.count = text(data, "count");
    this.memory = text(data, "memory");
    this.unit = data.path("unit").asText();
    this.citation = PlatformData.citation(data.path("citation"));
  }

  private static ImmutableMap<String, LabelScheme> read() {
    ImmutableMap.Builder<String, LabelScheme> schemes = ImmutableMap.builder();
    for (JsonNode data : PlatformData.read("label-schemes.json").path("schemes")) {
      LabelScheme scheme = new LabelScheme(data);
      schemes.put(scheme.name, scheme);
    }
    return schemes.buildOrThrow();
  }

  private static Optional<String> text(JsonNode data, String key) {
    return Optional.ofNullable(data.get(key)).map(JsonNode::asText);
  }

  /**
   * Returns every scheme, in the order in which they are preferred: vendors', then GFD's, then
   * plain.
   */
  public static Listing<LabelScheme> all() {
    return Listing.copyOf(ALL.values());
  }

  /**
   * The scheme of that name.
   *
   * @throws UnknownNameException if it does not exist
   */
  public static LabelScheme of(String name) {
    LabelScheme scheme = ALL.get(Checks.given("scheme", name));
    if (scheme == null) {
      throw new UnknownNameException("node-pool.unknown", "label scheme", name, ALL.keySet());
    }
    return scheme;
  }

  /**
   * The preferred scheme whose GPU label all these nodes have, or plain if they have no such label.
   */
  public static LabelScheme on(List<NodeView> nodes) {
    Checks.given("nodes", nodes);
    return ALL.values().stream()
        .filter(scheme -> !nodes.isEmpty())
        .filter(
            scheme ->
                nodes.stream()
                    .allMatch(node -> Checks.given("node", node).labels().containsKey(scheme.gpu)))
        .findFirst()
        .orElse(PLAIN);
  }

  /** Its name, such as {@code gfd}. */
  public String name() {
    return name;
  }

  /** Returns the tool that writes its labels; empty if you write them. */
  public Optional<String> writer() {
    return writer;
  }

  /** The label that holds the GPU's name. */
  public String gpuLabel() {
    return gpu;
  }

  /**
   * Returns whose device plugin is preinstalled on the nodes; empty if you install one, such as
   * {@link DevicePlugin}.
   */
  public Optional<String> plugin() {
    return plugin;
  }

  /**
   * Returns the labels with which {@link DevicePlugin} selects its nodes, if nothing else writes
   * them.
   */
  Map<String, String> presence() {
    return plugin.isPresent() || present.isPresent() ? Map.of() : Map.of(PRESENT, "true");
  }

  /** Returns whether some scheme writes or selects that label. */
  static boolean holds(String key) {
    return key.equals(PRESENT)
        || ALL.values().stream()
            .flatMap(
                scheme ->
                    Stream.of(Optional.of(scheme.gpu), scheme.present, scheme.count, scheme.memory)
                        .flatMap(Optional::stream))
            .anyMatch(key::equals);
  }

  /**
   * Returns the source of the API server adding a toleration for each extended resource that a pod
   * requests; empty if it does not, or if that is not known of the clusters with these labels.
   */
  Optional<Citation> resourceTolerations() {
    return ResourceTolerations.ofNode(List.of(gpu));
  }

  /** Returns where its labels are documented. */
  public Citation citation() {
    return citation;
  }

  /** The labels of a node with so many of a card, of which one driver's name is known or not. */
  Map<String, String> labels(GpuModel model, String value, int cards) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(gpu, value);
    present.ifPresent(key -> labels.put(key, "true"));
    count.ifPresent(key -> labels.put(key, String.valueOf(cards)));
    memory.ifPresent(
        key ->
            model
                .memoryReported()
                .ifPresent(size -> labels.put(key, (size.toBytes() >> 20) + unit)));
    return labels;
  }

  /** Returns text such as {@code gfd: nvidia.com/gpu.product, written by GPU Feature Discovery}. */
  @Override
  public String toString() {
    return name + ": " + gpu + writer.map(who -> ", written by " + who).orElse("");
  }
}
