package io.gpuspec.ack;

import io.gpuspec.ack.internal.ContainerInstance;
import io.gpuspec.contract.ProviderContract;
import io.gpuspec.spi.GpuProvider;
import java.io.InputStream;
import java.util.Optional;

class ContainerInstanceContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new ContainerInstance();
  }

  @Override
  protected Optional<InputStream> catalogFile(String edition) {
    return Optional.ofNullable(
        ContainerInstance.class.getResourceAsStream("eci-" + edition + ".json"));
  }
}
