package io.gpuspec.ack;

import io.gpuspec.Target;
import io.gpuspec.ack.internal.NodePool;
import io.gpuspec.contract.ProviderContract;
import io.gpuspec.spi.GpuProvider;
import java.util.List;
import java.util.Optional;

class NodePoolContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new NodePool();
  }

  @Override
  protected List<Target> choices(Target target) {
    return List.of(
        target.with(Ack.NVIDIA_DRIVER_VERSION, Optional.of("550.144.03")),
        target
            .with(Ack.GANG_NAME, Optional.of("training"))
            .with(Ack.GANG_MIN_AVAILABLE, Optional.of(4)));
  }
}
