package io.gpuspec.cluster;

import io.gpuspec.GpuModel;
import io.gpuspec.cluster.Component.Least;
import io.gpuspec.cluster.ComponentResult.Standing;
import io.gpuspec.cuda.CudaFit;
import io.gpuspec.cuda.CudaImage;
import io.gpuspec.cuda.Driver;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The versions of the components of a cluster's GPU nodes, to be checked against their
 * requirements.
 *
 * <pre>{@code
 * ClusterVersions.of().kubernetes("1.29").driver("550.90.07").cuda("12.4").check();
 *     // ok: kubernetes 1.29 ok, driver 550.90.07 ok, cuda 12.4 ok
 * ClusterVersions.of().driver("470.182.03").cuda("12.4").check().isOk();    // false
 * }</pre>
 *
 * <p>It is immutable; what was not given is not judged. {@link CudaFit} decides which CUDA runs on
 * which driver.
 */
public final class ClusterVersions {
  private static final Driver OLDEST =
      Driver.of(Component.of("driver").minimum().orElseThrow().version().toString());

  /** A CUDA with code for GPUs that are older than all releases in the list. */
  private static final CudaImage OF_OLD_GPUS = CudaImage.ofCuda("12.0");

  /** The given versions; not modified once it is in use. */
  private static final class Given {
    private Optional<Version> kubernetes = Optional.empty();
    private Optional<Version> containerToolkit = Optional.empty();
    private Optional<Version> dcgm = Optional.empty();
    private Optional<Driver> driver = Optional.empty();
    private Optional<CudaImage> cuda = Optional.empty();
    private Optional<GpuModel> gpu = Optional.empty();

    private Given() {}

    private Given(Given other) {
      kubernetes = other.kubernetes;
      containerToolkit = other.containerToolkit;
      dcgm = other.dcgm;
      driver = other.driver;
      cuda = other.cuda;
      gpu = other.gpu;
    }
  }

  private final Given all;

  private ClusterVersions(Given all) {
    this.all = all;
  }

  /** A cluster whose versions are all unknown. */
  public static ClusterVersions of() {
    return new ClusterVersions(new Given());
  }

  /**
   * Returns the commands that read these versions from a cluster and its GPU nodes, and look at
   * what else a host needs; a line above each says what it shows.
   */
  public static Text commands() {
    return Text.of(Component.COMMANDS);
  }

  private ClusterVersions with(Consumer<Given> step) {
    Given copy = new Given(all);
    step.accept(copy);
    return new ClusterVersions(copy);
  }

  /** The version of Kubernetes, such as {@code 1.29} or {@code v1.33.4-eks-1}. */
  public ClusterVersions kubernetes(String version) {
    Version given = KubernetesFeature.kubernetes(version);
    return with(copy -> copy.kubernetes = Optional.of(given));
  }

  /** The version of NVIDIA's driver, as {@link Driver#of} reads it. */
  public ClusterVersions driver(String version) {
    Driver given = Driver.of(version);
    return with(copy -> copy.driver = Optional.of(given));
  }

  /** The version of CUDA that images have, such as {@code 12.4}. */
  public ClusterVersions cuda(String version) {
    CudaImage given = CudaImage.ofCuda(version);
    return with(copy -> copy.cuda = Optional.of(given));
  }

  /** The version of NVIDIA's Container Toolkit, such as {@code 1.16.0}. */
  public ClusterVersions containerToolkit(String version) {
    Version given = Version.of("container-toolkit", version, "1.16.0");
    return with(copy -> copy.containerToolkit = Optional.of(given));
  }

  /** The version of NVIDIA DCGM, such as {@code 3.3.5}. */
  public ClusterVersions dcgm(String version) {
    Version given = Version.of("dcgm", version, "3.3.5");
    return with(copy -> copy.dcgm = Optional.of(given));
  }

  /**
   * The GPU of the nodes, which may need newer versions.
   *
   * @throws UnknownNameException if the name is unknown
   * @throws InvalidValueException if the name has several meanings
   */
  public ClusterVersions gpu(String name) {
    List<GpuModel> models = GpuModel.find(name);
    if (models.isEmpty()) {
      throw new UnknownNameException(
          "gpu.unknown", "GPU", name, GpuModel.all().stream().map(GpuModel::name).toList());
    }
    if (models.stream().map(GpuModel::architecture).distinct().count() > 1) {
      throw new InvalidValueException(
          "components.ambiguous",
          "gpu: %s can be %s; name one of them"
              .formatted(
                  Quoted.of(name),
                  String.join(" or ", models.stream().map(GpuModel::name).toList())));
    }
    return with(copy -> copy.gpu = Optional.of(models.get(0)));
  }

