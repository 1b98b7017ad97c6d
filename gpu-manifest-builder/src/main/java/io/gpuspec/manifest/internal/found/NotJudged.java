package io.gpuspec.manifest.internal.found;

import io.gpuspec.Match;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Notes about requests for GPUs that were not judged, with their location in the file. */
public final class NotJudged {
  static final String ID = "gpu.not-judged";

  /** NVIDIA's resource with a slip in its domain, or without one. */
  private static final Pattern NVIDIA =
      Pattern.compile("(?i)((requests|limits)\\.)?([a-z.]*n[vdia]{3,6}[a-z.]*/)?gpus?");

  private NotJudged() {}

  public static Note note(YamlPlace gpu, String why) {
    return Note.of(
        ID,
        "%s:%s:%s: %s asks for a GPU and was not judged: it is %s"
            .formatted(gpu.source(), gpu.node().line(), gpu.node().column(), gpu.path(), why));
  }

  /** Returns the notes of a workload, each with its location. */
  public static List<Note> of(FoundWorkload workload, Match.NotJudged match) {
    List<PodField> fields = match.fields();
    return fields.stream()
        .map(
            field ->
                note(
                    workload.pods().place(field),
                    "asked for as %s, which is not judged on %s%s%s"
                        .formatted(
                            way(field),
                            match.target().id(),
                            isOfNodes(field) ? "" : meant(field.key()),
                            match.hint(field))))
        .toList();
  }

  private static boolean isOfNodes(PodField field) {
    return field.kind() == PodField.Kind.NODE_SELECTOR
        || field.kind() == PodField.Kind.NODE_AFFINITY;
  }

  /** Returns what kind of request it is, such as {@code the resource amd.com/gpu}. */
  private static String way(PodField field) {
    return switch (field.kind()) {
      case REQUEST, LIMIT, DEVICE -> "the resource " + field.key();
      case CLAIM -> "a resource claim";
      case ANNOTATION -> "the annotation " + field.key();
      case LABEL -> "the label " + field.key();
      case NODE_SELECTOR, NODE_AFFINITY -> "the node label " + field.key();
      case TOLERATION -> "a toleration of " + field.key();
    };
  }

  /** Returns a suggestion for a resource that may be misspelt: one with no known provider. */
  private static String meant(String name) {
    if (!GpuResource.isGpu(name) || GpuResource.find(name).isPresent()) {
      return "";
    }
    return Stream.concat(
            NVIDIA.matcher(name).matches() ? Stream.of("nvidia.com/gpu") : Stream.empty(),
            near(name))
        .findFirst()
        .map(meant -> "; did you mean " + meant + "?")
        .orElse("");
  }

  private static Stream<String> near(String name) {
    try {
      return Stream.of(GpuResource.of(name).name());
    } catch (UnknownNameException e) {
      return e.suggestions().stream();
    }
  }
}
