package io.gpuspec.ack;

import io.gpuspec.ack.internal.NodePool;
import io.gpuspec.contract.ProviderContract;
import io.gpuspec.spi.GpuProvider;

class NodePoolContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new NodePool();
  }
}
