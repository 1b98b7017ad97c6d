package io.gpuspec.cuda;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.cuda.CudaFit.Compatibility;
import io.gpuspec.cuda.CudaFit.Verdict;
import io.gpuspec.cuda.CudaTables.MinorVersions;
import io.gpuspec.cuda.CudaTables.Toolkit;
import io.gpuspec.cuda.Driver.Reach;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;

/**
 * NVIDIA's rules on CUDA and drivers in the order of {@code docs/cuda-fit.md}: the GPU's
 * architecture, the driver of the toolkit, minor-version compatibility, forward compatibility.
 */
final class CudaRules {
  private static final CudaTables TABLES = CudaTables.NVIDIA;

  private final CudaImage image;
  private final CudaVersion cuda;
  private final Driver driver;
  private final Optional<CudaArchitectureRule> architecture;
  private final CudaForwardRule forward;
  private final Driver least;
  private final Optional<Toolkit> toolkit;
  private final Optional<MinorVersions> family;

  CudaRules(CudaImage image, Driver driver, CudaGpu gpu) {
    this.image = image;
    this.cuda = image.version();
    this.driver = driver;
    this.architecture = CudaArchitectureRule.of(cuda, driver, gpu);
    this.forward = new CudaForwardRule(image, driver, gpu);
    this.least = TABLES.driverFor(cuda);
    this.toolkit = TABLES.toolkit(cuda);
    this.family = TABLES.minorVersions(cuda);
  }

  Verdict verdict() {
    return architecture
        .map(known -> known.refusal().orElseGet(() -> known.complete(onDriver())))
        .orElseGet(this::onDriver);
  }

  private Verdict onDriver() {
    return reached(Reach.ALL)
        .or(() -> reached(Reach.SOME).map(this::withinBranch))
        .or(forward::verdict)
        .orElseGet(this::tooOld);
  }

  /** Returns the older of the two drivers if both rules apply only to a part of a branch. */
  private Optional<Verdict> reached(Reach reach) {
    Optional<Toolkit> release = toolkit.filter(row -> driver.reaches(row.driver()) == reach);
    Optional<MinorVersions> row = family.filter(each -> driver.reaches(each.driver()) == reach);
    boolean isMinorOlder =
        reach == Reach.SOME
            && release.isPresent()
            && row.filter(each -> each.driver().isOlderThan(release.get().driver())).isPresent();
    return release.isPresent() && !isMinorOlder
        ? release.map(this::backward)
        : row.map(this::minorVersion);
  }

  private Verdict backward(Toolkit release) {
    return new Verdict(
        Optional.of(Compatibility.BACKWARD),
        "%s is not older than %s, the driver of %s, and a driver runs all CUDA up to its own"
            .formatted(driver.described(), release.driver(), release.name()),
        release.citation(),
        Optional.of(least),
        ImmutableList.of());
  }

  private Verdict minorVersion(MinorVersions row) {
    return new Verdict(
        Optional.of(Compatibility.MINOR_VERSION),
        "%s is not older than %s, from which on drivers run any CUDA %s.x"
            .formatted(driver.described(), row.driver(), row.major()),
        row.citation(),
        Optional.of(least),
        ImmutableList.<Note>builder()
            .add(limits())
            .addAll(newerThanTable().stream().iterator())
            .addAll(requiredDrivers().stream().iterator())
            .build());
  }

  private Note limits() {
    return Note.of(
        "cuda.minor-version",
        "what the driver compiles from PTX, and features of CUDA %s's own driver, need %s"
            .formatted(
                cuda.minorVersion(),
                toolkit
                    .map(release -> "driver " + release.driver() + " or newer")
                    .orElse("that driver")),
        TABLES.sources().minorVersionLimits());
  }

  private Optional<Note> newerThanTable() {
    return toolkit.isPresent()
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "cuda.newer-than-table",
                "CUDA %s is newer than the table of releases; the rule for CUDA %s.x holds for it"
                    .formatted(cuda, cuda.major())));
  }

  /** NVIDIA's images state on which drivers the container runtime may start them. */
  private Optional<Note> requiredDrivers() {
    ImmutableSet<Integer> stated = TABLES.images().of(cuda);
    if (!image.isNvidiaCuda() || stated.isEmpty() || stated.contains(driver.branch())) {
      return Optional.empty();
    }
    return Optional.of(
        Note.of(
            "image.required-drivers",
            "the image asks for a driver of CUDA %s or newer, or of branch %s; where the container runtime refuses another, NVIDIA_DISABLE_REQUIRE=1 turns the check off"
                .formatted(cuda.minorVersion(), Joiner.on(", ").join(stated)),
            TABLES.images().citation()));
  }

  /** Only the branch is known, and only its later versions are new enough. */
  private Verdict withinBranch(Verdict verdict) {
    return new Verdict(
            verdict.by(),
            "drivers of branch %s run CUDA %s from %s on"
                .formatted(driver.branch(), cuda.minorVersion(), least),
            verdict.citation(),
            verdict.minimumDriver(),
            List.of(driver.ofBranch(least)))
        .with(verdict.notes());
  }

  private Verdict tooOld() {
    Optional<MinorVersions> row = family.filter(each -> each.driver().equals(least));
    return Verdict.no(
            "%s is older than %s, from which on drivers run %s"
                .formatted(
                    driver.described(),
                    least,
                    row.map(each -> "any CUDA " + each.major() + ".x").orElse("CUDA " + cuda)),
            row.map(MinorVersions::citation).or(() -> toolkit.map(Toolkit::citation)).orElseThrow(),
            Optional.of(least))
        .with(forward.notes());
  }
}
