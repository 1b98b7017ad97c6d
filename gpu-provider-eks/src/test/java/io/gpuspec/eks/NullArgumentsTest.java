package io.gpuspec.eks;

import io.gpuspec.Gpus;
import io.gpuspec.eks.internal.Karpenter;
import io.gpuspec.testkit.NullCalls;
import org.junit.jupiter.api.Test;

class NullArgumentsTest {
  @Test
  void nullIsRefused() {
    NullCalls.assertRefused(
        Disruption.class,
        Disruption.whenEmpty("30s"),
        Ec2NodeClass.class,
        Ec2NodeClass.of("gpu", "cluster"),
        EvictionThreshold.class,
        EvictionThreshold.parse("5%"),
        GpuTier.values()[0],
        NodePool.class,
        NodePool.of("gpu", Gpus.of(new Karpenter()).in("eks"), "g5.xlarge"));
  }
}
