package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.GpuModel;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Nodes of one type with one purpose: a row of {@link GpuPools}.
 *
 * <pre>{@code
 * GpuPool.of("training", "A100-80G").nodes("a100-1", "a100-2").cards(8);
 *     // training: 2 x 8 A100-80G, 16 cards
 * GpuPool.of("serving", "T4")
 *     .nodes(4)
 *     .cards(4)
 *     .purpose("inference")
 *     .effect(Taint.Effect.PREFER_NO_SCHEDULE);
 *     // serving: 4 x 4 T4, 16 cards
 * }</pre>
 *
 * <p>It is immutable, and no step depends on another's order. By default, the purpose is the pool's
 * name, and pods that do not tolerate the purpose are not scheduled there ({@code NoSchedule}).
 */
public final class GpuPool {
  /** The label and taint that says what nodes are for. */
  static final String PURPOSE = "workload";

  static final String CARD = "nvidia.com/gpu";

  private final String name;
  private Card card;
  private Members members = new Members(List.of(), false);
  private String purpose;

  /** The effect of the purpose's taint, if there is one. */
  private Optional<Effect> effect = Optional.of(Effect.NO_SCHEDULE);

  /** Labels that are written. */
  private ImmutableMap<String, String> labels = ImmutableMap.of();

  /** Labels that the nodes have already. */
  private ImmutableMap<String, String> there = ImmutableMap.of();

  private ImmutableList<Taint> taints = ImmutableList.of();
  private ImmutableMap<String, String> allocatable = ImmutableMap.of();

  /**
   * The cards of each node.
   *
   * @param named the GPU as it was named, which may be one form of the model
   */
  record Card(GpuModel model, String named, int count) {}

  /**
   * The nodes.
   *
   * @param isNamed whether their names were given, and not only how many there are
   */
  record Members(List<String> names, boolean isNamed) {}

  private GpuPool(String name, Card card) {
    this.name = name;
    this.card = card;
    this.purpose = name;
  }

  private GpuPool with(Consumer<GpuPool> step) {
    GpuPool copy = new GpuPool(name, card);
    copy.members = members;
    copy.purpose = purpose;
    copy.effect = effect;
    copy.labels = labels;
    copy.there = there;
    copy.taints = taints;
    copy.allocatable = allocatable;
    step.accept(copy);
    return copy;
  }

  /**
   * A pool without nodes yet.
   *
   * @param name its name, which is also its purpose by default
   * @param gpu a model ({@code A100-80G}), or one form of it as the driver or a label writes it
   *     ({@code NVIDIA A100-SXM4-80GB})
   * @throws UnknownNameException if the GPU is unknown
   * @throws InvalidValueException if the name stands for several models
   */
  public static GpuPool of(String name, String gpu) {
    KubeNames.label("pool", name);
    return new GpuPool(name, new Card(model(gpu), gpu, 0));
  }

  /** The one model of that name. */
  static GpuModel model(String gpu) {
    List<GpuModel> models = GpuModel.find(Checks.given("gpu", gpu));
    List<String> names = models.stream().map(GpuModel::name).toList();
    if (models.isEmpty()) {
      throw new UnknownNameException(
          "gpu.unknown", "GPU", gpu, GpuModel.all().stream().map(GpuModel::name).toList());
    }
    if (models.size() > 1) {
      throw new InvalidValueException(
          "node-pool.ambiguous",
          "gpu: '%s' is sold with several sizes of memory; write one of %s"
              .formatted(gpu, String.join(", ", names)));
    }
    return models.get(0);
  }

  /**
   * Its nodes by name.
   *
   * @throws InvalidValueException if there are no names, one is not valid, or one is a duplicate
   */
  public GpuPool nodes(String... names) {
    Set<String> seen = new HashSet<>();
    for (String node : Checks.all("node", names)) {
      KubeNames.subdomain("node", node);
      if (!seen.add(node)) {
        throw new InvalidValueException(
            "node-pool.duplicate",
            "node: '%s' is in pool '%s' twice; remove one".formatted(node, name));
      }
    }
    if (names.length == 0) {
      throw new InvalidValueException(
          "node-pool.missing",
          "nodes: pool '%s' was given none; name one at least".formatted(name));
    }
    return with(p -> p.members = new Members(List.of(names), true));
  }

  /**
   * Returns a copy with this number of nodes, whose names do not matter or are not known yet;
   * commands then select nodes by existing labels ({@link #labelled}).
   */
  public GpuPool nodes(int count) {
    Checks.atLeast("nodes", 1, count);
    List<String> names = IntStream.rangeClosed(1, count).mapToObj(i -> name + "-" + i).toList();
    return with(p -> p.members = new Members(names, false));
  }

