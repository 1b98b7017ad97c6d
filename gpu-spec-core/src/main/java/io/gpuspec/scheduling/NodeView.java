package io.gpuspec.scheduling;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.internal.Arguments;
import io.gpuspec.kube.Tree;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node as the scheduler sees it: its labels and taints, what pods can use, and the pods that run
 * on it.
 *
 * <pre>{@code
 * NodeView node =
 *     NodeView.of("gpu-1")
 *         .label("node.kubernetes.io/instance-type", "g5.xlarge")
 *         .taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE)
 *         .allocatable(
 *             Map.of("cpu", "3920m", "memory", "14162Mi", "nvidia.com/gpu", "1", "pods", "58"));
 * PodView logs = PodView.empty().container("logs", Map.of("cpu", "500m"), Map.of());
 * logs.fits(node);
 *     // does not fit gpu-1: node(s) had untolerated taint(s): nvidia.com/gpu=true:NoSchedule
 *
 * // What runs there already counts.
 * pod.fits(node.pod(logs));
 *     // does not fit gpu-1: ... nvidia.com/gpu: 2 requested, 1 of 1 free
 * }</pre>
 *
 * <p>It is immutable. Amounts are Kubernetes quantities. A node has as many of a resource as it
 * states, else none; but 110 pods, the kubelet's default.
 */
public final class NodeView {
  private static final String PODS = "pods";
  private static final Amount PODS_BY_DEFAULT = Amount.of(110);

  private final Content content;

  /** What it is made of, which changes only until it has the node that it is made for. */
  private static final class Content {
    private final String name;
    private ImmutableMap<String, String> labels = ImmutableMap.of();
    private ImmutableList<Taint> taints = ImmutableList.of();
    private boolean unschedulable;
    private ImmutableMap<String, String> allocatable = ImmutableMap.of();
    private ImmutableList<PodView> pods = ImmutableList.of();
    private ImmutableList<ImmutableMap<String, String>> cards = ImmutableList.of();
    private ImmutableList<Repelling> repelling = ImmutableList.of();

    private Content(String name) {
      this.name = name;
    }

    private Content copy() {
      Content copy = new Content(name);
      copy.labels = labels;
      copy.taints = taints;
      copy.unschedulable = unschedulable;
      copy.allocatable = allocatable;
      copy.pods = pods;
      copy.cards = cards;
      copy.repelling = repelling;
      return copy;
    }

    private List<Object> all() {
      return List.of(name, labels, taints, unschedulable, allocatable, pods, cards, repelling);
    }
  }

  private NodeView(Content content) {
    this.content = content;
  }

  private NodeView with(Consumer<Content> step) {
    Content copy = content.copy();
    step.accept(copy);
    return new NodeView(copy);
  }

  /** A node of this name, without anything. */
  public static NodeView of(String name) {
    return new NodeView(new Content(Arguments.required("node", name, "a node's name")));
  }

  /**
   * Returns a node as {@code kubectl get nodes} writes it, without the pods that run there.
   *
   * @throws GpuSpecException if a part is of another kind than Kubernetes has there
   * @throws InvalidValueException if an amount is not a valid quantity, or negative
   */
  public static NodeView of(Tree node) {
    Tree metadata = Arguments.required("node", node, "a Tree").get("metadata");
    Tree spec = node.get("spec");
    NodeView view =
        of(metadata.get("name").text()).allocatable(node.at("status", "allocatable").texts());
    for (Map.Entry<String, String> label : metadata.get("labels").texts().entrySet()) {
      view = view.label(label.getKey(), label.getValue());
    }
    for (Tree taint : spec.get("taints").items()) {
      for (Taint.Effect effect : Taint.Effect.values()) {
        if (effect.toString().equals(taint.get("effect").text())) {
          view = view.taint(taint.get("key").text(), taint.get("value").text(), effect);
        }
      }
    }
    return spec.get("unschedulable").text().equals("true") ? view.unschedulable() : view;
  }

  /** The same node with this label. */
  public NodeView label(String key, String value) {
    Arguments.required("label", key, "a key");
    Arguments.required("label " + key, value, "a text");
    return with(node -> node.labels = with(node.labels, Map.of(key, value)));
  }

  /** The same node with one more taint. */
  public NodeView taint(String key, String value, Taint.Effect effect) {
    return taint(new Taint(key, value, effect));
  }

  /** The same node with one more taint. */
  public NodeView taint(Taint taint) {
    return with(node -> node.taints = with(node.taints, "taint", taint));
  }

  /** The same node, cordoned: {@code spec.unschedulable}. */
  public NodeView unschedulable() {
    return with(node -> node.unschedulable = true);
  }

  /**
   * Returns a copy with these amounts that pods can use, including what is already in use: {@code
   * status.allocatable}. What is not named stays as it was.
   *
   * @param amounts by resource, such as {@code cpu}, {@code nvidia.com/gpu} or {@code pods}
   * @throws InvalidValueException if an amount is not a valid quantity, or negative
   */
  public NodeView allocatable(Map<String, String> amounts) {
    Amounts.check("allocatable", amounts);
    return with(node -> node.allocatable = with(node.allocatable, amounts));
  }

  /**
   * Returns a copy with one more running pod, which uses what it requests and counts against {@code
   * pods}. A pod that has ended takes nothing: remove it.
   */
  public NodeView pod(PodView pod) {
    return with(node -> node.pods = with(node.pods, "pod", pod));
  }

