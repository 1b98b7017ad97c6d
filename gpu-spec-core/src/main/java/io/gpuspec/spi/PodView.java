package io.gpuspec.spi;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.CpuAmount;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.internal.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a provider sees of a pod: its annotations and what its containers ask for.
 *
 * <pre>{@code
 * PodView.empty()
 *     .annotation("eks.tke.cloud.tencent.com/gpu-type", "V100")
 *     .container("training",
 *         Map.of("cpu", "6", "memory", "32Gi", "nvidia.com/gpu", "1"),
 *         Map.of("cpu", "8", "memory", "40Gi", "nvidia.com/gpu", "1"))
 * }</pre>
 *
 * <p>It is immutable. Quantities stay as they are written until somebody asks for one.
 */
public final class PodView {
  /** Extended resources that are GPUs or shares of them, whoever's device plugin it is. */
  private static final Pattern GPU =
      Pattern.compile(
          "nvidia\\.com/.+|aliyun\\.com/gpu.*|tke\\.cloud\\.tencent\\.com/qgpu.+"
              + "|amd\\.com/gpu|gpu\\.intel\\.com/.+");

  private static final PodView EMPTY =
      new PodView(
          ImmutableMap.of(),
          ImmutableMap.of(),
          ImmutableMap.of(),
          ImmutableList.of(),
          ImmutableList.of());

  private final ImmutableMap<String, String> annotations;
  private final ImmutableMap<String, String> labels;
  private final ImmutableMap<String, String> nodeSelector;
  private final ImmutableList<NodeTerm> nodeTerms;
  private final ImmutableList<Container> containers;

  private PodView(
      ImmutableMap<String, String> annotations,
      ImmutableMap<String, String> labels,
      ImmutableMap<String, String> nodeSelector,
      ImmutableList<NodeTerm> nodeTerms,
      ImmutableList<Container> containers) {
    this.annotations = annotations;
    this.labels = labels;
    this.nodeSelector = nodeSelector;
    this.nodeTerms = nodeTerms;
    this.containers = containers;
  }

  /** A pod without annotations and containers. */
  public static PodView empty() {
    return EMPTY;
  }

  /** The same pod with this annotation. */
  public PodView annotation(String key, String value) {
    return new PodView(
        with(annotations, "annotation", key, value), labels, nodeSelector, nodeTerms, containers);
  }

  /** The same pod with this label. */
  public PodView label(String key, String value) {
    return new PodView(
        annotations, with(labels, "label", key, value), nodeSelector, nodeTerms, containers);
  }

  /** The same pod, which selects on this node label. */
  public PodView nodeSelector(String key, String value) {
    return new PodView(
        annotations, labels, with(nodeSelector, "nodeSelector", key, value), nodeTerms, containers);
  }

  /** The same pod with one more alternative of its required node affinity. */
  public PodView nodeTerm(NodeTerm term) {
    return new PodView(
        annotations, labels, nodeSelector, with(nodeTerms, "nodeTerm", term), containers);
  }

  /** The same pod with one more container. */
  public PodView container(String name, Map<String, String> requests, Map<String, String> limits) {
    return container(new Container(name, Role.MAIN, requests, limits));
  }

  /** The same pod with one more container. */
  public PodView container(Container container) {
    return new PodView(
        annotations, labels, nodeSelector, nodeTerms, with(containers, "container", container));
  }

  private static ImmutableMap<String, String> with(
      ImmutableMap<String, String> before, String what, String key, String value) {
    return ImmutableMap.<String, String>builder()
        .putAll(before)
        .put(
            Arguments.required(what, key, "a key"),
            Arguments.required(what + " " + key, value, "a text"))
        .buildKeepingLast();
  }

  private static <T> ImmutableList<T> with(ImmutableList<T> before, String what, T more) {
    return ImmutableList.<T>builder()
        .addAll(before)
        .add(Arguments.required(what, more, "one"))
        .build();
  }

  /** The value of a label. */
  public Optional<String> label(String key) {
    return Optional.ofNullable(labels.get(Arguments.required("label", key, "a key")));
  }

  /** The node labels that the pod selects on. */
  public Map<String, String> nodeSelector() {
    return nodeSelector;
  }

  /** The alternatives of the pod's required node affinity; empty when it requires nothing. */
  public List<NodeTerm> nodeTerms() {
    return nodeTerms;
  }

  /** Whatever the pod asks of a node: its node selector, then the parts of its affinity terms. */
  public List<NodeRequirement> nodeRequirements() {
    return Stream.concat(
            selected(), nodeTerms.stream().flatMap(term -> term.requirements().stream()))
        .toList();
  }

