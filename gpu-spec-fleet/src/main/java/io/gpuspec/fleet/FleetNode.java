package io.gpuspec.fleet;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.spi.PlannedNode;
import io.gpuspec.value.Answer;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Facts;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node of a fleet and the pods that it takes.
 *
 * <pre>{@code
 * FleetNode node =
 *     Fleet.of(gpus.in("eks")).demand(Demand.of("api", GpuRequest.of("T4"))).plan().nodes().get(0);
 *     // g4dn.xlarge-1 (g4dn.xlarge): api-0
 * node.room();    // 1 device · 3.92 cores · about 14.1Gi
 * node.used();    // 1 device · 0 cores · 0 bytes
 * }</pre>
 *
 * @param name its name: of a new node its row and a number
 * @param spec the row of the catalog that it is
 * @param isExisting whether it is there already
 * @param pods the names of the pods that the plan puts there
 * @param room what pods of a plan can use of it
 * @param used what these pods ask of that, as far as the room is known
 * @param zone its zone; empty if no pod needs one
 * @param capacityType how it is bought; empty if it is there already
 * @param labels what a new node must be labelled for its pods: those of their pool, and those by
 *     which its cards are divided
 * @param cards how pods use each card of a new node: whole, or as which part
 */
public record FleetNode(
    String name,
    String spec,
    boolean isExisting,
    List<String> pods,
    Resources room,
    Resources used,
    Optional<String> zone,
    Optional<CapacityType> capacityType,
    Map<String, String> labels,
    Devices cards)
    implements Answer, PlannedNode {

  /**
   * Amounts of a node's resources.
   *
   * @param devices GPUs, or the parts of them that its pods request
   * @param cpu CPU; zero if the node's size is not known
   * @param memory memory, like CPU
   */
  public record Resources(long devices, CpuAmount cpu, MemorySize memory) {

    /** Refuses null. */
    public Resources {
      Arguments.notNull("cpu, memory", cpu, memory);
    }

    /** Returns text such as {@code 1 device · 3.92 cores · about 14.1Gi}. */
    @Override
    public String toString() {
      return Words.count(devices, "device")
          + " · "
          + Words.cores(cpu)
          + " · "
          + Words.memory(memory);
    }
  }

  /** Refuses null. */
  public FleetNode {
    Arguments.notNull("name, spec", name, spec);
    pods = Arguments.copied("pods", pods, "names of pods");
    Arguments.notNull("room, used, zone, capacityType", room, used, zone, capacityType);
    labels = Arguments.sorted("labels", labels, "a map of labels");
    Arguments.required("cards", cards, "Devices");
  }

  @Override
  public long devices() {
    return room.devices();
  }

  /**
   * Adds {@code "name", "spec", "existing", "zone"?, "capacityType"?, "labels"?, "mig"?, "share"?,
   * "replica"?, "pods", "devices", "devicesUsed", "cpu"?, "cpuUsed", "memory"?, "memoryUsed"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("name", name).put("spec", spec).put("existing", isExisting()).put("zone", zone);
    offer(out)
        .put("pods", pods)
        .put("devices", room.devices())
        .put("devicesUsed", used.devices())
        .put("cpu", Optional.of(room.cpu()).filter(cpu -> !cpu.isZero()))
        .put("cpuUsed", used.cpu())
        .put("memory", Optional.of(room.memory()).filter(memory -> !memory.isZero()))
        .put("memoryUsed", used.memory());
  }

  /** Adds what a new node is made of, apart from its type and zone. */
  Facts offer(Facts out) {
    return out.put("capacityType", capacityType)
        .putUnlessEmpty("labels", labels)
        .put("mig", cards.migProfile())
        .put("share", cards.share().map(Object::toString))
        .put("replica", Optional.of(true).filter(replica -> cards.isReplica()));
  }

  /** Returns text such as {@code g5.xlarge-1 (g5.xlarge): api-0}. */
  @Override
  public String toString() {
    return "%s (%s%s%s): %s"
        .formatted(
            name,
            spec,
            zone.map(each -> ", " + each).orElse(""),
            isExisting ? ", existing" : "",
            FleetText.names(pods));
  }
}