  /**
   * The same node with one more card that containers share, such as with qGPU or cGPU:
   *
   * <pre>{@code
   * node.allocatable(Map.of("tke.cloud.tencent.com/qgpu-memory", "28"))
   *     .card(Map.of("tke.cloud.tencent.com/qgpu-memory", "14"))
   *     .card(Map.of("tke.cloud.tencent.com/qgpu-memory", "6"));
   * }</pre>
   *
   * <p>What a container requests of the resources that any card has must then come from one card,
   * in addition to the other containers of its pod; with cGPU, all of a pod from one card. Without
   * this, the cards are alike and as many as the node's labels or resources say, and what of them
   * is free is known of one card, and while no pod shares any. The scheduler itself counts such a
   * resource for the whole node, so it can bind a pod for which no card has room: that reason has
   * the kind {@code node.card}. A share of more than one card ({@code aliyun.com/gpu-count}), and
   * whole cards requested in hundreds of {@code tke.cloud.tencent.com/qgpu-core}, are not compared
   * with cards; {@link NodeFit#unknown} says so.
   *
   * @param free what this card has left, after the pods that run; it adds nothing to what the node
   *     states as allocatable
   * @throws InvalidValueException if an amount is not a valid quantity, or negative
   */
  public NodeView card(Map<String, String> free) {
    Amounts.check("card", free);
    return with(node -> node.cards = with(node.cards, "card", ImmutableMap.copyOf(free)));
  }

  /**
   * The same node, on which, or on another with the same value of a label, a pod runs that repels
   * others: a term of its required {@code podAntiAffinity}.
   *
   * @param pod the pod that runs, by its namespace and name
   * @param topologyKey the label that such nodes have in common, such as {@code
   *     kubernetes.io/hostname}
   * @param selector the pods that it repels
   * @param namespaces those of the pods that it repels; empty if that is not known, and {@link
   *     NodeFit#unknown} says so of pods that the selector selects
   */
  public NodeView repelling(
      String pod, String topologyKey, LabelSelector selector, Set<String> namespaces) {
    Repelling more = new Repelling(pod, topologyKey, selector, namespaces);
    return with(node -> node.repelling = with(node.repelling, "repelling", more));
  }

  /** Returns the pods that repel others there, by namespace and name. */
  public List<String> repelling() {
    return content.repelling.stream().map(Repelling::pod).toList();
  }

  /** Returns whether one of them repels a pod, or may. */
  public boolean mayRepel(PodView pod) {
    Arguments.required("pod", pod, "a PodView");
    return content.repelling.stream().anyMatch(each -> each.mayRepel(pod));
  }

  List<Repelling> terms() {
    return content.repelling;
  }

  private static ImmutableMap<String, String> with(
      ImmutableMap<String, String> before, Map<String, String> more) {
    return ImmutableMap.<String, String>builder().putAll(before).putAll(more).buildKeepingLast();
  }

  private static <T> ImmutableList<T> with(ImmutableList<T> before, String what, T more) {
    return ImmutableList.<T>builder()
        .addAll(before)
        .add(Arguments.required(what, more, "one"))
        .build();
  }

  /** The node's name. */
  public String name() {
    return content.name;
  }

  /** Its labels. */
  public Map<String, String> labels() {
    return content.labels;
  }

  /** Its taints. */
  public List<Taint> taints() {
    return content.taints;
  }

  /** Returns whether it is cordoned. */
  public boolean isUnschedulable() {
    return content.unschedulable;
  }

  /** Returns what pods can use of it, as written. */
  public Map<String, String> allocatable() {
    return content.allocatable;
  }

  /** Returns the pods that run on the node. */
  public List<PodView> pods() {
    return content.pods;
  }

  /** Returns what each shared card has free, as written. */
  public List<Map<String, String>> cards() {
    return ImmutableList.copyOf(content.cards);
  }

  /** Returns how much of a resource the node has, including what is in use. */
  Amount allocatable(String resource) {
    String stated = content.allocatable.get(resource);
    if (stated == null) {
      return resource.equals(PODS) ? PODS_BY_DEFAULT : Amount.ZERO;
    }
    return Amount.parse(resource, stated).counted(resource);
  }

  /** Returns how much of a resource the running pods leave; negative if they use too much. */
  Amount free(String resource) {
    Amount free = allocatable(resource);
    for (PodView pod : content.pods) {
      free = free.minus(resource.equals(PODS) ? Amount.of(1) : new PodRequests(pod).of(resource));
    }
    return free;
  }

  /** Returns whether the other is the same node, with equal notation of quantities. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeView node && content.all().equals(node.content.all());
  }

  @Override
  public int hashCode() {
    return content.all().hashCode();
  }

  /**
   * Returns text such as {@code gpu-1: {cpu=3920m, nvidia.com/gpu=1}, taints
   * [nvidia.com/gpu=true:NoSchedule]}.
   */
  @Override
  public String toString() {
    return content.name
        + ": "
        + content.allocatable
        + (content.unschedulable ? ", cordoned" : "")
        + (content.taints.isEmpty() ? "" : ", taints " + content.taints)
        + (content.pods.isEmpty() ? "" : ", running " + content.pods)
        + (content.cards.isEmpty() ? "" : ", cards " + content.cards);
  }
}
