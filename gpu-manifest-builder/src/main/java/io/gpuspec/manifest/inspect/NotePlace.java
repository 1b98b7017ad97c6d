package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.Note;
import java.util.Map;
import java.util.Optional;
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
            .filter(each -> message.contains(each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst();
    Stream<YamlPlace> variables =
        pods.boxes().stream()
            .flatMap(box -> Places.items(box.place(), "env").stream())
            .filter(each -> isNamed(message, Places.text(each, "name")));
    Stream<YamlPlace> images =
        note.id().startsWith("image.")
            ? pods.boxes().stream()
                .flatMap(box -> Places.at(box.place(), "image").stream())
                .filter(image -> message.contains(Places.textOf(image)))
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

  private static boolean isNamed(String message, String variable) {
    return !variable.isEmpty() && message.contains(variable + "=");
  }
}
