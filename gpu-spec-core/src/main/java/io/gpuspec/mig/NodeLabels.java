package io.gpuspec.mig;

import io.gpuspec.GpuModel;
import io.gpuspec.MemorySize;
import io.gpuspec.internal.GpuProduct;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The labels of GPU Feature Discovery; its labelers, one by one. */
final class NodeLabels {
  private final MigNode node;
  private final Map<String, String> labels = new TreeMap<>();

  NodeLabels(MigNode node) {
    this.node = node;
  }

  Map<String, String> of(String driverName) {
    String product = GpuProduct.of(driverName);
    put("nvidia.com/mig.capable", "true");
    addCards(product, driverName);
    if (node.strategy() != MigStrategy.NONE) {
      put("nvidia.com/mig.strategy", node.strategy());
    }
    if (node.strategy() == MigStrategy.MIXED) {
      node.instances().stream()
          .distinct()
          .forEach(profile -> addInstances(profile.resourceName(), product, profile));
    }
    if (node.strategy() == MigStrategy.SINGLE) {
      addSingle(product);
    }
    return Collections.unmodifiableMap(labels);
  }

  /** Cards with MIG have no replicas; where one without MIG is there, it speaks for all. */
  private void addCards(String product, String driverName) {
    addBase(
        MigNode.WHOLE,
        product,
        node.cards().size() + node.wholeCards(),
        node.wholeCards() > 0 ? 1 : 0);
    cardMemory(driverName).ifPresent(memory -> put(MigNode.WHOLE + ".memory", mebibytes(memory)));
    node.gpu()
        .computeCapability()
        .ifPresent(
            capability -> {
              String[] parts = capability.split("\\.", 2);
              put(
                  MigNode.WHOLE + ".family",
                  node.gpu().architecture().toLowerCase(Locale.ROOT).replace(' ', '-'));
              put(MigNode.WHOLE + ".compute.major", parts[0]);
              put(MigNode.WHOLE + ".compute.minor", parts[1]);
            });
  }

  private static Optional<MemorySize> cardMemory(String driverName) {
    List<GpuModel> models = GpuModel.named(driverName);
    return models.size() == 1 ? models.get(0).memoryReported() : Optional.empty();
  }

  private void addSingle(String product) {
    if (!new SingleStrategy(node).isInvalid()) {
      addInstances(MigNode.WHOLE, product, node.instances().get(0));
      return;
    }
    addBase(MigNode.WHOLE, product + "-MIG-INVALID", 0, 0);
    put(MigNode.WHOLE + ".sharing-strategy", "");
    put(MigNode.WHOLE + ".memory", 0);
  }

  private void addInstances(String resource, String product, MigProfile profile) {
    long count =
        node.instances().stream().filter(each -> each.name().equals(profile.name())).count();
    addBase(resource, product + profile.productSuffix(), count, 1);
    labels.remove(resource + ".memory");
    profile.memory().ifPresent(memory -> put(resource + ".memory", mebibytes(memory)));
    put(resource + ".multiprocessors", profile.multiprocessors());
    put(resource + ".slices.gi", profile.computeSlices());
    put(resource + ".slices.ci", profile.computeSlices());
    put(resource + ".engines.copy", profile.copyEngines());
    put(resource + ".engines.decoder", profile.engines().decoders());
    put(resource + ".engines.encoder", profile.engines().encoders());
    put(resource + ".engines.jpeg", profile.engines().jpeg());
    put(resource + ".engines.ofa", profile.engines().ofa());
  }

  private void addBase(String resource, String product, long count, int replicas) {
    put(resource + ".product", product);
    put(resource + ".count", count);
    put(resource + ".replicas", replicas);
    put(resource + ".sharing-strategy", "none");
  }

  private static long mebibytes(MemorySize size) {
    return size.toBytes() >> 20;
  }

  private void put(String key, OptionalInt value) {
    value.ifPresent(known -> put(key, known));
  }

  private void put(String key, Object value) {
    labels.put(key, value.toString());
  }
}
