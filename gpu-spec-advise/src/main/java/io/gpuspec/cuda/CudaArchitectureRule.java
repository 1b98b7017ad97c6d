package io.gpuspec.cuda;

import io.gpuspec.cuda.CudaFit.Verdict;
import io.gpuspec.cuda.CudaTables.Architecture;
import io.gpuspec.cuda.Driver.Reach;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;

/** The rule that a release of CUDA and a driver must support a GPU's architecture. */
record CudaArchitectureRule(CudaVersion cuda, Driver driver, String gpu, Architecture known) {
  private static final CudaTables TABLES = CudaTables.NVIDIA;

  /** The rule for a GPU whose model is known. */
  static Optional<CudaArchitectureRule> of(CudaVersion cuda, Driver driver, CudaGpu gpu) {
    return gpu.model()
        .flatMap(TABLES::architecture)
        .map(known -> new CudaArchitectureRule(cuda, driver, gpu.name().orElseThrow(), known));
  }

  /** Returns why it cannot run, if it cannot. */
  Optional<Verdict> refusal() {
    return droppedByCuda()
        .or(this::droppedByDriver)
        .or(this::unknownToCuda)
        .or(this::unknownToDriver);
  }

  private Optional<Verdict> droppedByCuda() {
    return known.lastCudaMajor().isPresent() && cuda.major() > known.lastCudaMajor().getAsInt()
        ? no(
            "CUDA %s.x no longer has code for %s; the last that has is CUDA %s.x"
                .formatted(cuda.major(), described(), known.lastCudaMajor().getAsInt()))
        : Optional.empty();
  }

  private Optional<Verdict> droppedByDriver() {
    return known
        .lastDriver()
        .filter(last -> driver.branch() > last.branch())
        .flatMap(
            last ->
                no(
                    "%s no longer drives %s; the last that does is branch %s"
                        .formatted(driver.described(), described(), last.branch())));
  }

  /** Code for one capability runs on a higher one of the same major number, not on another. */
  private Optional<Verdict> unknownToCuda() {
    return cuda.isAtLeast(known.firstCuda()) || sibling().isPresent()
        ? Optional.empty()
        : no(
            "CUDA %s has no code for %s; the first that has is CUDA %s"
                .formatted(cuda, described(), known.firstCuda()));
  }

  private Optional<Architecture> sibling() {
    return TABLES.sibling(known, cuda);
  }

  private Optional<Verdict> unknownToDriver() {
    return firstDriver()
        .filter(first -> driver.reaches(first) == Reach.NONE)
        .map(
            first ->
                Verdict.no(
                    "%s does not know %s; the first that does is %s, of CUDA %s"
                        .formatted(driver.described(), described(), first, known.firstCuda()),
                    known.citation(),
                    Optional.of(first)));
  }

  /** Returns what the driver alone allows, with what the GPU adds to it. */
  Verdict complete(Verdict onDriver) {
    Verdict noted = onDriver.with(notes());
    return firstDriver().map(first -> withinBranch(noted, first).from(first)).orElse(noted);
  }

  /**
   * Of a branch, only those versions may know the GPU that came with its first toolkit or later.
   */
  private Verdict withinBranch(Verdict verdict, Driver first) {
    boolean isFirstLater =
        verdict.minimumDriver().filter(least -> least.isOlderThan(first)).isPresent();
    return isFirstLater && driver.reaches(first) == Reach.SOME
        ? verdict.with(List.of(driver.ofBranch(first)))
        : verdict;
  }

  /** The driver of the first toolkit that knows the architecture is taken for the first driver. */
  private Optional<Driver> firstDriver() {
    return TABLES.toolkit(known.firstCuda()).map(CudaTables.Toolkit::driver);
  }

  private List<Note> notes() {
    return cuda.isAtLeast(known.firstCuda())
        ? List.of()
        : sibling().stream().map(this::onSibling).toList();
  }

  private Note onSibling(Architecture sibling) {
    return Note.of(
        "gpu.binary-compatibility",
        "CUDA %s has no code of its own for %s, as CUDA %s has; what was built for %s runs on it"
            .formatted(cuda, described(), known.firstCuda(), sibling.computeCapability()),
        TABLES.sources().binaryCode());
  }

  /** Returns text such as {@code V100 (compute capability 7.0)}. */
  private String described() {
    return "%s (compute capability %s)".formatted(gpu, known.computeCapability());
  }

  private Optional<Verdict> no(String reason) {
    return Optional.of(Verdict.no(reason, known.citation(), Optional.empty()));
  }
}
