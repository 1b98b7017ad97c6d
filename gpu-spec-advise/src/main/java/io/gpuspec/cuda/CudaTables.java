package io.gpuspec.cuda;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.GpuModel;
import io.gpuspec.internal.ComputeCapability;
import io.gpuspec.internal.DataFile;
import io.gpuspec.value.Citation;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** NVIDIA's tables of CUDA and drivers, from {@code cuda.json} in the jar. */
final class CudaTables {
  static final CudaTables NVIDIA = new CudaTables(new DataFile(CudaTables.class, "cuda.json"));

  /** A release of the toolkit with its driver. */
  record Toolkit(String name, CudaVersion release, Driver driver, Citation citation) {}

  /** The oldest driver that runs every release of a major version. */
  record MinorVersions(int major, Driver driver, Citation citation) {}

  /** The toolkits and drivers that support a compute capability. */
  record Architecture(
      ComputeCapability computeCapability,
      CudaVersion firstCuda,
      OptionalInt lastCudaMajor,
      Optional<Driver> lastDriver,
      Citation citation) {}

  /** The driver branches that are listed for each release. */
  record Branches(ImmutableMap<CudaVersion, ImmutableSet<Integer>> byCuda, Citation citation) {
    boolean list(CudaVersion cuda, Driver driver) {
      return of(cuda).contains(driver.branch());
    }

    ImmutableSet<Integer> of(CudaVersion cuda) {
      return byCuda.getOrDefault(cuda.minorVersion(), ImmutableSet.of());
    }
  }

  /**
   * A release of an image whose tag names no CUDA version.
   *
   * @param image its path without a registry, such as {@code nvidia/pytorch}
   * @param with a word that the tag has too; empty for any
   * @param hasPackage whether it carries cuda-compat
   */
  record TaggedImage(
      String image,
      String release,
      Optional<String> with,
      CudaVersion cuda,
      boolean hasPackage,
      Citation citation) {
    boolean isOf(ImageName asked) {
      if (!asked.isOf(image)) {
        return false;
      }
      List<String> words = asked.tagWords();
      return (words.get(0).equals(release) || words.get(0).startsWith(release + "."))
          && with.stream().allMatch(words::contains);
    }
  }

  /** Sources of rules that need no table. */
  record Sources(Citation minorVersionLimits, Citation binaryCode, Citation containers) {}

  private static final Comparator<Toolkit> BY_RELEASE = Comparator.comparing(Toolkit::release);

  private final ImmutableList<Toolkit> toolkits;
  private final ImmutableMap<CudaVersion, Driver> driverOnly;
  private final ImmutableList<MinorVersions> minorVersions;
  private final ImmutableList<Architecture> architectures;
  private final ImmutableList<TaggedImage> tags;
  private final Branches forwardPackages;
  private final ImmutableSet<Integer> maintainedBranches;
  private final Branches images;
  private final ImmutableSet<String> notDataCenter;
  private final Sources sources;

