package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** NVIDIA's tables of CUDA and drivers, from {@code cuda.json} in the jar. */
final class CudaTables {
  static final CudaTables NVIDIA = new CudaTables(Json.resource(CudaTables.class, "cuda.json"));

  /** A release of the toolkit with the driver that came with it. */
  record Toolkit(String name, CudaVersion release, Driver driver, Citation citation) {}

  /** The driver from which on every release of a major version runs. */
  record MinorVersions(int major, Driver driver, Citation citation) {}

  /** What the toolkits and drivers know of a compute capability. */
  record Architecture(
      CudaVersion computeCapability,
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

  private final Map<String, Citation> citations = new HashMap<>();
  private final ImmutableList<Toolkit> toolkits;
  private final ImmutableMap<CudaVersion, Driver> driverOnly;
  private final ImmutableList<MinorVersions> minorVersions;
  private final ImmutableList<Architecture> architectures;
  private final Branches forwardPackages;
  private final ImmutableSet<Integer> maintainedBranches;
  private final Branches images;
  private final ImmutableSet<String> notDataCenter;
  private final Citation minorVersionLimits;
  private final Citation binaryCompatibility;
  private final Citation containers;

  private CudaTables(JsonNode file) {
    file.path("citations")
        .properties()
        .forEach(entry -> citations.put(entry.getKey(), citation(entry.getValue())));
    toolkits = rows(file.path("toolkits"), this::toolkit);
    minorVersionLimits = cited(file.path("minorVersionLimits"));
    binaryCompatibility = cited(file.path("binaryCompatibility"));
    containers = cited(file.path("containers"));
    minorVersions = rows(file.path("minorVersions"), this::minorVersions);
    architectures = rows(file.path("architectures"), this::architecture);
    driverOnly =
        rows(file.path("driverOnly"), row -> row).stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    row -> CudaVersion.parse(text(row, "cuda")),
                    row -> Driver.of(text(row, "driver"))));
    JsonNode packages = file.path("forwardPackages");
    forwardPackages = branches(packages.path("compatible"), cited(packages));
    maintainedBranches = numbers(packages.path("branches"));
    images = branches(file.path("images").path("branches"), cited(file.path("images")));
    notDataCenter =
        ImmutableSet.copyOf(rows(file.path("notDataCenter").path("models"), JsonNode::asText));
  }

  private Toolkit toolkit(JsonNode row) {
    return new Toolkit(
        text(row, "name"),
        CudaVersion.parse(text(row, "release")),
        Driver.of(text(row, "driver")),
        cited(row));
  }

  private MinorVersions minorVersions(JsonNode row) {
    return new MinorVersions(row.path("major").asInt(), Driver.of(text(row, "driver")), cited(row));
  }

  private Architecture architecture(JsonNode row) {
    JsonNode lastMajor = row.path("lastCudaMajor");
    return new Architecture(
        CudaVersion.parse(text(row, "computeCapability")),
        CudaVersion.parse(text(row, "firstCuda")),
        lastMajor.isInt() ? OptionalInt.of(lastMajor.asInt()) : OptionalInt.empty(),
        Optional.ofNullable(row.get("lastDriver")).map(last -> Driver.of(last.asText())),
        cited(row));
  }

  private static Branches branches(JsonNode byCuda, Citation citation) {
    return new Branches(
        byCuda.properties().stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    entry -> CudaVersion.parse(entry.getKey()),
                    entry -> numbers(entry.getValue()))),
        citation);
  }

  private static ImmutableSet<Integer> numbers(JsonNode array) {
    return ImmutableSet.copyOf(rows(array, JsonNode::asInt));
  }

  private static <T> ImmutableList<T> rows(JsonNode array, Function<JsonNode, T> read) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(read)
        .collect(ImmutableList.toImmutableList());
  }

  private static Citation citation(JsonNode node) {
    return new Citation(
        text(node, "title"), text(node, "date"), Citation.Status.parse(text(node, "status")));
  }

  private Citation cited(JsonNode row) {
    return Optional.ofNullable(citations.get(text(row, "citation"))).orElseThrow();
  }

  private static String text(JsonNode row, String field) {
    return row.path(field).asText();
  }

  /** Whether a version is a release of the toolkit, or a later one of a major version there is. */
  boolean isRelease(CudaVersion cuda) {
    return toolkit(cuda).isPresent() || isNewerThanTable(cuda);
  }

  /** A minor version that came out after these tables. */
  boolean isNewerThanTable(CudaVersion cuda) {
    CudaVersion newest = toolkits.get(0).release();
    return cuda.major() == newest.major() && cuda.minor() > newest.minor();
  }

  /** The release that a version means: the update if it is said and known, else the one before. */
  Optional<Toolkit> toolkit(CudaVersion cuda) {
    List<Toolkit> updates =
        toolkits.stream().filter(row -> isSameMinor(row.release(), cuda)).toList();
    return cuda.update().isEmpty()
        ? updates.stream().filter(row -> !isCandidate(row)).reduce((newer, older) -> older)
        : updates.stream()
            .filter(row -> cuda.isAtLeast(row.release()))
            .findFirst()
            .or(() -> updates.stream().reduce((newer, older) -> older));
  }

  private static boolean isCandidate(Toolkit row) {
    return row.name().endsWith(" RC");
  }

  private static boolean isSameMinor(CudaVersion a, CudaVersion b) {
    return a.major() == b.major() && a.minor() == b.minor();
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

  /** The driver from which on a release runs without a package in the image. */
  Optional<Driver> driverFor(CudaVersion cuda) {
    Optional<Driver> own = toolkit(cuda).map(Toolkit::driver);
    return minorVersions(cuda)
        .map(MinorVersions::driver)
        .filter(least -> own.filter(driver -> driver.isOlderThan(least)).isEmpty())
        .or(() -> own);
  }

  /** The oldest driver branch that reports a CUDA version, as nvidia-smi shows it. */
  Optional<Driver> driverThatReports(CudaVersion cuda) {
    return driverOnly(cuda)
        .or(() -> toolkit(cuda.minorVersion()).map(Toolkit::driver))
        .map(driver -> Driver.of(String.valueOf(driver.branch())));
  }

  Optional<Architecture> architecture(GpuModel model) {
    return architecture(CudaVersion.parse(model.computeCapability()));
  }

  private Optional<Architecture> architecture(CudaVersion computeCapability) {
    return architectures.stream()
        .filter(row -> row.computeCapability().equals(computeCapability))
        .findFirst();
  }

  /** The architecture nearest below one of the same major capability that a release knows. */
  Optional<Architecture> sibling(Architecture of, CudaVersion cuda) {
    return architectures.stream()
        .filter(row -> row.computeCapability().major() == of.computeCapability().major())
        .filter(row -> row.computeCapability().compareTo(of.computeCapability()) < 0)
        .filter(row -> cuda.isAtLeast(row.firstCuda()))
        .findFirst();
  }

  /** The branches on which NVIDIA supports each forward compatibility package. */
  Branches forwardPackages() {
    return forwardPackages;
  }

  /** Whether NVIDIA still maintains a branch, and so lists it for forward compatibility. */
  boolean isMaintained(Driver driver) {
    return maintainedBranches.contains(driver.branch());
  }

  /** The branches with a data-center GPU on which NVIDIA's CUDA images start. */
  Branches images() {
    return images;
  }

  /** What minor-version compatibility does not cover. */
  Citation minorVersionLimits() {
    return minorVersionLimits;
  }

  /** What the forward compatibility package needs in a container. */
  Citation containers() {
    return containers;
  }

  /** On which GPUs code for a compute capability runs. */
  Citation binaryCompatibility() {
    return binaryCompatibility;
  }

  boolean isDataCenter(GpuModel model) {
    return !notDataCenter.contains(model.name());
  }
}
