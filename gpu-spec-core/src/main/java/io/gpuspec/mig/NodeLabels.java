package io.gpuspec.mig;

import io.gpuspec.GpuModel;
import io.gpuspec.internal.FeatureLabels;
import io.gpuspec.internal.GpuProduct;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The labels of GPU Feature Discovery; its labelers, one by one. */
final class NodeLabels {
  private final MigNode node;
  private final FeatureLabels labels = new FeatureLabels();

  NodeLabels(MigNode node) {
    this.node = node;
  }

  Map<String, String> of(String driverName) {
    String product = GpuProduct.of(driverName);
    labels.put("nvidia.com/mig.capable", "true");
    addCards(product, driverName);
    if (node.strategy() != MigStrategy.NONE) {
      labels.put("nvidia.com/mig.strategy", node.strategy());
    }
    if (node.strategy() == MigStrategy.MIXED) {
      node.instances().stream()
          .distinct()
          .forEach(profile -> addInstances(profile.resourceName(), product, profile));
    }
    if (node.strategy() == MigStrategy.SINGLE) {
      addSingle(product);
    }
    return labels.all();
  }

  /**
   * Cards with MIG have no replicas; if there is a card without MIG, the labels describe that one.
   */
  private void addCards(String product, String driverName) {
    addBase(
        MigNode.WHOLE,
        product,
        node.cards().size() + node.wholeCards(),
        node.wholeCards() > 0 ? 1 : 0);
    cardMemory(driverName)
        .ifPresent(memory -> labels.put(MigNode.WHOLE + ".memory", mebibytes(memory)));
    node.gpu()
        .computeCapability()
        .ifPresent(capability -> labels.chip(MigNode.WHOLE, node.gpu().architecture(), capability));
  }

  private static Optional<MemorySize> cardMemory(String driverName) {
    List<GpuModel> models = GpuModel.find(driverName);
    return models.size() == 1 ? models.get(0).memoryReported() : Optional.empty();
  }

  private void addSingle(String product) {
    if (!new SingleStrategy(node).isInvalid()) {
      addInstances(MigNode.WHOLE, product, node.instances().get(0));
      return;
    }
    addBase(MigNode.WHOLE, product + "-MIG-INVALID", 0, 0);
    labels.put(MigNode.WHOLE + ".sharing-strategy", "");
    labels.put(MigNode.WHOLE + ".memory", 0);
  }

  private void addInstances(String resource, String product, MigProfile profile) {
    long count =
        node.instances().stream().filter(each -> each.name().equals(profile.name())).count();
    addBase(resource, product + profile.productSuffix(), count, 1);
    labels.remove(resource + ".memory");
    profile.memory().ifPresent(memory -> labels.put(resource + ".memory", mebibytes(memory)));
    labels.put(resource + ".multiprocessors", profile.multiprocessors());
    labels.put(resource + ".slices.gi", profile.computeSlices());
    labels.put(resource + ".slices.ci", profile.computeSlices());
    labels.put(resource + ".engines.copy", profile.copyEngines());
    labels.put(resource + ".engines.decoder", profile.engines().decoders());
    labels.put(resource + ".engines.encoder", profile.engines().encoders());
    labels.put(resource + ".engines.jpeg", profile.engines().jpeg());
    labels.put(resource + ".engines.ofa", profile.engines().ofa());
  }

  private void addBase(String resource, String product, long count, int replicas) {
    labels.put(resource + ".product", product);
    labels.count(resource, count, replicas, "none");
  }

  private static long mebibytes(MemorySize size) {
    return size.toBytes() >> 20;
  }
}
