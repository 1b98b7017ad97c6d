package io.gpuspec.eks;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Listing;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.Text;
import io.gpuspec.UnknownNameException;
import io.gpuspec.eks.internal.KarpenterRules;
import io.gpuspec.eks.internal.NodePoolFields;
import io.gpuspec.eks.internal.Pages;
import io.gpuspec.eks.internal.PoolNode;
import io.gpuspec.eks.internal.PoolTypes;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.NodeView;
import io.gpuspec.spi.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A Karpenter NodePool ({@code karpenter.sh/v1}) of GPU nodes: which instance types are bought, in
 * which way, and when they are taken away.
 *
 * <pre>{@code
 * NodePool pool =
 *     NodePool.of("inference", gpus.in("eks"), "A10G", "L4")
 *         .capacityTypes(CapacityType.SPOT, CapacityType.ON_DEMAND)
 *         .limit("nvidia.com/gpu", "8")
 *         .weight(10);
 *
 * // As YAML, with the manifest builder; Eks.NODE_POOL puts it beside a workload.
 * KubeYaml.of(pool.toObject());    // apiVersion: karpenter.sh/v1 kind: NodePool ...
 *
 * // Every field with its reason and source.
 * pool.explain();    // NodePool inference: g5.xlarge, g5.2xlarge and 16 more, spot, on-demand ...
 *
 * // A node of it, to ask which pods it takes.
 * pool.node("g5.xlarge");    // inference-g5.xlarge: {cpu=3920m, memory=14162Mi, ...}, ...
 * }</pre>
 *
 * <p>It is immutable. Nodes carry the label {@code node-type: gpu} and the taint {@code
 * nvidia.com/gpu=true:NoSchedule}; those without pods are taken away after 30 s. What Karpenter
 * would refuse is refused here first, with the fix.
 */
public final class NodePool {
  private final String name;
  private final List<GpuSpec> types;
  private final NodePoolFields fields;

  private NodePool(String name, List<GpuSpec> types, NodePoolFields fields) {
    this.name = name;
    this.types = types;
    this.fields = fields;
  }

  /**
   * A pool for a match, named after its GPUs, such as {@code gpu-a10g}: every instance type that
   * has one of the GPUs asked for, bought as the request says. Two matches with the same name have
   * the same pool, whatever CPU and memory they ask for.
   *
   * @throws InvalidValueException if the match was not found on {@code eks}
   */
  public static NodePool of(Match.Found found) {
    return of(PoolTypes.of(found).name(), found);
  }

  /**
   * The same under a name of its own.
   *
   * @throws InvalidValueException if the name is none, or the match was not found on {@code eks}
   */
  public static NodePool of(String name, Match.Found found) {
    PoolTypes types = PoolTypes.of(found);
    return of(name, types.types(), types.known()).capacityTypes(found.request().capacityType());
  }

  /**
   * A pool of on-demand nodes.
   *
   * @param name the pool's
   * @param eks the target {@code eks}
   * @param names of GPUs, each standing for every type that has it, or of instance types
   * @throws UnknownNameException if a name is not known
   * @throws InvalidValueException if there is none, or one is of what Karpenter no longer lists
   */
  public static NodePool of(String name, Target eks, String... names) {
    KarpenterRules.required("target", eks, "the target eks");
    PoolTypes.requireKarpenter(eks.id());
    SpecCatalog catalog = eks.catalog();
    List<GpuSpec> types = new ArrayList<>();
    for (String each : KarpenterRules.all("names", names, "names of GPUs")) {
      types.addAll(current(catalog, each));
    }
    if (types.isEmpty()) {
      throw new InvalidValueException(
              "node pool %s: no GPU was named; name one or more, such as T4, or g5.xlarge"
                  .formatted(name))
          .see(Pages.NODE_POOLS);
    }
    return of(
        name,
        types.stream().distinct().toList(),
        catalog.includeRetired().specs().stream().filter(row -> !row.isOwnNode()).toList());
  }

  private static List<GpuSpec> current(SpecCatalog catalog, String name) {
    List<GpuSpec> rows =
        catalog.gpu(name).specs().stream().filter(row -> !row.isOwnNode()).toList();
    if (rows.isEmpty()) {
      throw new InvalidValueException(
              "node pool: '%s' has no instance type that Karpenter lists; there is %s"
                  .formatted(name, offered(catalog)))
          .see(Pages.NODE_POOLS);
    }
    return rows;
  }

  private static String offered(SpecCatalog catalog) {
    return catalog.specs().stream().map(GpuSpec::gpu).distinct().collect(Collectors.joining(", "));
  }

  private static NodePool of(String name, List<GpuSpec> types, List<GpuSpec> known) {
    if (types.isEmpty()) {
      throw new InvalidValueException(
              "node pool %s: the match is on a node of your own, and Karpenter launches none such; leave node-pool out"
                  .formatted(name))
          .see(Pages.NODE_POOLS);
    }
    return new NodePool(
        KarpenterRules.name("NodePool", name), types, NodePoolFields.of(types, known));
  }

  /**
   * A pool for each GPU of a request, in the order asked: the first has the weight 100 and each
   * next one less, so that Karpenter goes on to the next where it cannot have the first, or where
   * that has reached its limit.
   *
   * <p>They are for pods that would take any of them, such as with {@link NodeSelection#NODE_TYPE}:
   * of a pod that names its GPUs Karpenter tries the first it names first.
   *
   * @param prefix what the names begin with, such as {@code gpu}
   * @throws InvalidValueException if there are more than 100, or the match was not found on {@code
   *     eks}
   */
  public static Listing<NodePool> inOrder(String prefix, Match.Found found) {
    PoolTypes types = PoolTypes.of(found);
    List<NodePool> pools = new ArrayList<>();
    for (Shape preference : found.preferences()) {
      GpuSpec row = preference.spec();
      pools.add(
          of(types.name(prefix, List.of(row)), types.types(row), types.known())
              .capacityTypes(found.request().capacityType())
              .weight(100 - pools.size()));
    }
    return Listing.of(pools);
  }