  private CudaTables(DataFile file) {
    toolkits = file.rows("toolkits", row -> toolkit(file, row));
    minorVersions =
        file.rows(
            "minorVersions",
            row ->
                new MinorVersions(row.path("major").asInt(), driver(file, row), file.cited(row)));
    architectures = file.rows("architectures", row -> architecture(file, row));
    tags =
        file.rows(
            "tags",
            row ->
                new TaggedImage(
                    file.text(row, "image"),
                    file.text(row, "tag"),
                    Optional.ofNullable(row.get("with")).map(JsonNode::asText),
                    CudaVersion.parse(file.text(row, "cuda")),
                    row.path("package").asBoolean(),
                    file.cited(row)));
    driverOnly =
        file.rows("driverOnly", row -> row).stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    row -> CudaVersion.parse(file.text(row, "cuda")), row -> driver(file, row)));
    forwardPackages = branches(file, "forwardPackages");
    maintainedBranches = numbers(file.part("forwardPackages").path("branches"));
    images = branches(file, "images");
    notDataCenter =
        ImmutableSet.copyOf(
            DataFile.rows(file.part("notDataCenter").path("models"), JsonNode::asText));
    sources =
        new Sources(
            file.cited(file.part("minorVersionLimits")),
            file.cited(file.part("binaryCode")),
            file.cited(file.part("containers")));
  }

  private static Toolkit toolkit(DataFile file, JsonNode row) {
    return new Toolkit(
        file.text(row, "name"),
        CudaVersion.parse(file.text(row, "release")),
        driver(file, row),
        file.cited(row));
  }

  private static Driver driver(DataFile file, JsonNode row) {
    return Driver.of(file.text(row, "driver"));
  }

  /** Returns the driver branches of each release of CUDA. */
  private static Branches branches(DataFile file, String part) {
    return new Branches(
        file.part(part).path("byCuda").properties().stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    entry -> CudaVersion.parse(entry.getKey()),
                    entry -> numbers(entry.getValue()))),
        file.cited(file.part(part)));
  }

  private static ImmutableSet<Integer> numbers(JsonNode array) {
    return ImmutableSet.copyOf(DataFile.rows(array, JsonNode::asInt));
  }

  private static Architecture architecture(DataFile file, JsonNode row) {
    JsonNode lastMajor = row.path("lastCudaMajor");
    return new Architecture(
        ComputeCapability.parse(file.text(row, "computeCapability")),
        CudaVersion.parse(file.text(row, "firstCuda")),
        lastMajor.isInt() ? OptionalInt.of(lastMajor.asInt()) : OptionalInt.empty(),
        Optional.ofNullable(row.get("lastDriver")).map(last -> Driver.of(last.asText())),
        file.cited(row));
  }

  /** Returns every release, newest first. */
  ImmutableList<Toolkit> toolkits() {
    return toolkits;
  }

  /** Returns the release that the tag of an image names, if it is known. */
  Optional<TaggedImage> tagged(ImageName image) {
    return tags.stream().filter(row -> row.isOf(image)).findFirst();
  }

  /** Returns whether every release of an image carries cuda-compat. */
  boolean hasPackage(ImageName image) {
    return image.isNvidiaCuda()
        || tags.stream().anyMatch(row -> row.hasPackage() && image.isOf(row.image()));
  }

  ImmutableList<Architecture> architectures() {
    return architectures;
  }

  /**
   * Returns whether a version is a release of the toolkit, or a later one of the newest major
   * version.
   */
  boolean isRelease(CudaVersion cuda) {
    CudaVersion newest = toolkits.get(0).release();
    return toolkit(cuda).isPresent()
        || (cuda.major() == newest.major() && cuda.minor() > newest.minor());
  }

  /**
   * Returns the release for a version: the stated update or the one before it, otherwise the first
   * release that is not a candidate.
   */
  Optional<Toolkit> toolkit(CudaVersion cuda) {
    List<Toolkit> updates =
        toolkits.stream()
            .filter(row -> row.release().minorVersion().equals(cuda.minorVersion()))
            .toList();
    return updates.stream()
        .filter(row -> cuda.isAtLeast(row.release()))
        .findFirst()
        .or(() -> updates.stream().filter(row -> !row.name().endsWith(" RC")).min(BY_RELEASE));
  }

  /** The minor versions that there are, newest first. */
  List<String> minorVersionNames() {
    return toolkits.stream()
        .map(row -> row.release().minorVersion().toString())
        .distinct()
        .toList();
  }

  Optional<MinorVersions> minorVersions(CudaVersion cuda) {
    return minorVersions.stream().filter(row -> row.major() == cuda.major()).findFirst();
  }

  /** The driver branch that reports a version of CUDA which never was a toolkit. */
  Optional<Driver> driverOnly(CudaVersion cuda) {
    return Optional.ofNullable(driverOnly.get(cuda.minorVersion()));
  }

  /** The oldest driver branch that reports a CUDA version, as nvidia-smi shows it. */
  Optional<Driver> driverThatReports(CudaVersion cuda) {
    return driverOnly(cuda)
        .or(() -> toolkit(cuda.minorVersion()).map(Toolkit::driver))
        .map(driver -> Driver.of(String.valueOf(driver.branch())));
  }

  /** The driver from which on a release runs without a package in the image. */
  Driver driverFor(CudaVersion cuda) {
    Optional<Driver> own = toolkit(cuda).map(Toolkit::driver);
    return minorVersions(cuda)
        .map(MinorVersions::driver)
        .filter(least -> own.filter(driver -> driver.isOlderThan(least)).isEmpty())
        .or(() -> own)
        .orElseThrow();
  }

  Optional<Architecture> architecture(GpuModel model) {
    return architectures.stream()
        .filter(row -> row.computeCapability().toString().equals(model.computeCapability()))
        .findFirst();
  }

  /** The nearest lower capability of the same major number that a release has code for. */
  Optional<Architecture> sibling(Architecture of, CudaVersion cuda) {
    ComputeCapability capability = of.computeCapability();
    return architectures.stream()
        .filter(row -> row.computeCapability().major() == capability.major())
        .filter(row -> row.computeCapability().compareTo(capability) < 0)
        .filter(row -> cuda.isAtLeast(row.firstCuda()))
        .max(Comparator.comparing(Architecture::computeCapability));
  }

  /** The branches on which NVIDIA supports each forward compatibility package. */
  Branches forwardPackages() {
    return forwardPackages;
  }

  /** Returns whether NVIDIA still lists a branch for forward compatibility. */
  boolean isMaintained(Driver driver) {
    return maintainedBranches.contains(driver.branch());
  }

  /** The branches on which NVIDIA's CUDA images start with a data-center GPU. */
  Branches images() {
    return images;
  }

  boolean isDataCenter(GpuModel model) {
    return !notDataCenter.contains(model.name());
  }

  Sources sources() {
    return sources;
  }
}