  private Stream<NodeRequirement> selected() {
    return nodeSelector.entrySet().stream()
        .map(label -> NodeRequirement.in(label.getKey(), label.getValue()));
  }

  /** Whether a node with these labels is one that the pod selects, as the scheduler decides. */
  public boolean selects(Map<String, String> nodeLabels) {
    Arguments.required("nodeLabels", nodeLabels, "a map");
    return selects(requirement -> requirement.admits(nodeLabels));
  }

  /**
   * Whether a node is one that the pod selects, where not all of its labels are known:
   *
   * <pre>{@code
   * pod.selects(asked -> !known.contains(asked.key()) || asked.admits(labels))
   * }</pre>
   *
   * @param meets whether the node meets, or may meet, one requirement
   */
  public boolean selects(Predicate<NodeRequirement> meets) {
    Arguments.required("meets", meets, "a predicate on requirements");
    return selected().allMatch(meets)
        && (nodeTerms.isEmpty() || nodeTerms.stream().anyMatch(term -> term.admits(meets)));
  }

  /** The value of an annotation. */
  public Optional<String> annotation(String key) {
    return Optional.ofNullable(annotations.get(Arguments.required("annotation", key, "a key")));
  }

  /** Every container, in the order in which they were added. */
  public List<Container> containers() {
    return containers;
  }

  /** The containers that run together: the pod's own and its sidecars. */
  public List<Container> running() {
    return containers.stream().filter(c -> c.role() != Role.INIT).toList();
  }

  /** The init containers that run one by one before the others. */
  public List<Container> init() {
    return containers.stream().filter(c -> c.role() == Role.INIT).toList();
  }

  /**
   * The most of something that the containers take at once, from the first init container on, as
   * the scheduler counts: an init container runs beside the sidecars before it, and the pod's own
   * containers beside all sidecars.
   *
   * <p>Source: Kubernetes, sidecar containers, resource sharing within containers.
   *
   * @param nothing what no container takes
   * @param amount what one takes
   * @param together what two take at once
   */
  public <T extends Comparable<T>> T peak(
      T nothing, Function<Container, T> amount, BinaryOperator<T> together) {
    Arguments.required("nothing", nothing, "an amount, such as CpuAmount.ZERO");
    Arguments.required("amount", amount, "a function on containers");
    Arguments.required("together", together, "a sum");
    T running = nothing;
    T sidecars = nothing;
    T highest = nothing;
    for (Container container : containers) {
      T own = amount.apply(container);
      switch (container.role()) {
        case INIT -> highest = larger(highest, together.apply(sidecars, own));
        case SIDECAR -> sidecars = together.apply(sidecars, own);
        case MAIN -> running = together.apply(running, own);
      }
    }
    return larger(highest, together.apply(sidecars, running));
  }

