package io.gpuspec.cuda;

import com.google.common.collect.ImmutableList;
import io.gpuspec.cuda.CudaFit.Compatibility;
import io.gpuspec.cuda.CudaFit.Verdict;
import io.gpuspec.cuda.CudaTables.Branches;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;

/**
 * The rule of forward compatibility: an image that contains the libraries of a newer driver,
 * cuda-compat.
 */
record CudaForwardRule(CudaImage image, Driver driver, CudaGpu gpu) {
  private static final CudaTables TABLES = CudaTables.NVIDIA;

  /** A yes where the image is known to carry the package, and the package works here. */
  Optional<Verdict> verdict() {
    return listing()
        .filter(listing -> obstacle().isEmpty())
        .map(
            listing ->
                new Verdict(
                    Optional.of(Compatibility.FORWARD),
                    "%s is too old by itself; the image carries %s, which runs on branch %s"
                        .formatted(driver.described(), packageName(), driver.branch()),
                    listing.citation(),
                    Optional.of(TABLES.driverFor(image.version())),
                    conditions()));
  }

  /** Returns what would help where the answer is no. */
  List<Note> notes() {
    return listing().flatMap(listing -> obstacle().map(why -> packageNote(listing, why))).stream()
        .toList();
  }

  private Note packageNote(Branches listing, String obstacle) {
    return Note.of(
        "cuda.forward-package",
        "an image with the package %s runs on branch %s with a whole data-center GPU; %s"
            .formatted(packageName(), driver.branch(), obstacle),
        listing.citation());
  }

  /** Returns where the package is listed for the branch: in NVIDIA's table, else on its images. */
  private Optional<Branches> listing() {
    return ImmutableList.of(TABLES.forwardPackages(), TABLES.images()).stream()
        .filter(listing -> listing.list(image.version(), driver))
        .findFirst();
  }

  private Optional<String> obstacle() {
    if (!gpu.isWhole()) {
      return Optional.of("a share of one is not documented");
    }
    if (gpu.model().filter(model -> !TABLES.isDataCenter(model)).isPresent()) {
      return Optional.of(gpu.name().orElseThrow() + " is not known to be one");
    }
    return image.hasPackage()
        ? Optional.empty()
        : Optional.of("this image is not known to have it");
  }

  private List<Note> conditions() {
    ImmutableList.Builder<Note> conditions = ImmutableList.builder();
    conditions.add(
        Note.of(
            "cuda.container-toolkit",
            "the node's NVIDIA Container Toolkit loads the package; elsewhere LD_LIBRARY_PATH has"
                + " to name /usr/local/cuda/compat",
            TABLES.sources().containers()));
    if (gpu.model().isEmpty()) {
      conditions.add(
          Note.of(
              "cuda.data-center-gpu",
              "forward compatibility is for data-center GPUs; on others CUDA fails with error 804",
              TABLES.forwardPackages().citation()));
    }
    if (!TABLES.isMaintained(driver)) {
      conditions.add(
          Note.of(
              "driver.end-of-life",
              "branch %s is not among those that NVIDIA still lists for forward compatibility; its images name it"
                  .formatted(driver.branch()),
              TABLES.forwardPackages().citation()));
    }
    return conditions.build();
  }

  private String packageName() {
    return "cuda-compat-%s-%s".formatted(image.version().major(), image.version().minor());
  }
}
