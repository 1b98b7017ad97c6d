package io.gpuspec.eks;

import io.gpuspec.contract.ProviderContract;
import io.gpuspec.eks.internal.ManagedNodeGroup;
import io.gpuspec.spi.GpuProvider;

class NodeGroupContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new ManagedNodeGroup();
  }
}
