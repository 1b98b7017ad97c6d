package io.gpuspec.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import io.gpuspec.cluster.ComponentResult.Standing;
import io.gpuspec.internal.DataFile;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A component with its minimum and recommended versions. */
record Component(String name, Optional<Least> minimum, Least recommended, Optional<Newest> newest) {

  /** The newest series of versions that is known here. */
  record Newest(Version series, Citation citation) {
    Optional<Note> note(String component, Version given) {
      return given.isAfterSeries(series)
          ? Optional.of(
              Note.of(
                  "components.newer",
                  "%s %s is newer than %s, the newest that is known here; check that it exists"
                      .formatted(component, given, series),
                  citation))
          : Optional.empty();
    }
  }

  /**
   * The first version for which something holds.
   *
   * @param architectures the GPUs that it applies to; all if empty
   */
  record Least(Version version, String why, List<String> architectures, Citation citation) {
    boolean isAbout(Optional<String> architecture) {
      return architectures.isEmpty() || architecture.filter(architectures::contains).isPresent();
    }

    String described() {
      return "from " + version + " on: " + why;
    }
  }

  private static final DataFile FILE = new DataFile(Component.class, "components.json");
  private static final ImmutableList<Component> ALL = FILE.rows("components", Component::read);

  static final Least DRIVER_OF_DCGM = least(FILE.part("driverOfDcgm"));

  /** Commands that read the versions, each below a line that says what it shows. */
  static final String COMMANDS =
      FILE
          .rows(
              "commands",
              row -> "# %s\n%s\n".formatted(FILE.text(row, "why"), FILE.text(row, "run")))
          .stream()
          .collect(Collectors.joining());

  static Component of(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  private static Component read(JsonNode row) {
    return new Component(
        FILE.text(row, "name"),
        Optional.ofNullable(row.get("minimum")).map(Component::least),
        least(row.path("recommended")),
        Optional.ofNullable(row.get("newest")).map(Component::newest));
  }

  private static Newest newest(JsonNode row) {
    return new Newest(Version.series(FILE.text(row, "version")), FILE.cited(row));
  }

  /** Returns a note on a version that may not exist. */
  Optional<Note> newer(Version given) {
    return newest.flatMap(known -> known.note(name, given));
  }

  private static Least least(JsonNode row) {
    return new Least(
        Version.of("version", FILE.text(row, "version"), "1.29"),
        FILE.text(row, "why"),
        DataFile.rows(row.path("architectures"), JsonNode::asText),
        FILE.cited(row));
  }

  /** Returns the status of a version compared with these two. */
  ComponentResult check(Version version, Optional<String> architecture) {
    Optional<Least> missed =
        minimum.filter(least -> least.isAbout(architecture) && version.isBelow(least.version()));
    if (missed.isPresent()) {
      return result(version, Standing.BELOW_MINIMUM, missed.get());
    }
    Standing standing =
        version.isBelow(recommended.version()) ? Standing.BELOW_RECOMMENDED : Standing.OK;
    return result(version, standing, recommended);
  }

  private ComponentResult result(Version version, Standing standing, Least least) {
    return new ComponentResult(
        name, version.toString(), standing, least.described(), least.citation());
  }
}
