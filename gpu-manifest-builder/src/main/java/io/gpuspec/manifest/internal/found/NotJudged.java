package io.gpuspec.manifest.internal.found;

import io.gpuspec.Match;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.value.Note;
import java.util.List;

/** Notes about requests for GPUs that were not judged, with their location in the file. */
public final class NotJudged {
  static final String ID = "gpu.not-judged";

  private NotJudged() {}

  public static Note note(YamlPlace gpu, String why) {
    return Note.of(
        ID,
        "%s:%d:%d: %s asks for a GPU and was not judged: it is %s"
            .formatted(gpu.source(), gpu.node().line(), gpu.node().column(), gpu.path(), why));
  }

  /** Returns the notes of a workload, each with its location. */
  public static List<Note> of(FoundWorkload workload, Match.NotJudged match) {
    List<PodField> fields = match.fields();
    return fields.stream()
        .map(field -> workload.pods().place(field))
        .map(
            place -> note(place, "asked for in a way that is not judged on " + match.target().id()))
        .toList();
  }
}
