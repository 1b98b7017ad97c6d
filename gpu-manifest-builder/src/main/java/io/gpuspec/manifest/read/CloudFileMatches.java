package io.gpuspec.manifest.read;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.internal.admission.CloudAnswer;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Lines;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The matches of a file's workloads in each cloud, in the order of the clouds' ids: those of its
 * own target, or if that takes no such pods, such as pods with shares of cards, those of the first
 * other target of the cloud which takes all.
 *
 * <pre>{@code
 * CloudFileMatches everywhere = WorkloadFile.read(Path.of("deployment.yaml")).on(gpus);
 * everywhere.isFound();            // true
 * everywhere.in("tke").matches();
 *     // Deployment llm: 3 x T4 x1 · 4 cores · 16Gi  on tke (over by 3 cores, 12Gi)
 * }</pre>
 */
public final class CloudFileMatches implements Answer {
  private final String source;
  private final Map<String, FileMatches> answers;

  private CloudFileMatches(String source, Map<String, FileMatches> answers) {
    this.source = source;
    this.answers = answers;
  }

  static CloudFileMatches of(WorkloadFile file, Gpus gpus, UnaryOperator<GpuRequest> wishes) {
    Map<String, FileMatches> answers = new LinkedHashMap<>();
    for (Target cloud : gpus.clouds()) {
      answers.put(
          cloud.id(),
          CloudAnswer.of(
              cloud,
              cloud.siblings(),
              target -> FileMatches.of(file, target, wishes),
              FileMatches::isRefused,
              FileMatches::isCertain));
    }
    return new CloudFileMatches(file.source(), answers);
  }

  /** The clouds' ids. */
  public Listing<String> clouds() {
    return Listing.copyOf(List.copyOf(answers.keySet()));
  }

  /**
   * Returns one cloud's answer.
   *
   * @throws UnknownNameException if there is no such cloud
   */
  public FileMatches in(String cloud) {
    FileMatches answer = answers.get(Checks.given("cloud", cloud));
    if (answer == null) {
      throw new UnknownNameException("provider.unknown", "cloud", cloud, answers.keySet());
    }
    return answer;
  }

  /** Returns every cloud's answer. */
  public Listing<FileMatches> answers() {
    return Listing.copyOf(List.copyOf(answers.values()));
  }

  /** Returns whether any cloud takes every GPU workload. */
  public boolean isFound() {
    return answers.values().stream().anyMatch(FileMatches::isFound);
  }

  /** Returns whether a cloud takes every GPU workload with everything judged. */
  public boolean isJudged() {
    return answers.values().stream().anyMatch(each -> each.isFound() && each.isJudged());
  }

  /** Returns the notes of all clouds, without duplicates. */
  public Listing<Note> notes() {
    return Listing.copyOf(
        answers.values().stream().flatMap(answer -> answer.notes().stream()).distinct().toList());
  }

  /**
   * Returns the problems of the file's manifests, without duplicates; a problem for one cloud only,
   * such as one of its annotations, is included.
   */
  public Listing<ManifestException> problems() {
    Map<String, ManifestException> problems = new LinkedHashMap<>();
    for (FileMatches answer : answers.values()) {
      answer
          .problems()
          .forEach(each -> problems.putIfAbsent(String.valueOf(each.getMessage()), each));
    }
    return Listing.copyOf(new ArrayList<>(problems.values()));
  }

  /** Adds {@code "providers": [{"provider", "cloud", ...as of one target}]}. */
  @Override
  public void describe(Facts out) {
    out.put(
        "providers",
        answers.values(),
        (answer, item) ->
            item.put("provider", answer.target().id())
                .put("cloud", answer.target().cloud())
                .putAll(answer));
  }

  /** The file and which clouds take every GPU workload, then a line for each cloud. */
  @Override
  public String toString() {
    long taking = answers.values().stream().filter(FileMatches::isFound).count();
    List<String> lines = new ArrayList<>();
    for (FileMatches answer : answers.values()) {
      lines.add("%s: %s".formatted(answer.target().id(), answer.counts()));
    }
    return Lines.of(
        source, "%s of %s take all".formatted(taking, Lines.count(answers.size(), "cloud")), lines);
  }
}
