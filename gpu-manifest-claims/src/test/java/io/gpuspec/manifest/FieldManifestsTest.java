package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Manifests as public repositories have them, each rewritten as a small one of our own, and what
 * each lands on, as it was worked out by hand from the clouds' lists and the schedulers' rules.
 */
class FieldManifestsTest {
  private static final Gpus GPUS = Gpus.load();

  /**
   * A manifest and its answer.
   *
   * @param answer yes, no, not-judged, no-gpu or bad
   * @param subject of a yes every type that holds the pod, or * where that is not listed; of a no
   *     the label or resource at fault; of the rest what was not judged, or is wrong
   */
  private record Case(String file, String target, String answer, String subject) {
    @Override
    public String toString() {
      return file + " on " + target;
    }
  }

  static Stream<Case> cases() {
    return text("answers.tsv")
        .lines()
        .map(line -> line.split("\t", -1))
        .map(cells -> new Case(cells[0], cells[1], cells[2], cells[3]));
  }

  private static String text(String file) {
    try {
      return Files.readString(
          Path.of("../gpu-manifest-builder/src/test/resources/io/gpuspec/manifest/field", file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void itLandsWhereTheRulesOfItsCloudSay(Case one) {
    Target target = GPUS.in(one.target());
    FileMatches matches = WorkloadFile.parse(one.file(), text(one.file())).on(target);

    assertThat(answer(matches)).as("%s", matches).isEqualTo(one.answer());
    switch (one.answer()) {
      case "yes" -> {
        if (!one.subject().equals("*")) {
          assertThat(types(matches)).isEqualTo(new TreeSet<>(List.of(one.subject().split(" "))));
        }
      }
      case "no" -> assertThat(match(matches).rejected().toString()).contains(one.subject());
      case "not-judged" -> assertThat(matches.notJudged().toString()).contains(one.subject());
      case "bad" ->
          assertThat(matches.problems().toString())
              .contains(one.subject())
              .containsPattern("\\.yaml:[0-9]+:[0-9]+: ");
      default -> assertThat(matches.notes().toString()).contains("workload.no-gpu");
    }
  }

  private static String answer(FileMatches matches) {
    if (!matches.problems().isEmpty()) {
      return "bad";
    }
    if (!matches.isFound()) {
      return "no";
    }
    if (!matches.isJudged()) {
      return "not-judged";
    }
    return matches.matches().isEmpty() ? "no-gpu" : "yes";
  }

  private static Match match(FileMatches matches) {
    return matches.matches().get(0).match().orElseThrow();
  }

  private static TreeSet<String> types(FileMatches matches) {
    Match match = match(matches);
    return Stream.concat(
            match.found().stream().map(Match.Found::shape), match.alternatives().stream())
        .map(Shape::spec)
        .map(GpuSpec::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
