package io.gpuspec.contract;

import io.gpuspec.spi.GpuProvider;

/** The smallest provider keeps the contract. */
class RackContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new Rack();
  }
}
