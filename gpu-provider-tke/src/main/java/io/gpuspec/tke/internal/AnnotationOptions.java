package io.gpuspec.tke.internal;

import io.gpuspec.InvalidValueException;
import io.gpuspec.Note;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodView;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.TkeDisk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Options that are an annotation of the pod each: written, and read back. */
final class AnnotationOptions {
  /** What the placement writes together with what it is about: the shape, and the image cache. */
  private static final Set<Option<?>> WRITTEN_ELSEWHERE =
      Set.of(Tke.SPOT, Tke.IMAGE_CACHE, Tke.IMAGE_CACHE_DISK);

  private AnnotationOptions() {}

  /**
   * The placement with an annotation for each of the options that was chosen.
   *
   * @throws InvalidValueException if two of them contradict each other
   */
  static Placement write(Placement before, Options options) {
    Map<Option<?>, String> chosen = new LinkedHashMap<>();
    Placement placement = before;
    for (Option<?> option : Tke.options()) {
      Optional<PodField> field = Annotations.of(option);
      Optional<String> value = field.flatMap(any -> chosen(options, option));
      value.ifPresent(text -> chosen.put(option, text));
      if (value.isPresent() && !WRITTEN_ELSEWHERE.contains(option)) {
        placement =
            placement.with(field.orElseThrow(), value.get(), option.text(), option.citation());
      }
    }
    List<String> broken = AnnotationRules.broken(chosen, Option::name);
    if (!broken.isEmpty()) {
      throw new InvalidValueException(String.join("; ", broken));
    }
    return placement;
  }

  private static Optional<String> chosen(Options options, Option<?> option) {
    Object value = options.get(option);
    return value instanceof Optional<?> given
        ? given.map(Object::toString)
        : Optional.of(value.toString()).filter("true"::equals);
  }

  /** What is wrong with the annotations of a pod, none of which decides on its shape. */
  static List<Note> notes(PodView pod) {
    List<Note> notes = new ArrayList<>();
    Map<Option<?>, String> given = new LinkedHashMap<>();
    for (Option<?> option : Tke.options()) {
      Annotations.of(option)
          .ifPresent(
              field ->
                  pod.annotation(field.key())
                      .ifPresent(
                          value ->
                              wrong(option, value)
                                  .ifPresentOrElse(
                                      problem -> notes.add(refused(field, problem, option)),
                                      () -> given.put(option, value))));
    }
    AnnotationRules.broken(given, option -> Annotations.of(option).orElseThrow().key())
        .forEach(
            problem -> notes.add(Note.of("annotation.conflict", problem, Documents.ANNOTATIONS)));
    pod.annotation(Annotations.POD_RESOURCE.key()).ifPresent(value -> notes.add(podResource()));
    return notes;
  }

  private static Optional<String> wrong(Option<?> option, String value) {
    try {
      option.parse(value);
      return Optional.empty();
    } catch (InvalidValueException e) {
      return Optional.of(
          String.valueOf(e.getMessage()).replaceFirst("^option " + option.name() + ": ", ""));
    }
  }

  private static Note refused(PodField field, String problem, Option<?> option) {
    return Note.of("annotation.value", field.key() + ": " + problem, option.citation());
  }

  private static Note podResource() {
    return Note.of(
        "annotation.unknown",
        "%s is in no document of TKE; write %s for the disk of an image cache, or %s for the system disk"
            .formatted(
                Annotations.POD_RESOURCE.key(),
                Annotations.IMAGE_CACHE_DISK.key(),
                Annotations.of(TkeDisk.ROOT_CBS_SIZE).orElseThrow().key()),
        Documents.ANNOTATIONS);
  }
}