  private static <T extends Comparable<T>> T larger(T a, T b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /**
   * Where containers ask for GPUs, or shares of them, under another name than this one, such as
   * {@code nvidia.com/mig-1g.5gb}.
   */
  public List<PodField> gpusBeside(String resource) {
    Arguments.required("resource", resource, "a resource's name, such as nvidia.com/gpu");
    List<PodField> fields = new ArrayList<>();
    for (Container container : containers) {
      for (String limit : container.limits().keySet()) {
        if (GPU.matcher(limit).matches() && !limit.equals(resource)) {
          fields.add(PodField.limit(container.name(), limit));
        }
      }
    }
    return List.copyOf(fields);
  }

  /** When a container runs. */
  public enum Role {
    /** With the pod. */
    MAIN,
    /** Before the pod's containers, to its end. */
    INIT,
    /** Started like an init container and kept running: {@code restartPolicy: Always}. */
    SIDECAR
  }

  /**
   * A container's name, role and resources.
   *
   * @param name the container's name
   * @param role when it runs
   * @param requests {@code resources.requests} as written
   * @param limits {@code resources.limits} as written
   */
  public record Container(
      String name, Role role, Map<String, String> requests, Map<String, String> limits) {

    private static final int MORE_THAN_ANY_NODE_HAS = 100_000;

    /** Keeps unmodifiable copies. */
    public Container {
      Arguments.required("name", name, "the container's name");
      Arguments.required("role", role, "a Role");
      requests = copied(PodField.Kind.REQUEST, name, requests);
      limits = copied(PodField.Kind.LIMIT, name, limits);
    }

    /** A copy; a resource without a value is an error that names the field. */
    private static Map<String, String> copied(
        PodField.Kind part, String container, Map<String, String> stated) {
      Arguments.required("resources", stated, "a map of quantities, empty for none");
      stated.forEach(
          (resource, quantity) -> {
            Arguments.required("resource", resource, "a resource's name");
            PodField field = new PodField(part, resource, Optional.of(container));
            Arguments.required(field.toString(), quantity, "a quantity");
          });
      return ImmutableMap.copyOf(stated);
    }

    /**
     * The CPU that the container requests; as in the API server, its limit where it states only
     * that, and zero where it states neither.
     *
     * @throws PodFieldException if it is above the limit, which the API server does not take
     */
    public CpuAmount cpuRequest() {
      return requested("cpu", cpu(PodField.Kind.REQUEST), cpu(PodField.Kind.LIMIT))
          .orElse(CpuAmount.ZERO);
    }

    /** The container's CPU limit, zero where there is none. */
    public CpuAmount cpuLimit() {
      return cpu(PodField.Kind.LIMIT).orElse(CpuAmount.ZERO);
    }

    /**
     * The memory that the container requests, read like {@link #cpuRequest()}.
     *
     * @throws PodFieldException if it is above the limit
     */
    public MemorySize memoryRequest() {
      return requested("memory", memory(PodField.Kind.REQUEST), memory(PodField.Kind.LIMIT))
          .orElse(MemorySize.ZERO);
    }

    private <T extends Comparable<T>> Optional<T> requested(
        String resource, Optional<T> request, Optional<T> limit) {
      if (request.isPresent() && limit.isPresent() && request.get().compareTo(limit.get()) > 0) {
        throw new PodFieldException(
            PodField.request(name, resource),
            "'%s' is above the limit '%s'; raise the limit or lower the request"
                .formatted(request.get(), limit.get()));
      }
      return request.or(() -> limit);
    }

    /** The container's memory limit, zero where there is none. */
    public MemorySize memoryLimit() {
      return memory(PodField.Kind.LIMIT).orElse(MemorySize.ZERO);
    }

    /**
     * How many of an extended resource, such as {@code nvidia.com/gpu}, the container asks for.
     *
     * @throws PodFieldException if it is no whole number, or if request and limit differ: the API
     *     server takes neither
     */
    public int count(String resource) {
      Arguments.required("resource", resource, "a resource's name");
      Optional<Integer> request = count(PodField.Kind.REQUEST, resource);
      Optional<Integer> limit = count(PodField.Kind.LIMIT, resource);
      if (request.isPresent() && !request.equals(limit)) {
        throw new PodFieldException(
            PodField.limit(name, resource),
            limit.isEmpty()
                ? "missing, while the request is '%s'; an extended resource needs its limit, so set it to '%s'"
                    .formatted(request.get(), request.get())
                : "'%s' differs from the request '%s'; for an extended resource both are equal"
                    .formatted(limit.get(), request.get()));
      }
      return limit.orElse(0);
    }

    private Optional<CpuAmount> cpu(PodField.Kind part) {
      return quantity(part, "cpu", CpuAmount::parse, CpuAmount::isNegative);
    }

    private Optional<MemorySize> memory(PodField.Kind part) {
      return quantity(part, "memory", MemorySize::parse, MemorySize::isNegative);
    }

    private Optional<Integer> count(PodField.Kind part, String resource) {
      return quantity(part, resource, Container::wholeNumber, count -> count < 0);
    }

    private static int wholeNumber(String text) {
      // The quantity grammar holds for counts too: "1k" is a thousand, "500m" no whole number.
      long thousandths = thousandths(text);
      if (thousandths % 1000 != 0) {
        throw new InvalidValueException(
            "'" + text + "' is no whole number; devices are asked for whole, so write 1 or more");
      }
      if (Math.abs(thousandths / 1000) > MORE_THAN_ANY_NODE_HAS) {
        throw new InvalidValueException(
            "'" + text + "' is more than any node has; write what one pod needs");
      }
      return (int) (thousandths / 1000);
    }

    private static long thousandths(String text) {
      try {
        return CpuAmount.parse(text).toMillicores();
      } catch (InvalidValueException e) {
        throw new InvalidValueException("'" + text + "' is no number; write it like 1", e);
      }
    }

    private <T> Optional<T> quantity(
        PodField.Kind part, String resource, Function<String, T> parser, Predicate<T> negative) {
      Map<String, String> stated = part == PodField.Kind.REQUEST ? requests : limits;
      String text = stated.get(resource);
      if (text == null) {
        return Optional.empty();
      }
      PodField field = new PodField(part, resource, Optional.of(name));
      try {
        T value = parser.apply(text);
        if (negative.test(value)) {
          throw new PodFieldException(field, "'" + text + "' is negative; write 0 or more");
        }
        return Optional.of(value);
      } catch (InvalidValueException e) {
        throw new PodFieldException(field, e);
      }
    }
  }
}
