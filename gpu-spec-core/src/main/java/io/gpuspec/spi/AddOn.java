package io.gpuspec.spi;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;

/**
 * The objects of a vendor's add-on for sharing cards, and what their pods request.
 *
 * <pre>{@code
 * AddOn qgpu = Qgpu.addOn();
 * qgpu.objects();       // DaemonSet qgpu-manager: 200m CPU, 300M on each node ...
 * qgpu.onEachNode();    // 200m CPU, 300M
 * qgpu.on(10);          // 3 CPU, 3800M
 * }</pre>
 *
 * <p>CPU is in millicores, memory in bytes. It is immutable.
 */
public final class AddOn implements Answer {

  /** Where the pods of an object run. */
  public enum Runs {
    /** One pod runs on each node whose cards are shared. */
    ON_EACH_NODE,
    /** One pod runs in the cluster. */
    ONCE,
    /** The object has no pods. */
    NEVER
  }

  /** The sum of what pods request. */
  public record Requests(CpuAmount cpu, MemorySize memory) {
    private static final Requests NONE = new Requests(CpuAmount.ZERO, MemorySize.ZERO);

    /** Refuses null. */
    public Requests {
      Arguments.notNull("cpu, memory", cpu, memory);
    }

    private Requests plus(Requests other, long times) {
      return new Requests(cpu.plus(other.cpu.times(times)), memory.plus(other.memory.times(times)));
    }

    /** Returns text such as {@code 200m CPU, 300M}. */
    @Override
    public String toString() {
      return cpu + " CPU, " + memory;
    }
  }

  /** One object of the add-on. */
  private record Part(String kind, String name, Runs runs, Requests requests) {

    Part {
      Arguments.notNull("kind, name, runs, requests", kind, name, runs, requests);
    }

    @Override
    public String toString() {
      return kind
          + " "
          + name
          + switch (runs) {
            case ON_EACH_NODE -> ": " + requests + " on each node";
            case ONCE -> ": " + requests;
            case NEVER -> "";
          };
    }
  }

  private final String technology;
  private final String namespace;
  private final Citation citation;
  private final List<Part> objects;

  private AddOn(String technology, String namespace, Citation citation, List<Part> objects) {
    this.technology = technology;
    this.namespace = namespace;
    this.citation = citation;
    this.objects = objects;
  }

  /**
   * An add-on without objects yet.
   *
   * @param namespace where those of its objects are that have one
   */
  public static AddOn of(String technology, String namespace, Citation citation) {
    return new AddOn(
        Arguments.required("technology", technology, "a name, such as qGPU"),
        Arguments.required("namespace", namespace, "such as kube-system"),
        Arguments.required("citation", citation, "a Citation"),
        List.of());
  }

  /** Returns a copy with one more object, whose pods request so much each. */
  public AddOn with(String kind, String name, Runs runs, CpuAmount cpu, MemorySize memory) {
    List<Part> more = new ArrayList<>(objects);
    more.add(new Part(kind, name, runs, new Requests(cpu, memory)));
    return new AddOn(technology, namespace, citation, List.copyOf(more));
  }

  /** Returns a copy with one more object, which has no pods. */
  public AddOn with(String kind, String name) {
    return with(kind, name, Runs.NEVER, CpuAmount.ZERO, MemorySize.ZERO);
  }

  /**
   * Its objects, as the vendor lists them, such as {@code DaemonSet qgpu-manager: 200m CPU, 300M on
   * each node}.
   */
  public Listing<String> objects() {
    return objects.stream().map(Part::toString).collect(Listing.collector());
  }

  /** Returns where those of its objects are that have a namespace. */
  public String namespace() {
    return namespace;
  }

  /** Returns where all of it comes from. */
  public Citation citation() {
    return citation;
  }

  /** Returns what its pods request of each node whose cards are shared. */
  public Requests onEachNode() {
    return sum(Runs.ON_EACH_NODE, Requests.NONE, 1);
  }

  /**
   * Returns what its pods request of a cluster.
   *
   * @param nodes how many nodes have shared cards
   * @throws InvalidValueException if that is negative
   */
  public Requests on(int nodes) {
    if (nodes < 0) {
      throw new InvalidValueException(
          "share.out-of-range",
          "nodes: '%s' is not a number of nodes; write 0 or more".formatted(nodes));
    }
    return sum(Runs.ON_EACH_NODE, sum(Runs.ONCE, Requests.NONE, 1), nodes);
  }

  private Requests sum(Runs runs, Requests before, long times) {
    Requests sum = before;
    for (Part part : objects) {
      if (part.runs() == runs) {
        sum = sum.plus(part.requests(), times);
      }
    }
    return sum;
  }

  /** Adds {@code "namespace", "onEachNode": {"cpu", "memory"}, "objects", "citation"}. */
  @Override
  public void describe(Facts out) {
    out.put("namespace", namespace())
        .put(
            "onEachNode",
            of -> of.put("cpu", onEachNode().cpu()).put("memory", onEachNode().memory()))
        .put("objects", objects())
        .put("citation", citation());
  }

  /** Returns text such as {@code qGPU: 200m CPU, 300M on each node, and 1 CPU, 800M once}. */
  @Override
  public String toString() {
    return "%s: %s on each node, and %s once".formatted(technology, onEachNode(), on(0));
  }
}
