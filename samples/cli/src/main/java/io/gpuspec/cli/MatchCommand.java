package io.gpuspec.cli;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Matches;
import io.gpuspec.RankedMatches;
import io.gpuspec.Target;
import io.gpuspec.cli.AnswerWriter.UnwrittenException;
import io.gpuspec.json.GpuJson;
import io.gpuspec.json.JsonLines;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.read.CloudFileMatches;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Answer;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec match}. */
@Command(
    name = "match",
    description = "Finds the shape for a request, or for every workload of a file, with reasons.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec match --provider tke --gpu V100 --cpu 6 --memory 32Gi",
      "  gpuspec match --provider tke --gpu 'A10*PNV4' --gpus 2 \\",
      "      --cpu 100 --memory 400Gi",
      "  gpuspec match --min-gpu-memory 20Gi",
      "  gpuspec match --gpu T4 --prefer cheapest --rate USD=7.1",
      "  gpuspec match --provider eks --gpu A10G --cpu 3 --replicas 4",
      "  gpuspec match --provider tke -f deployment.yaml",
      "  gpuspec match -f deployment.yaml",
      "  gpuspec match --provider tke --batch requests.jsonl",
      "",
      "Exit status: 0 a match (-f: for every workload), 1 none, 2 invalid input,",
      "3 yes, but something in the input that requests a GPU was not judged.",
      "With --batch: 0 every line was answered, 2 one could not be read."
    })
final class MatchCommand implements Callable<Integer> {
  private final Console console;

  @Mixin
  private final TargetOptions where =
      new TargetOptions(
          "Target, for example tke; by default each cloud answers, by the first of its targets that"
              + " takes such pods.");

  @Mixin private final RequestOptions what = new RequestOptions();
  @Mixin private final OutputOption output = new OutputOption();

  @Option(
      names = "--rate",
      paramLabel = "CUR=N,...",
      description = "Ranks the clouds by price; 1 CUR is worth N of the currency left out.")
  private @Nullable String rate;

  @Option(
      names = {"-f", "--filename", "--file"},
      paramLabel = "PATH",
      description =
          "Match every workload of files and folders of manifests; repeatable; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--batch",
      paramLabel = "FILE",
      description =
          "Match requests in JSON lines (docs/matching.md), and answer in JSON lines; - is standard"
              + " input.")
  private @Nullable String batch;

  @Option(
      names = "--brief",
      paramLabel = "N",
      description = "With -o json: only N alternatives and N reasons, and each source once.")
  private @Nullable Integer brief;

  MatchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Gpus gpus = where.gpusOfClouds(console);
    if (brief != null && (!output.isJson() || batch != null)) {
      throw new InvalidValueException(
          "usage.missing", "--brief shortens an answer in JSON; add -o json, without --batch");
    }
    if (!files.isEmpty() && batch != null) {
      throw new InvalidValueException(
          "usage.conflict", "-f and --batch: both are given; choose one");
    }
    if (!files.isEmpty()) {
      return matchFiles(gpus);
    }
    if (batch != null) {
      requireNothingElse("--batch");
      return matchBatch(where.required(gpus, "--batch"), batch);
    }
    Optional<Target> target = where.target(gpus);
    GpuRequest request = what.request(target);
    if (target.isPresent()) {
      requireNoRate("--provider");
      return print(target.get().match(request));
    }
    Matches matches = gpus.match(request);
    return rate == null ? print(matches) : print(matches.rates(gpus.rates(rate)));
  }

  private void requireNoRate(String option) {
    if (rate != null) {
      throw new InvalidValueException(
          "usage.conflict",
          "--rate '%s' compares clouds by one request and does not go with %s; remove one"
              .formatted(rate, option));
    }
  }

  private void requireNothingElse(String option) {
    requireNoRate(option);
    what.requireNoNeed(option);
  }

  private String inFullOrBrief(String answer) {
    return brief == null ? answer : GpuJson.brief(answer, brief);
  }

  private int print(Match match) throws IOException {
    output.answer(console, () -> inFullOrBrief(GpuJson.write(match)), match::explain);
    return match.isFound() ? Main.YES : Main.NO;
  }

  private int print(Matches matches) throws IOException {
    if (output.isJson()) {
      console.json(inFullOrBrief(GpuJson.write(matches)));
    } else {
      for (Match match : matches.answers()) {
        console.say(match.explain());
      }
    }
    return matches.isFound() ? Main.YES : Main.NO;
  }

  private int print(RankedMatches ranked) throws IOException {
    if (output.isJson()) {
      console.json(inFullOrBrief(GpuJson.write(ranked)));
    } else {
      console.say(ranked.table());
      for (RankedMatches.Ranked each : ranked.ranking()) {
        console.say(each.match().explain());
      }
    }
    return ranked.ranking().stream().anyMatch(each -> each.match().isFound()) ? Main.YES : Main.NO;
  }

  private int matchFiles(Gpus gpus) throws IOException {
    requireNothingElse("-f");
    Optional<Target> target = where.target(gpus);
    WorkloadFile workloads = WorkloadInput.read(files);
    String work = "matching " + String.join(", ", files);
    return target.isPresent()
        ? print(console.during(work, () -> workloads.on(target.get(), what::preferences)))
        : print(console.during(work, () -> workloads.on(gpus, what::preferences)));
  }

  /** Writes an answer that is too long to keep in memory, unless it is shortened. */
  private void write(Answer answer) throws IOException {
    if (brief == null) {
      GpuJson.write(answer, console.json());
      console.answer("");
    } else {
      console.json(GpuJson.brief(GpuJson.write(answer), brief));
    }
  }

  private int print(FileMatches matches) throws IOException {
    if (output.isJson()) {
      write(matches);
    } else {
      answer(matches);
      matches.notes().forEach(console::message);
    }
    return status(matches.problems(), matches.isFound(), matches.isJudged());
  }

  private int print(CloudFileMatches everywhere) throws IOException {
    if (output.isJson()) {
      write(everywhere);
    } else {
      for (FileMatches matches : everywhere.answers()) {
        answer(matches);
      }
      everywhere.notes().forEach(console::message);
    }
    return status(everywhere.problems(), everywhere.isFound(), everywhere.isJudged());
  }

  private void answer(FileMatches matches) throws IOException {
    for (FileMatches.WorkloadMatch each : matches.matches()) {
      if (each.match().isPresent()) {
        console.say(each.workload() + "\n" + each.match().get().explain() + "\n");
      }
    }
  }

  private int status(List<ManifestException> problems, boolean isFound, boolean isJudged) {
    problems.forEach(problem -> console.problem(problem.getMessage()));
    if (!problems.isEmpty()) {
      return Main.BAD;
    }
    if (!isFound) {
      return Main.NO;
    }
    return isJudged ? Main.YES : Main.NOT_JUDGED;
  }

  /** Returns how many lines could not be read. */
  private int matchBatch(Target target, String name, CountedLines lines) throws IOException {
    Progress progress =
        console.terminal().isAnswerSeen()
            ? Progress.NONE
            : Progress.of(console, () -> "matching %s, line %s".formatted(name, lines.count()));
    try {
      return JsonLines.match(target, what::preferences, lines, console.json());
    } finally {
      progress.end();
    }
  }

  private int matchBatch(Target target, String name) throws IOException {
    try (InputStream in =
            name.equals(StandardInput.DASH) ? System.in : Files.newInputStream(Path.of(name));
        CountedLines lines = new CountedLines(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return matchBatch(target, name, lines) == 0 ? Main.YES : Main.BAD;
    } catch (UnwrittenException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new GpuSpecException(
          "file.unreadable", "file: '" + name + "' does not exist; give a file of JSON lines", e);
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable",
          "file: '" + name + "' cannot be read (" + e.getMessage() + "); give a file of JSON lines",
          e);
    }
  }
}
