package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.eks.internal.Karpenter;
import io.gpuspec.testkit.NullCalls;
import io.gpuspec.value.GpuSpecException;
import java.util.Collections;
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

  @Test
  void nullAmongTagsIsRefused() {
    Ec2NodeClass made = Ec2NodeClass.of("gpu", "cluster");

    assertThatThrownBy(
            () -> made.amiByTags(AmiFamily.CUSTOM, Collections.singletonMap(null, "yes")))
        .isInstanceOf(GpuSpecException.class);
    assertThatThrownBy(
            () -> made.amiByTags(AmiFamily.CUSTOM, Collections.singletonMap("gpu", null)))
        .isInstanceOf(GpuSpecException.class);
  }
}
