package io.gpuspec.cluster;

import io.gpuspec.GpuSpecException;
import io.gpuspec.Listing;
import io.gpuspec.UnknownNameException;
import io.gpuspec.internal.Pages;
import io.gpuspec.internal.Spelling;
import java.util.List;

/**
 * The names of GPU resources that are known, real or not.
 *
 * <pre>{@code
 * GpuResources.named("nvidia.com/mig-1g.10gb");
 *     // nvidia.com/mig-1g.10gb: MIG instances of the profile, by NVIDIA device plugin
 * GpuResources.named("nvidia.com/vgpu").isReal();    // false
 * GpuResources.all();                                // nvidia.com/gpu: cards, ...
 * }</pre>
 */
public final class GpuResources {
  private static final Listing<GpuResource> ALL = read();

  private GpuResources() {}

  private static Listing<GpuResource> read() {
    ClusterFile file = ClusterFile.of("resources.json");
    return Listing.of(file.rows("resources", row -> GpuResource.read(file, row)));
  }

  /** Every one; {@code <profile>} stands for any profile of MIG that a product has. */
  public static Listing<GpuResource> all() {
    return ALL;
  }

  /**
   * The resource of a name.
   *
   * @throws UnknownNameException if nobody knows the name; near ones are suggested
   */
  public static GpuResource named(String name) {
    String asked = GpuResource.asked(name);
    return ALL.stream()
        .flatMap(resource -> resource.as(asked).stream())
        .findFirst()
        .orElseThrow(() -> unknown(asked));
  }

  private static GpuSpecException unknown(String asked) {
    List<String> spelled = ALL.stream().flatMap(GpuResource::names).toList();
    return UnknownNameException.suggesting(
            "GPU resource",
            asked,
            ALL.stream().map(GpuResource::name).toList(),
            Spelling.near(asked, spelled))
        .see(Pages.COMPONENTS);
  }
}
