package io.gpuspec.gradle.batch;

import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The findings of a batch: matches, no-matches, problems, and the manifests. */
final class Findings {
  private final Problems problems = new Problems("");
  private final List<String> landed = new ArrayList<>();
  private final List<String> noMatches = new ArrayList<>();
  private final Map<String, String> makers = new TreeMap<>();
  private final Map<String, String> files = new TreeMap<>();

  Problems problems() {
    return problems;
  }

  /** Adds a match that is already known. */
  void matched(String what, Match match) {
    if (match.isFound()) {
      landed(what, match.explain(), List.of());
    } else {
      noMatches.add(what + ": " + match.explain());
    }
  }

  void landed(String what, Object answer, List<Note> notes) {
    landed.add(what + "\n" + answer + "\n");
    notes(notes);
  }

  void notes(List<Note> notes) {
    if (!notes.isEmpty()) {
      landed.add(notes.stream().map(Note::toString).collect(Collectors.joining("\n", "", "\n")));
    }
  }

  /** The manifests of something, or nothing where no shape fits it or it is wrong. */
  Optional<Manifests> built(String what, Supplier<Manifests> build) {
    try {
      Manifests manifests = build.get();
      matched(what, manifests.match());
      return Optional.of(manifests);
    } catch (NoMatchException e) {
      noMatches.add(what + ": " + e.getMessage());
    } catch (GpuSpecException e) {
      problems.add(what + ": " + e.getMessage());
    }
    return Optional.empty();
  }

  /** Keeps a file's name for who makes it; on some disks {@code A} and {@code a} are one file. */
  void claim(String file, String maker) {
    String other = makers.putIfAbsent(file.toLowerCase(Locale.ROOT), maker);
    if (other != null) {
      problems.add("%s and %s both make %s; rename one of them".formatted(other, maker, file));
    }
  }

  void file(String name, Object yaml) {
    files.put(name, yaml.toString());
  }

  List<String> failures() {
    return Stream.concat(problems.all().stream(), noMatches.stream()).toList();
  }

  Map<String, String> files() {
    return files;
  }

  String report() {
    return Stream.concat(landed.stream(), failures().stream().map(failure -> failure + "\n"))
        .collect(Collectors.joining("\n"));
  }

  String matches() {
    return String.join("\n", landed).stripTrailing();
  }
}
