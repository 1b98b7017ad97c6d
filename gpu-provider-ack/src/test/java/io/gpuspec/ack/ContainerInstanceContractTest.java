package io.gpuspec.ack;

import io.gpuspec.Target;
import io.gpuspec.ack.internal.ContainerInstance;
import io.gpuspec.contract.ProviderContract;
import io.gpuspec.spi.GpuProvider;
import java.io.InputStream;
import java.util.List;
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

  @Override
  protected List<Target> choices(Target target) {
    return List.of(
        target.with("image-cache-id", "imc-2zebxkiifuyzzlhl"),
        target
            .with("extra-ephemeral-storage", "50Gi")
            .with("security-groups", "sg-bp1dktddjsg5nktv"),
        target
            .with("vswitches", "vsw-bp1xpiowfm5vo8o3c,vsw-bp1rkyjgr1xwoho6k")
            .with("zone-order", "ordered"));
  }
}