  /**
   * Returns the status of each given version.
   *
   * @throws InvalidValueException if none was given
   */
  public ComponentReport check() {
    Optional<String> architecture = all.gpu.map(GpuModel::architecture);
    List<ComponentResult> results = new ArrayList<>();
    List<Note> notes = new ArrayList<>();
    all.kubernetes.ifPresent(v -> results.add(checked("kubernetes", v, architecture, notes)));
    all.driver.ifPresent(v -> results.add(ofDriver(v, notes)));
    all.cuda.ifPresent(image -> results.add(ofCuda(image)));
    all.containerToolkit.ifPresent(
        v -> results.add(checked("container-toolkit", v, architecture, notes)));
    all.dcgm.ifPresent(v -> results.add(checked("dcgm", v, architecture, notes)));
    if (results.isEmpty()) {
      throw new InvalidValueException(
          "components.missing",
          "components: no version is given; give one, such as kubernetes 1.29 or driver 550.90.07");
    }
    return new ComponentReport(results, notes);
  }

  private static ComponentResult checked(
      String name, Version version, Optional<String> architecture, List<Note> notes) {
    Component component = Component.of(name);
    component.newer(version).ifPresent(notes::add);
    return component.check(version, architecture);
  }

  private ComponentResult ofDriver(Driver given, List<Note> notes) {
    Version version =
        Version.of("driver", given.isBranch() ? given + ".0" : "" + given, "550.90.07");
    Component.of("driver").newer(version).ifPresent(notes::add);
    Optional<Least> needed =
        all.dcgm
            .map(any -> Component.DRIVER_OF_DCGM)
            .filter(least -> version.isBelow(least.version()));
    if (needed.isPresent()) {
      return new ComponentResult(
          "driver",
          given.toString(),
          Standing.BELOW_MINIMUM,
          needed.get().described(),
          needed.get().citation());
    }
    Optional<CudaFit> fit = withCode().map(image -> fit(image, given)).or(() -> droppedGpu(given));
    fit.ifPresent(answer -> notes.addAll(answer.notes()));
    if (fit.filter(answer -> !answer.fits()).isPresent()) {
      CudaFit no = fit.get();
      return new ComponentResult(
          "driver",
          given.toString(),
          no.minimumDriver().isPresent() ? Standing.BELOW_MINIMUM : Standing.INCOMPATIBLE,
          no.minimumDriver()
                  .filter(least -> all.cuda.isPresent())
                  .map(least -> "CUDA %s needs %s or newer: ".formatted(no.cuda(), least))
                  .orElse("")
              + no.reason(),
          no.citation());
    }
    ComponentResult by = Component.of("driver").check(version, Optional.empty());
    if (by.standing() != Standing.OK && fit.isPresent()) {
      return new ComponentResult(
          "driver",
          given.toString(),
          by.standing(),
          by.reason() + "; " + fit.get().reason(),
          by.citation());
    }
    return new ComponentResult(
        "driver", given.toString(), by.standing(), by.reason(), by.citation());
  }

  /** The CUDA that was given; of one without code for the GPU, or none, the GPU's first. */
  private Optional<CudaImage> withCode() {
    return all.cuda
        .filter(image -> withoutCode(image).isEmpty())
        .or(() -> all.gpu.flatMap(model -> CudaImage.firstFor(model.name())));
  }

  /**
   * Returns why a driver no longer drives a GPU whose first CUDA is older than all that are listed;
   * that does not depend on the CUDA.
   */
  private Optional<CudaFit> droppedGpu(Driver given) {
    return all.gpu
        .map(model -> OF_OLD_GPUS.on(given, model.name()))
        .filter(fit -> !fit.fits() && fit.minimumDriver().isEmpty());
  }

  private CudaFit fit(CudaImage image, Driver on) {
    return all.gpu.map(model -> image.on(on, model.name())).orElseGet(() -> image.on(on));
  }

  private ComponentResult ofCuda(CudaImage image) {
    return withoutCode(image)
        .map(
            no ->
                new ComponentResult(
                    "cuda", no.cuda(), Standing.INCOMPATIBLE, no.reason(), no.citation()))
        .orElseGet(
            () ->
                Component.of("cuda")
                    .check(
                        Version.of("cuda", image.cuda(), "12.4"),
                        all.gpu.map(GpuModel::architecture)));
  }

  /**
   * Returns why the image's CUDA has no code for the GPU, if it has none: then no newer driver
   * helps.
   */
  private Optional<CudaFit> withoutCode(CudaImage image) {
    return Optional.of(fit(image, OLDEST))
        .filter(fit -> !fit.fits() && fit.minimumDriver().isEmpty());
  }

  /** Returns what was given, such as {@code kubernetes 1.29, driver 550.90.07}. */
  @Override
  public String toString() {
    List<String> given = new ArrayList<>();
    all.kubernetes.ifPresent(v -> given.add("kubernetes " + v));
    all.driver.ifPresent(v -> given.add("driver " + v));
    all.cuda.ifPresent(image -> given.add("cuda " + image.cuda()));
    all.containerToolkit.ifPresent(v -> given.add("container-toolkit " + v));
    all.dcgm.ifPresent(v -> given.add("dcgm " + v));
    all.gpu.ifPresent(model -> given.add("gpu " + model.name()));
    return given.isEmpty() ? "(no versions)" : String.join(", ", given);
  }
}
