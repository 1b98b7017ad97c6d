package io.gpuspec.eks;

import io.gpuspec.contract.ProviderContract;
import io.gpuspec.eks.internal.Karpenter;
import io.gpuspec.spi.GpuProvider;

class KarpenterContractTest extends ProviderContract {

  @Override
  protected GpuProvider provider() {
    return new Karpenter();
  }
}
