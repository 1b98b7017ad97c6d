package io.gpuspec.cuda;

import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A container image, with the version of CUDA that it was built with.
 *
 * <pre>{@code
 * CudaImage.of("nvidia/cuda:12.4.0-runtime-ubuntu22.04").cuda();    // 12.4.0
 * CudaImage.of("registry.example:5000/llm:v1-cu121").cuda();        // 12.1
 * }</pre>
 */
public final class CudaImage {
  private static final CudaTables TABLES = CudaTables.NVIDIA;

  /** The CUDA version in a note on a GPU without a row. */
  private static final Pattern TOLD = Pattern.compile("\\(.*CUDA ([0-9]{1,3}\\.[0-9]{1,3})\\)");

  private final Optional<String> name;
  private final CudaVersion version;
  private final Optional<ImageName> image;

  private CudaImage(Optional<String> name, CudaVersion version, Optional<ImageName> image) {
    this.name = name;
    this.version = version;
    this.image = image;
  }

  /**
   * An image whose tag says its CUDA version, {@code nvidia/cuda:12.4.0-base} or {@code
   * r/llm:v1-cu121}, or names a release whose version is known, {@code
   * nvcr.io/nvidia/tensorflow:23.01-tf2-py3}.
   *
   * @throws InvalidValueException if it is not a valid image, or its tag has no CUDA version or
   *     several
   */
  public static CudaImage of(String text) {
    ImageName image = ImageName.parse(text);
    CudaVersion said =
        said(image)
            .orElseThrow(
                () ->
                    new InvalidValueException(
                        "cuda.missing",
                        "image: the tag of %s says no CUDA version, as cuda11.7 and cu121 do; give it beside the image, such as --cuda 12.4"
                            .formatted(Quoted.of(text.strip()))));
    return new CudaImage(Optional.of(text.strip()), said, Optional.of(image));
  }

  /** Returns the version in the tag, or of the release that the tag names. */
  private static Optional<CudaVersion> said(ImageName image) {
    return ImageTag.cuda(image, TABLES::isRelease)
        .or(() -> TABLES.tagged(image).map(CudaTables.TaggedImage::cuda));
  }

  /**
   * Returns an image whose tag says its CUDA version; empty for any other text, such as {@code
   * r/llm:v1} or a name that is not one.
   */
  public static Optional<CudaImage> find(String text) {
    Arguments.required("image", text, "an image, such as nvidia/cuda:12.4.0-base");
    try {
      ImageName image = ImageName.parse(text);
      return said(image)
          .map(cuda -> new CudaImage(Optional.of(text.strip()), cuda, Optional.of(image)));
    } catch (InvalidValueException isNone) {
      return Optional.empty();
    }
  }

  /**
   * An image whose CUDA version is known from elsewhere.
   *
   * @param cuda the version, such as {@code 12.4}
   * @throws InvalidValueException if it is not a valid image or version, or the tag has another
   *     version
   * @throws UnknownNameException if the version of CUDA does not exist
   */
  public static CudaImage of(String text, String cuda) {
    ImageName image = ImageName.parse(text);
    CudaVersion given = known(cuda);
    Optional<CudaVersion> said = said(image);
    if (said.filter(tag -> !tag.minorVersion().equals(given.minorVersion())).isPresent()) {
      throw new InvalidValueException(
          "cuda.conflict",
          "cuda: '%s' is given, and the tag of %s says %s; remove one of them"
              .formatted(given, Quoted.of(text.strip()), said.get()));
    }
    return new CudaImage(Optional.of(text.strip()), given, Optional.of(image));
  }

  /**
   * Any image with this CUDA version.
   *
   * @throws InvalidValueException if it is not a valid version
   * @throws UnknownNameException if the version of CUDA does not exist
   */
  public static CudaImage ofCuda(String cuda) {
    return new CudaImage(Optional.empty(), known(cuda), Optional.empty());
  }

  private static CudaVersion known(String cuda) {
    CudaVersion version = CudaVersion.parse(cuda);
    TABLES
        .driverOnly(version)
        .ifPresent(
            driver -> {
              throw new InvalidValueException(
                  "cuda.unknown",
                  "cuda: '%s' is what drivers of branch %s report, and no image has it; give the image's own version, such as 12.6"
                      .formatted(cuda, driver));
            });
    if (!TABLES.isRelease(version)) {
      throw new UnknownNameException(
          "cuda.unknown", "CUDA version", cuda, TABLES.minorVersionNames());
    }
    return version;
  }

  /** The image's name as it was given; absent where only a CUDA version was. */
  public Optional<String> name() {
    return name;
  }

  /** The version of CUDA, such as {@code 11.7} or {@code 12.4.0}. */
  public String cuda() {
    return version.toString();
  }

  CudaVersion version() {
    return version;
  }

  /** Returns whether it is one of NVIDIA's own CUDA images. */
  boolean isNvidiaCuda() {
    return image.filter(ImageName::isNvidiaCuda).isPresent();
  }

  /** Returns whether it is known to carry the package cuda-compat. */
  boolean hasPackage() {
    return image.filter(TABLES::hasPackage).isPresent();
  }

  /**
   * The first CUDA version with code for a GPU, such as 11.8 for H100; empty if it is not known, or
   * older than all that are listed.
   *
   * @throws UnknownNameException if the list of models does not know the GPU
   */
  public static Optional<CudaImage> firstFor(String gpu) {
    return CudaGpu.named(gpu).stream()
        .flatMap(each -> each.model().stream())
        .flatMap(model -> TABLES.architecture(model).stream())
        .map(CudaTables.Architecture::firstCuda)
        .filter(TABLES::isRelease)
        .map(first -> new CudaImage(Optional.empty(), first, Optional.empty()))
        .findFirst();
  }

