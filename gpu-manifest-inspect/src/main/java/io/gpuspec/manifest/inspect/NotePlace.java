package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.Note;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where a note of a match belongs: the field that it names, else where the GPUs are asked for. */
final class NotePlace {
  private NotePlace() {}

  static YamlPlace of(Note note, InspectedPods pods, Inspected object) {
    String message = note.message();
    Stream<Map.Entry<String, YamlPlace>> annotated =
        Stream.concat(
            pods.annotations().entrySet().stream(),
            Places.fields(object.place(), "metadata", "annotations").entrySet().stream());
    Optional<YamlPlace> annotation =
        annotated
            .filter(each -> names(message, each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst();
    Stream<YamlPlace> variables =
        pods.boxes().stream()
            .flatMap(box -> Places.items(box.place(), "env").stream())
            .filter(each -> hasWord(message, Places.text(each, "name"), "="));
    Stream<YamlPlace> images =
        note.id().startsWith("image.")
            ? pods.boxes().stream()
                .flatMap(box -> Places.at(box.place(), "image").stream())
                .filter(image -> names(message, Places.textOf(image)))
            : Stream.of();
    Stream<YamlPlace> labels =
        Places.fields(pods.spec(), "nodeSelector").entrySet().stream()
            .filter(each -> message.startsWith(each.getKey() + " "))
            .map(Map.Entry::getValue);
    return Stream.of(annotation.stream(), variables, images, labels)
        .flatMap(each -> each)
        .findFirst()
        .orElseGet(pods::firstGpu);
  }

  /** Returns whether a key or an image stands in a message, and not only as a part of another. */
  private static boolean names(String message, String word) {
    return hasWord(message, word, "(?![.:]?[\\w/@-])");
  }

  private static boolean hasWord(String message, String word, String after) {
    return !word.isEmpty()
        && Pattern.compile("(?<![\\w./-])" + Pattern.quote(word) + after).matcher(message).find();
  }
}
