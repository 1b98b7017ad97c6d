package io.gpuspec.tke;

import io.gpuspec.Target;
import io.gpuspec.contract.ProviderContract;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.tke.internal.GpuNodePool;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

class GpuNodePoolContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new GpuNodePool();
  }

  @Override
  protected Optional<InputStream> catalogFile(String edition) {
    return Optional.ofNullable(GpuNodePool.class.getResourceAsStream("gpu-" + edition + ".json"));
  }

  /** Only a label of the owner's tells the cards apart, and only an option how many there are. */
  @Override
  protected Target prepared(Target target) {
    return target.with(Qgpu.CARD_LABEL, Optional.of("example.com/card")).with("node-gpus", "4");
  }

  @Override
  protected List<Target> choices(Target target) {
    return List.of(
        target.with(Qgpu.CARD_LABEL, Optional.empty()),
        target.with("node-gpus", "8"),
        target.with("node-cpu", "7910m").with("node-memory", "29Gi"));
  }
}
