package io.gpuspec.ack;

import io.gpuspec.Target;
import io.gpuspec.ack.internal.SharedNodePool;
import io.gpuspec.contract.ProviderContract;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;

/** Its catalog file is that of the target {@code ack}, in the same folder. */
class SharedNodePoolContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new SharedNodePool();
  }

  @Override
  protected List<Target> choices(Target target) {
    return List.of(
        target.with(Cgpu.CARD_MEMORY, Optional.of(MemorySize.parse("15109Mi"))),
        target.with(Ack.NVIDIA_DRIVER_VERSION, Optional.of("550.144.03")),
        target
            .with(Ack.GANG_NAME, Optional.of("training"))
            .with(Ack.GANG_MIN_AVAILABLE, Optional.of(4)));
  }
}
