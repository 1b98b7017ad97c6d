package io.gpuspec.cluster;

import io.gpuspec.GpuSpecException;
import io.gpuspec.Listing;
import io.gpuspec.UnknownNameException;
import io.gpuspec.internal.Pages;
import io.gpuspec.internal.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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

  private static final Pattern GPU = pattern();

  private GpuResources() {}

  private static Pattern pattern() {
    ClusterFile file = ClusterFile.of("resources.json");
    return Pattern.compile(
        String.join("|", file.rows("gpuNames", row -> file.text(row, "pattern"))));
  }

  /**
   * Returns whether a resource is a GPU, or a part or share of one, whoever offers it: {@code
   * nvidia.com/mig-1g.5gb} and {@code amd.com/gpu} are, {@code nvidia.com/hostdev} is not.
   */
  public static boolean isGpu(String name) {
    return GPU.matcher(GpuResource.asked(name)).matches();
  }

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
    return find(name).orElseThrow(() -> unknown(GpuResource.asked(name)));
  }

  /** Returns the resource of a name, or empty if nobody knows the name. */
  public static Optional<GpuResource> find(String name) {
    String asked = GpuResource.asked(name);
    return ALL.stream().flatMap(resource -> resource.as(asked).stream()).findFirst();
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