  private NodePool with(NodePoolFields changed) {
    return new NodePool(name, types, changed);
  }

  /**
   * The same pool, whose nodes are bought in one of these ways. Of several Karpenter prefers what
   * is reserved, then spot: {@code SPOT, ON_DEMAND} is spot with on-demand to fall back on.
   *
   * @throws InvalidValueException if there is none
   */
  public NodePool capacityTypes(CapacityType... capacityTypes) {
    return with(
        fields.capacityTypes(KarpenterRules.all("capacity types", capacityTypes, "CapacityTypes")));
  }

  /**
   * The same pool, whose nodes also have one of these values of a label, such as of {@code
   * topology.kubernetes.io/zone}. What an instance type decides, can only be narrowed.
   *
   * @throws InvalidValueException if the label is Karpenter's to write, a value is none, or no
   *     instance type of the pool is left
   */
  public NodePool requirement(String key, String... values) {
    KarpenterRules.labelKey(key);
    List<String> allowed = KarpenterRules.all("requirement " + key, values, "texts");
    List<GpuSpec> left = NodePoolFields.having(types, key, allowed);
    return new NodePool(name, left, fields.requirement(key, allowed));
  }

  /**
   * The same pool, whose nodes carry this label.
   *
   * @throws InvalidValueException if the label is Karpenter's to write, or is none
   */
  public NodePool label(String key, String value) {
    return with(fields.label(key, value));
  }

  /**
   * The same pool, whose nodes carry one more taint.
   *
   * @throws InvalidValueException if key or value is none
   */
  public NodePool taint(Taint taint) {
    return with(fields.taint(KarpenterRules.required("taint", taint, "a Taint")));
  }

  /**
   * The same pool, whose nodes are made as this class says; of the class {@code gpu} unless chosen.
   *
   * @throws InvalidValueException if it is no name
   */
  public NodePool nodeClass(String name) {
    return with(fields.nodeClass(name));
  }

  /** The same pool, which takes nodes away in this way. */
  public NodePool disruption(Disruption disruption) {
    return with(fields.disruption(KarpenterRules.required("disruption", disruption, "one")));
  }

  /**
   * The same pool, whose nodes live so long at most; {@code 720h} unless chosen. Pods that still
   * run then are evicted: {@code Never} where none may be.
   *
   * @throws InvalidValueException if it is neither hours, minutes and seconds nor {@code Never}
   */
  public NodePool expireAfter(String duration) {
    return with(fields.expireAfter(duration));
  }

  /**
   * The same pool, whose nodes have so much of a resource together at most.
   *
   * @param resource such as {@code nvidia.com/gpu}, {@code cpu}, {@code memory} or {@code nodes}
   * @throws InvalidValueException if the amount is no quantity of the resource, or Karpenter counts
   *     no such resource on these nodes, so that it would limit nothing
   */
  public NodePool limit(String resource, String amount) {
    return with(fields.limit(resource, amount));
  }

  /**
   * The same pool, tried before those of less weight; pools without one come last.
   *
   * @throws InvalidValueException if it is not from 1 to 100
   */
  public NodePool weight(int weight) {
    return with(fields.weight(weight));
  }

  /** The same pool, with a reason of its own for its instance types. */
  NodePool because(String reason) {
    return with(fields.because(reason));
  }

  /** The pool's name. */
  public String name() {
    return name;
  }

  /** The instance types that it may buy, the GPUs in the order in which they were named. */
  public Listing<GpuSpec> instanceTypes() {
    return Listing.of(types);
  }

  /** The name of the EC2NodeClass that its nodes are made by. */
  public String nodeClass() {
    return fields.nodeClass();
  }

  /**
   * A node of this pool, empty, as the scheduler sees it: the labels and taints that the pool
   * writes, those of the instance type, and what pods can use of it.
   *
   * @throws UnknownNameException if the pool does not buy the type
   */
  public NodeView node(String instanceType) {
    GpuSpec type =
        types.stream()
            .filter(each -> each.name().equals(instanceType))
            .findFirst()
            .orElseThrow(
                () ->
                    new UnknownNameException(
                            "instance type of NodePool " + name,
                            String.valueOf(instanceType),
                            types.stream().map(GpuSpec::name).toList())
                        .see(Pages.NODE_POOLS));
    return PoolNode.of(name, type, fields);
  }

  /** The object as data. */
  public KubeObject toObject() {
    return fields.in(KubeObject.of("karpenter.sh/v1", "NodePool", name));
  }

  /** Every field with its reason and source. */
  public Listing<Setting> settings() {
    return fields.settings();
  }

  /** The same to read. */
  public Text explain() {
    return Text.of(this + "\n" + settings().all());
  }

  /** Such as {@code NodePool gpu-a10g: g5.xlarge, g5.2xlarge and 6 more, on-demand}. */
  @Override
  public String toString() {
    return "NodePool %s: %s, %s".formatted(name, shown(), fields.capacityTypes());
  }

  private String shown() {
    List<String> names = types.stream().map(GpuSpec::name).toList();
    return names.size() <= 3
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, 2)) + " and " + (names.size() - 2) + " more";
  }
}
