package io.gpuspec.tke;

import io.gpuspec.Isolation;
import io.gpuspec.Target;
import io.gpuspec.contract.ProviderContract;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.tke.internal.QgpuNodePool;
import io.gpuspec.value.MemorySize;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

class QgpuContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new QgpuNodePool();
  }

  @Override
  protected Optional<InputStream> catalogFile(String edition) {
    return Optional.ofNullable(QgpuNodePool.class.getResourceAsStream("qgpu-" + edition + ".json"));
  }

  /** Three cards have 44 GiB for shares, and only a label of the owner's tells them apart. */
  @Override
  protected Target prepared(Target target) {
    return target.with(Qgpu.CARD_LABEL, Optional.of("example.com/card"));
  }

  @Override
  protected List<Target> choices(Target target) {
    return List.of(
        target.with(Qgpu.CARD_LABEL, Optional.empty()),
        target.with(Qgpu.POLICY, Optional.of(Isolation.BEST_EFFORT)),
        target.with(Qgpu.APP_CLASS, Optional.of("online")),
        target.with(Qgpu.CARD_MEMORY, Optional.of(MemorySize.parse("15109Mi"))),
        target.with("node-cpu", "7910m").with("node-memory", "29Gi"));
  }
}