  /** Returns a copy with this number of cards on each node. */
  public GpuPool cards(int count) {
    Checks.atLeast("cards", 1, count);
    return with(p -> p.card = new Card(card.model(), card.named(), count));
  }

  /**
   * Returns a copy with this purpose of the nodes, such as {@code training}: the value of their
   * label and taint.
   */
  public GpuPool purpose(String value) {
    if (KubeNames.labelValue("purpose", value).isEmpty()) {
      throw new InvalidValueException(
          "node-pool.empty", "purpose: '' is empty; write one, such as training");
    }
    return with(p -> p.purpose = value);
  }

  /** Returns a copy with this effect of the purpose's taint on pods that do not tolerate it. */
  public GpuPool effect(Effect effect) {
    Checks.given("effect", effect);
    return with(p -> p.effect = Optional.of(effect));
  }

  /** Returns a copy without a taint for the purpose: any pod that fits can run there. */
  public GpuPool untainted() {
    return with(p -> p.effect = Optional.empty());
  }

  /** Returns a copy with another taint, such as {@code nvidia.com/gpu=true:NoSchedule}. */
  public GpuPool taint(String key, String value, Effect effect) {
    Taint taint =
        new Taint(
            KubeNames.key("taint", key),
            KubeNames.labelValue("taint " + key, value),
            Checks.given("effect", effect));
    return with(p -> p.taints = ImmutableCopies.add(p.taints, taint));
  }

  /**
   * Returns a copy with another label, which is written on the nodes and selected by the pool's
   * pods.
   *
   * @throws InvalidValueException if it is the purpose's, one of a {@link LabelScheme}, or one that
   *     somebody else writes
   */
  public GpuPool label(String key, String value) {
    checkOwn(KubeNames.key("label", key));
    KubeNames.labelValue("label " + key, value);
    return with(p -> p.labels = ImmutableCopies.put(p.labels, key, value));
  }

  private static void checkOwn(String key) {
    if (key.equals(PURPOSE)) {
      throw new InvalidValueException(
          "node-pool.conflict",
          "label: '%s' says what the nodes are for, as their taint does; write purpose"
              .formatted(key));
    }
    Optional<String> owner = NodeOwner.ofLabel(key).map(NodeOwner::name);
    if (owner.isPresent() || LabelScheme.holds(key)) {
      throw new InvalidValueException(
          "node-pool.conflict",
          "label: '%s' is written by %s; remove it, or write labelled for what the nodes have already"
              .formatted(key, owner.orElse("the plan, by its scheme")));
    }
  }

  /**
   * A label that its nodes have already, such as that of the cloud's own node pool. It is not
   * written; commands find the nodes by it where their names are not given.
   */
  public GpuPool labelled(String key, String value) {
    KubeNames.labelValue("label " + KubeNames.key("label", key), value);
    return with(p -> p.there = ImmutableCopies.put(p.there, key, value));
  }

  /**
   * Returns a copy with what pods can use of each node in addition to the cards, such as {@code
   * cpu} and {@code memory}; what is not stated is not checked. MIG devices and shares are also
   * stated here.
   *
   * @throws InvalidValueException if an amount is not a valid quantity, or negative
   */
  public GpuPool allocatable(Map<String, String> amounts) {
    NodeView.of(name).allocatable(Checks.given("allocatable", amounts));
    ImmutableMap<String, String> more =
        ImmutableMap.<String, String>builder()
            .putAll(allocatable)
            .putAll(amounts)
            .buildKeepingLast();
    return with(p -> p.allocatable = more);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Returns how many cards it has in all. */
  public long totalCards() {
    return (long) members.names().size() * card.count();
  }

  Card card() {
    return card;
  }

  Members members() {
    return members;
  }

  String purpose() {
    return purpose;
  }

  /** Returns the labels that are written in addition to those of the plan. */
  Map<String, String> labels() {
    return labels;
  }

  /** Returns the labels that the nodes have already. */
  Map<String, String> there() {
    return there;
  }

  Map<String, String> allocatable() {
    return allocatable;
  }

  /** Returns all its taints; of a key and an effect there is one, as on a node. */
  List<Taint> taints() {
    ImmutableMap.Builder<String, Taint> all = ImmutableMap.builder();
    effect.ifPresent(what -> all.put(PURPOSE + what, new Taint(PURPOSE, purpose, what)));
    taints.forEach(taint -> all.put(taint.key() + taint.effect(), taint));
    return all.buildKeepingLast().values().asList();
  }

  /** Returns text such as {@code training: 8 x 8 A100-80G, 64 cards}. */
  @Override
  public String toString() {
    return "%s: %s x %s %s, %s card%s"
        .formatted(
            name,
            members.names().size(),
            card.count(),
            card.model().name(),
            totalCards(),
            totalCards() == 1 ? "" : "s");
  }
}
