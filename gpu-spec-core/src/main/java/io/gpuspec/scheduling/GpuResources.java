package io.gpuspec.scheduling;

import io.gpuspec.internal.DataFile;
import io.gpuspec.internal.text.Spelling;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The known names of GPU resources, both real and mistaken.
 *
 * <pre>{@code
 * GpuResources.named("nvidia.com/mig-1g.10gb");
 *     // nvidia.com/mig-1g.10gb: MIG instances of the profile, by NVIDIA device plugin
 * GpuResources.named("nvidia.com/vgpu").isReal();    // false
 * GpuResources.all();                                // nvidia.com/gpu: cards, ...
 * }</pre>
 */
public final class GpuResources {
  private static final DataFile FILE = new DataFile(GpuResources.class, "resources.json");
  private static final Listing<GpuResource> ALL =
      Listing.of(FILE.rows("resources", row -> GpuResource.read(FILE, row)));
  private static final Pattern GPU =
      Pattern.compile(String.join("|", FILE.rows("gpuNames", row -> FILE.text(row, "pattern"))));

  private GpuResources() {}

  /**
   * Returns whether a resource is a GPU, or a part or share of one, whoever offers it: {@code
   * nvidia.com/mig-1g.5gb} and {@code amd.com/gpu} are, {@code nvidia.com/hostdev} is not.
   */
  public static boolean isGpu(String name) {
    return GPU.matcher(GpuResource.asked(name)).matches();
  }

  /** Returns every one; {@code <profile>} stands for any MIG profile that a product has. */
  public static Listing<GpuResource> all() {
    return ALL;
  }

  /**
   * The resource of a name.
   *
   * @throws UnknownNameException if the name is unknown; similar names are suggested
   */
  public static GpuResource named(String name) {
    return find(name).orElseThrow(() -> unknown(GpuResource.asked(name)));
  }

  /** Returns the resource with this name, or empty if the name is unknown. */
  public static Optional<GpuResource> find(String name) {
    String asked = GpuResource.asked(name);
    return ALL.stream().flatMap(resource -> resource.as(asked).stream()).findFirst();
  }

  private static GpuSpecException unknown(String asked) {
    List<String> spelled = ALL.stream().flatMap(GpuResource::names).toList();
    return UnknownNameException.suggesting(
        "components.unknown",
        "GPU resource",
        asked,
        ALL.stream().map(GpuResource::name).toList(),
        Spelling.near(asked, spelled));
  }
}
