package io.gpuspec.contract;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuSpec.Lifecycle;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.spi.ShareRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A question that a shape of a catalog answers: for its GPU and all that pods can use of it.
 *
 * @param shape the expected shape
 * @param way how it is requested
 * @param devices how many devices each pod then asks of Kubernetes
 */
record Ask(Target target, Shape shape, Way way, int devices, GpuRequest request) {

  /** A way to request a shape. */
  enum Way {
    /** By the name of its GPU. */
    GPU,
    /** By the name of its row. */
    ROW,
    /** By the name of its GPU, stating the shape. */
    EXPLICIT,
    /** By the name of its GPU, on spot capacity. */
    SPOT,
    /**
     * By the name of its GPU and the memory of all of them together, with as many as that needs.
     */
    MEMORY,
    /** By the name of its GPU, for several pods, which can share larger nodes. */
    REPLICAS,
    /** By the name of its GPU, for an instance of one of its MIG profiles. */
    PART,
    /** By the name of its GPU and another one, in order of preference. */
    LIST;

    /** Returns whether that GPU must be found, in that shape or a smaller one. */
    boolean findsTheGpu() {
      return switch (this) {
        case GPU, EXPLICIT, SPOT, MEMORY, PART -> true;
        case ROW, REPLICAS, LIST -> false;
      };
    }
  }

  private static final int REPLICAS = 3;

  /** Returns every question about the rows of a target. */
  static Stream<Ask> of(Target target, List<GpuSpec> rows) {
    return Stream.concat(
        rows.stream().flatMap(row -> row.shapes().stream()).flatMap(shape -> of(target, shape)),
        lists(target, rows));
  }

  private static Stream<Ask> of(Target target, Shape shape) {
    GpuSpec row = shape.spec();
    Ask byRow = ask(target, shape, Way.ROW, need(target, shape, row.name()));
    if (!isIdentified(row)) {
      return Stream.of(byRow);
    }
    GpuRequest byGpu = need(target, shape, row.gpu()).arch(row.arch());
    List<Ask> asks = new ArrayList<>();
    asks.add(byRow);
    asks.add(ask(target, shape, Way.GPU, byGpu));
    asks.add(ask(target, shape, Way.REPLICAS, byGpu.replicas(REPLICAS)));
    if (row.takesStatedShapes()) {
      GpuRequest stated = byGpu.cpu(shape.cpu()).memory(shape.memory()).explicit();
      asks.add(ask(target, shape, Way.EXPLICIT, stated));
    }
    if (row.offers(CapacityType.SPOT)) {
      asks.add(ask(target, shape, Way.SPOT, byGpu.capacityType(CapacityType.SPOT)));
    }
    row.gpuMemory()
        .filter(each -> row.shareMemory().isEmpty() && !byGpu.devices().isReplica())
        .map(each -> Devices.of(row.gpu()).totalMemoryAtLeast(each.times(shape.gpus())))
        .ifPresent(inAll -> asks.add(ask(target, shape, Way.MEMORY, byGpu.devices(inAll))));
    profiles(target, row)
        .map(profile -> byGpu.devices(Devices.of(row.gpu()).mig(profile)))
        .forEach(part -> asks.add(ask(target, shape, Way.PART, part)));
    return asks.stream();
  }

  /** Returns the first and the last profile of which a row's cards can be instances. */
  private static Stream<String> profiles(Target target, GpuSpec row) {
    if (target.catalog().parts().isEmpty()) {
      return Stream.of();
    }
    List<String> all =
        row.model().filter(GpuModel::hasMig).stream()
            .flatMap(model -> MigGpu.all().stream().filter(g -> g.models().contains(model.name())))
            .flatMap(gpu -> gpu.profiles().stream().map(MigProfile::name))
            .filter(profile -> devices(target, row, Devices.any().mig(profile)) > 0)
            .toList();
    return all.isEmpty() ? Stream.of() : Stream.of(all.get(0), all.get(all.size() - 1));
  }

  /** Returns how many of such devices a node of a row has. */
  private static int devices(Target target, GpuSpec row, Devices devices) {
    return target.catalog().parts().map(parts -> parts.count(row, devices)).orElse(row.gpus());
  }

  private static Ask ask(Target target, Shape shape, Way way, GpuRequest request) {
    Devices devices = request.devices();
    boolean isPart = devices.migProfile().isPresent() || devices.isReplica();
    return new Ask(target, shape, way, isPart ? 1 : shape.gpus(), request);
  }

  /** Returns whether the row says which GPU it has; without that only the row's name is known. */
  private static boolean isIdentified(GpuSpec row) {
    return row.fraction().isPresent();
  }

  /**
   * Returns a request for all that pods can use of a shape, in the first capacity type in which it
   * is available.
   */
  private static GpuRequest need(Target target, Shape shape, String name) {
    CapacityType offered =
        Arrays.stream(CapacityType.values())
            .filter(shape.spec()::offers)
            .findFirst()
            .orElse(CapacityType.ON_DEMAND);
    GpuRequest request =
        GpuRequest.of(asked(target, Devices.of(shape.gpus(), name), shape.spec()))
            .cpu(shape.allocatable().cpu())
            .memory(shape.allocatable().memory());
    if (offered != CapacityType.ON_DEMAND) {
      request = request.capacityType(offered);
    }
    return shape.spec().lifecycle() == Lifecycle.RETIRED ? request.includeRetired() : request;
  }

  /**
   * Returns shares of everything that each card offers, if cards are shared and a pod can have so
   * many, and a replica if the nodes make replicas of cards.
   */
  private static Devices asked(Target target, Devices devices, GpuSpec row) {
    boolean isOfWholeCards = devices.names().stream().noneMatch(name -> name.contains("/"));
    if (isOfWholeCards && devices(target, row, devices) == 0) {
      return devices.count(1).replica();
    }
    boolean hasWhole = target.catalog().shares().filter(ShareRules::hasWholeCards).isPresent();
    return devices.count() > 1 && hasWhole
        ? devices
        : row.shareMemory().map(Share::of).map(devices::shared).orElse(devices);
  }

  /** Returns requests for one of a GPU, or of the next one, with a little CPU and memory. */
  private static Stream<Ask> lists(Target target, List<GpuSpec> rows) {
    List<GpuSpec> identified = rows.stream().filter(Ask::isIdentified).toList();
    return IntStream.range(1, identified.size())
        .mapToObj(
            i -> {
              GpuSpec row = identified.get(i);
              Devices either =
                  asked(target, Devices.of(row.gpu(), identified.get(i - 1).gpu()), row);
              GpuRequest request = GpuRequest.of(either).cpu(1).memory("1Gi");
              return new Ask(target, row.shapes().get(0), Way.LIST, 1, request);
            })
        .filter(ask -> ask.request().devices().names().size() > 1);
  }

  GpuSpec row() {
    return shape.spec();
  }

  Match match() {
    return target.match(request);
  }

  @Override
  public String toString() {
    return request + " on " + target;
  }
}
