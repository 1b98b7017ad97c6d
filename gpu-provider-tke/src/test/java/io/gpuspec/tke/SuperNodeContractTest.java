package io.gpuspec.tke;

import io.gpuspec.contract.ProviderContract;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.tke.internal.SuperNode;

class SuperNodeContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new SuperNode();
  }
}