  /** Returns whether it runs on a driver, with any GPU. */
  public CudaFit on(Driver driver) {
    return on(required(driver), CudaGpu.ANY);
  }

  /**
   * Returns whether it runs on a GPU ({@code L40S}, {@code Tesla-T4}, {@code 1/4*T4}) with this
   * driver.
   *
   * @throws UnknownNameException if the list of models does not know the GPU
   */
  public CudaFit on(Driver driver, String gpu) {
    required(driver);
    return leastFavourable(CudaGpu.named(gpu).stream().map(each -> on(driver, each)).toList());
  }

  /**
   * Returns whether it runs on a row of a catalog, with the driver that the cloud documents for the
   * GPU.
   *
   * @throws InvalidValueException if none is documented
   */
  public CudaFit on(GpuSpec spec) {
    return fit(Arguments.required("spec", spec, "a row of a catalog"))
        .orElseThrow(() -> undocumented(spec));
  }

  /** Returns whether it runs on a row; empty if no driver is documented for the row. */
  public Optional<CudaFit> fit(GpuSpec spec) {
    CudaGpu gpu = CudaGpu.of(Arguments.required("spec", spec, "a row of a catalog"));
    Optional<Driver> documented = spec.driver().map(Driver::of);
    if (documented.isPresent()) {
      return documented.map(driver -> on(driver, gpu));
    }
    return spec.cuda()
        .map(CudaVersion::parse)
        .flatMap(TABLES::driverThatReports)
        .map(inferred -> on(inferred, gpu).with(List.of(inferredNote(spec, inferred))));
  }

  private static Note inferredNote(GpuSpec spec, Driver inferred) {
    return Note.of(
        "driver.from-cuda",
        "%s documents CUDA %s for %s and no driver; branch %s is the oldest that reports it"
            .formatted(spec.target(), spec.cuda().orElse(""), spec.gpu(), inferred),
        spec.citation());
  }

  private static GpuSpecException undocumented(GpuSpec spec) {
    return new InvalidValueException(
        "cuda.missing",
        "driver: %s %s documents %s for '%s'; give the one that its nodes have, as nvidia-smi prints it (--driver 550.90.07)"
            .formatted(
                spec.target(),
                spec.edition(),
                spec.attribute("drivers")
                    .map(several -> "several (" + several + ")")
                    .orElse("none"),
                spec.gpu()));
  }

  /**
   * Returns whether it runs on every row that a query lets through; where the rows differ, the
   * answer is the least favourable one.
   *
   * @throws InvalidValueException if there is no row, or no driver is documented for one
   */
  public CudaFit on(SpecCatalog rows) {
    List<GpuSpec> specs = Arguments.required("rows", rows, "a SpecCatalog").specs();
    if (specs.isEmpty()) {
      throw noRow(rows);
    }
    return leastFavourable(specs.stream().map(this::on).toList()).with(rows.notes());
  }

  private static GpuSpecException noRow(SpecCatalog rows) {
    String why =
        rows.notes().stream()
            .filter(note -> note.id().equals("gpu.no-row"))
            .map(Note::message)
            .findFirst()
            .orElse("the query lets no row of '%s' through".formatted(rows.target()));
    return new InvalidValueException(
        "cuda.unsupported",
        "rows: "
            + why
            + "; ask for a GPU that has one, or give the driver as nvidia-smi prints it (%s)"
                .formatted(driverFor(why)));
  }

  /** Returns an example of a driver: where the CUDA version is told, one that reports it. */
  private static String driverFor(String why) {
    return TOLD.matcher(why)
        .results()
        .map(told -> CudaVersion.parse(told.group(1)))
        .flatMap(
            cuda ->
                TABLES.driverThatReports(cuda).stream()
                    .map(
                        driver ->
                            "--driver %s, the oldest that reports CUDA %s".formatted(driver, cuda)))
        .findFirst()
        .orElse("--driver 550.90.07");
  }

  private CudaFit on(Driver driver, CudaGpu gpu) {
    CudaFit.Verdict verdict = new CudaRules(this, driver, gpu).verdict();
    return new CudaFit(this, driver, gpu.name(), verdict).with(tagNotes());
  }

  /** Returns where the version is from, if the tag does not say it. */
  private List<Note> tagNotes() {
    return image
        .filter(name -> ImageTag.cuda(name, TABLES::isRelease).isEmpty())
        .flatMap(TABLES::tagged)
        .map(
            row ->
                Note.of(
                    "cuda.by-tag",
                    "release %s of %s has CUDA %s"
                        .formatted(row.release(), row.image(), row.cuda()),
                    row.citation()))
        .stream()
        .toList();
  }

  private static CudaFit leastFavourable(List<CudaFit> fits) {
    CudaFit worst =
        fits.stream().filter(fit -> !fit.fits()).findFirst().orElseGet(() -> fits.get(0));
    List<String> gpus = fits.stream().flatMap(fit -> fit.gpu().stream()).distinct().toList();
    return gpus.size() == 1 ? worst : worst.with(List.of(severalNote(gpus, worst)));
  }

  private static Note severalNote(List<String> gpus, CudaFit worst) {
    return Note.of(
        "gpu.several",
        "asked of %s; this is the answer for %s, and none is less favourable"
            .formatted(String.join(", ", gpus), worst.gpu().orElse("")));
  }

  private static Driver required(Driver driver) {
    return Arguments.required("driver", driver, "a Driver, such as Driver.of(\"470.182.03\")");
  }

  /** The image's name, or the CUDA version. */
  @Override
  public String toString() {
    return name.orElse("CUDA " + version);
  }
}
