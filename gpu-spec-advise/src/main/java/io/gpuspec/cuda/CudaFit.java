package io.gpuspec.cuda;

import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.Lines;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The answer to whether a container image, built with a version of CUDA, runs on a driver, and why.
 *
 * <pre>{@code
 * CudaImage image = CudaImage.of("pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime");
 * image.on(Driver.of("470.182.03"));
 *     // fits: CUDA 11.7 on driver 470.182.03 (minor-version compatibility)
 * CudaImage.ofCuda("12.4").on(Driver.of("470"));
 *     // does not fit: CUDA 12.4 on driver branch 470
 *
 * // On the driver that TKE documents for a T4.
 * image.on(gpus.in("tke").catalog().gpu("T4"));
 *     // fits: CUDA 11.7 on driver branch 470 (minor-version compatibility)
 * }</pre>
 *
 * <p>Linux on x86_64, by NVIDIA's tables; {@code docs/cuda-fit.md} has every rule with its source.
 * A no is a value too. Where an answer holds only under a condition, it is given as if the
 * condition held, and a note names the condition.
 */
public final class CudaFit implements Answer {

  /** The NVIDIA compatibility guarantee under which an image runs on a driver. */
  public enum Compatibility {
    /** The driver is as new as the image's CUDA: a driver runs all that is older. */
    BACKWARD,
    /** The driver is older, and of the same major version of CUDA (from CUDA 11 on). */
    MINOR_VERSION,
    /** The driver is too old, and the image carries a newer one's libraries, cuda-compat. */
    FORWARD;

    /** Returns the word used in JSON, such as {@code minor-version}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The result of the rules. */
  record Verdict(
      Optional<Compatibility> by,
      String reason,
      Citation citation,
      Optional<Driver> minimumDriver,
      List<Note> notes) {

    static Verdict no(String reason, Citation citation, Optional<Driver> minimumDriver) {
      return new Verdict(Optional.empty(), reason, citation, minimumDriver, List.of());
    }

    /** The same on a GPU that needs this driver or a newer one in any case. */
    Verdict from(Driver driver) {
      Optional<Driver> later =
          minimumDriver.map(least -> least.isOlderThan(driver) ? driver : least);
      return new Verdict(by, reason, citation, later, notes);
    }

    Verdict with(List<Note> more) {
      List<Note> all = ImmutableList.<Note>builder().addAll(notes).addAll(more).build();
      return new Verdict(by, reason, citation, minimumDriver, all);
    }
  }

  private final CudaImage image;
  private final Driver driver;
  private final Optional<String> gpu;
  private final Verdict verdict;

  CudaFit(CudaImage image, Driver driver, Optional<String> gpu, Verdict verdict) {
    this.image = image;
    this.driver = driver;
    this.gpu = gpu;
    this.verdict = verdict;
  }

  /** Returns whether it runs. */
  public boolean fits() {
    return verdict.by().isPresent();
  }

  /** Returns the NVIDIA guarantee under which it runs; empty if it does not. */
  public Optional<Compatibility> by() {
    return verdict.by();
  }

  /** The CUDA version asked about, such as {@code 11.7}. */
  public String cuda() {
    return image.cuda();
  }

  /** The driver asked about. */
  public Driver driver() {
    return driver;
  }

  /** The image asked about, where one was. */
  public Optional<String> image() {
    return image.name();
  }

  /** The GPU asked about, where one was. */
  public Optional<String> gpu() {
    return gpu;
  }

  /** Returns why, in one sentence. */
  public String reason() {
    return verdict.reason();
  }

  /** Returns where the rule behind the answer comes from. */
  public Citation citation() {
    return verdict.citation();
  }

  /**
   * Returns the oldest driver that runs it on the GPU in question without a package in the image;
   * empty if no driver does.
   */
  public Optional<Driver> minimumDriver() {
    return verdict.minimumDriver();
  }

  /** Conditions of the answer, and what else should be known. */
  public Listing<Note> notes() {
    return Listing.copyOf(verdict.notes());
  }

  CudaFit with(List<Note> notes) {
    return new CudaFit(image, driver, gpu, verdict.with(notes));
  }

  /** The whole answer in lines. */
  public Text explain() {
    Lines out = new Lines().head(this);
    image().ifPresent(name -> out.line("image", name));
    gpu.ifPresent(name -> out.line("gpu", name));
    out.line("why", reason());
    minimumDriver().ifPresent(least -> out.line("needs", "driver " + least + " or newer"));
    return out.line("source", citation()).lines("note", notes()).text();
  }

  /**
   * Adds {@code "fits", "cuda", "driver", "image"?, "gpu"?, "by"?, "minimumDriver"?, "reason",
   * "citation", "notes"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("fits", fits())
        .put("cuda", cuda())
        .put("driver", driver())
        .put("image", image())
        .put("gpu", gpu())
        .put("by", by())
        .put("minimumDriver", minimumDriver())
        .put("reason", reason())
        .put("citation", citation())
        .put("notes", notes());
  }

  /**
   * Returns text such as {@code fits: CUDA 11.7 on driver 470.182.03 (minor-version
   * compatibility)}.
   */
  @Override
  public String toString() {
    return by().map(way -> "fits: ").orElse("does not fit: ")
        + "CUDA "
        + cuda()
        + " on "
        + driver.described()
        + by().map(way -> " (" + way + " compatibility)").orElse("");
  }
}
