package io.gpuspec.manifest.internal.tree;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.cuda.CudaFit;
import io.gpuspec.cuda.CudaImage;
import io.gpuspec.cuda.Driver;
import io.gpuspec.value.Note;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Notes about images that do not run where their pods land: their tags say a CUDA that the driver
 * which the target documents for the GPU does not have. An image whose tag says none is not judged.
 */
public final class ImageNotes {
  private ImageNotes() {}

  /** Returns these notes. */
  public static List<Note> of(Match.Found found, Collection<String> images) {
    return images.stream()
        .distinct()
        .flatMap(image -> CudaImage.find(image).stream())
        .flatMap(image -> image.fit(found.shape().spec()).stream())
        .filter(fit -> !fit.fits())
        .flatMap(fit -> note(fit, found.shape().spec()))
        .toList();
  }

  private static Stream<Note> note(CudaFit fit, GpuSpec spec) {
    Optional<String> needed = fit.minimumDriver().map(Driver::toString);
    return fit.image().stream()
        .map(
            image ->
                Note.of(
                    "image.cuda",
                    "image %s does not run on %s of %s: %s; take an image with an older CUDA%s"
                        .formatted(
                            image,
                            spec.gpu(),
                            spec.target(),
                            fit.reason(),
                            needed
                                .map(driver -> ", or a GPU with driver " + driver + " or newer")
                                .orElse("")),
                    fit.citation()));
  }
}
