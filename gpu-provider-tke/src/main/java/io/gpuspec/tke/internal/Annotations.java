package io.gpuspec.tke.internal;

import static io.gpuspec.tke.internal.rules.Documents.OPTIONS;

import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The annotations of a super node pod that are options: written, and read back. */
final class Annotations {
  static final String PREFIX = "eks.tke.cloud.tencent.com/";

  static final PodField GPU_TYPE = PodField.annotation(PREFIX + "gpu-type");
  static final PodField GPU_COUNT = PodField.annotation(PREFIX + "gpu-count");
  static final PodField CPU = PodField.annotation(PREFIX + "cpu");
  static final PodField MEM = PodField.annotation(PREFIX + "mem");
  static final PodField SPOT = of(Tke.SPOT).orElseThrow();
  static final PodField IMAGE_CACHE = of(Tke.IMAGE_CACHE).orElseThrow();
  static final PodField IMAGE_CACHE_DISK = of(Tke.IMAGE_CACHE_DISK).orElseThrow();

  /**
   * An annotation from one text that no document of TKE mentions: {@code {"disk": {"size": 200}}}.
   */
  private static final PodField POD_RESOURCE = PodField.annotation(PREFIX + "pod-resource");

  /** The key of the taint that TKE puts on super nodes. */
  static final String EKLET_TAINT = PREFIX + "eklet";

  /**
   * Options that the placement writes together with other parts: the shape, and the image cache.
   */
  private static final Set<Option<?>> WRITTEN_ELSEWHERE =
      Set.of(Tke.SPOT, Tke.IMAGE_CACHE, Tke.IMAGE_CACHE_DISK);

  private static final Map<Option<?>, PodField> ALL = all();

  private static final Set<String> KNOWN =
      Stream.concat(Stream.of(GPU_TYPE, GPU_COUNT, CPU, MEM, POD_RESOURCE), ALL.values().stream())
          .map(PodField::key)
          .collect(Collectors.toUnmodifiableSet());

  private Annotations() {}

  /** Returns the annotation that an option is, if it is one. */
  static Optional<PodField> of(Option<?> option) {
    return OPTIONS.details(option, "annotation").stream().findFirst().map(PodField::annotation);
  }

  /**
   * Returns the placement with an annotation for each of the options that was chosen.
   *
   * @throws InvalidValueException if two of them contradict each other
   */
  static Placement write(Placement before, Options options) {
    AnnotationRules chosen = new AnnotationRules(Option::name);
    Placement placement = before;
    for (Map.Entry<Option<?>, PodField> each : ALL.entrySet()) {
      Option<?> option = each.getKey();
      Optional<String> value = chosen(options, option);
      value.ifPresent(text -> chosen.put(option, text));
      if (value.isPresent() && !WRITTEN_ELSEWHERE.contains(option)) {
        placement = placement.with(each.getValue(), value.get(), option.text(), option.citation());
      }
    }
    List<String> broken = chosen.broken();
    if (!broken.isEmpty()) {
      throw new InvalidValueException("pod.conflict", String.join("; ", broken));
    }
    return placement;
  }

  private static Map<Option<?>, PodField> all() {
    Map<Option<?>, PodField> all = new LinkedHashMap<>();
    Tke.options().forEach(option -> of(option).ifPresent(field -> all.put(option, field)));
    return all;
  }

  private static Optional<String> chosen(Options options, Option<?> option) {
    Object value = options.get(option);
    return value instanceof Optional<?> given
        ? given.map(Object::toString)
        : Optional.of(value.toString()).filter("true"::equals);
  }

  /** Returns what is wrong with the annotations of a pod, none of which decides on its shape. */
  static List<Note> notes(PodView pod) {
    List<Note> notes = new ArrayList<>();
    AnnotationRules given = new AnnotationRules(option -> of(option).orElseThrow().key());
    ALL.forEach(
        (option, field) ->
            pod.annotation(field.key())
                .ifPresent(
                    value ->
                        wrong(option, value)
                            .ifPresentOrElse(
                                problem ->
                                    notes.add(
                                        Note.of(
                                            "annotation.value",
                                            field.key() + ": " + problem,
                                            option.citation())),
                                () -> given.put(option, value))));
    given
        .broken()
        .forEach(
            problem -> notes.add(Note.of("annotation.conflict", problem, Documents.ANNOTATIONS)));
    pod.annotation(POD_RESOURCE.key()).ifPresent(value -> notes.add(podResource()));
    pod.annotations().keySet().stream()
        .filter(key -> key.startsWith(PREFIX) && !KNOWN.contains(key))
        .flatMap(key -> misspelt(key).stream())
        .forEach(notes::add);
    return notes;
  }

  /** TKE takes an annotation that it does not know without a word. */
  private static Optional<Note> misspelt(String key) {
    // Without the prefix, which would make all of them alike.
    String name = key.substring(PREFIX.length());
    List<String> known =
        KNOWN.stream().map(each -> each.substring(PREFIX.length())).sorted().toList();
    List<String> near =
        new UnknownNameException("pod.unknown", "annotation", name, known).suggestions();
    return near.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "annotation.unknown",
                "%s is not known to TKE; did you mean %s?"
                    .formatted(key, PREFIX + String.join(" or " + PREFIX, near)),
                Documents.ANNOTATIONS));
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

  private static Note podResource() {
    return Note.of(
        "annotation.unknown",
        "%s is in no document of TKE; write %s for the disk of an image cache, or %s for the system disk"
            .formatted(
                POD_RESOURCE.key(),
                IMAGE_CACHE_DISK.key(),
                of(Tke.ROOT_CBS_SIZE).orElseThrow().key()),
        Documents.ANNOTATIONS);
  }
}
