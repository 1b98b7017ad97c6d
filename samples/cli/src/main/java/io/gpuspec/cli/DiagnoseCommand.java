package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.diagnosis.Symptom;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec diagnose}. */
@Command(
    name = "diagnose",
    description = "Names the causes that events, conditions and logs report, and the fix.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  kubectl describe pod my-pod | gpuspec diagnose -",
      "  gpuspec diagnose -o json kubelet.log",
      "  gpuspec diagnose -f pod.yaml events.txt",
      "  gpuspec diagnose -f pod.yaml --nodes nodes.json events.txt",
      "  gpuspec diagnose --symptom pending",
      "  gpuspec diagnose --xid 79",
      "  gpuspec diagnose --list",
      "",
      "Exit status: 0 a cause was found, 1 none is known, 2 invalid input."
    })
final class DiagnoseCommand implements Callable<Integer> {
  private static final String TOPIC = "diagnosis";
  private static final String XID = "xid-";

  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "What kubectl or a program wrote; - is standard input.")
  private @Nullable String file;

  @Option(
      names = {"-f", "--filename", "--file"},
      paramLabel = "MANIFEST",
      description = "Manifests to find the places in that the causes are about; repeatable.")
  private List<Path> manifests = new ArrayList<>();

  @Option(
      names = "--nodes",
      paramLabel = "FILE",
      description =
          "Output of kubectl get nodes,pods -A -o json, or - for standard input: says which node"
              + " would take the pods of the manifests after which change.")
  private @Nullable String nodes;

  @Mixin
  private final TargetOptions where =
      new TargetOptions(
          "Target by whose rules the manifests are judged; by default the one that they name.");

  @Option(
      names = "--symptom",
      paramLabel = "SYMPTOM",
      description =
          "Leads through the checks of a symptom without a message: pending, no-gpu, slow, oom,"
              + " not-scaling or metrics-missing.")
  private @Nullable String symptom;

  @Option(
      names = "--list",
      description =
          "Lists every problem that is known; with -o json everything that is known of it.")
  private boolean list;

  @Option(names = "--xid", paramLabel = "CODE", description = "Explains an XID of the driver.")
  private @Nullable Integer xid;

  @Mixin private final OutputOption output = new OutputOption();

  DiagnoseCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (list) {
      output.answer(
          console.about(TOPIC),
          () -> problems(GpuJson::write, Collectors.joining(",\n", "[", "]")),
          () -> problems(KnownProblem::toString, Collectors.joining("\n")));
      return Main.YES;
    }
    if (symptom != null) {
      Symptom named = Symptom.of(symptom);
      output.answer(console.about(TOPIC), () -> GpuJson.write(named), named::explain);
      return Main.YES;
    }
    Diagnosis diagnosis = traced(xid == null ? read() : explained(xid));
    output.answer(console.about(TOPIC), () -> GpuJson.write(diagnosis), () -> diagnosis);
    return diagnosis.isFound() ? Main.YES : Main.NO;
  }

  private static String problems(
      Function<KnownProblem, String> text, Collector<CharSequence, ?, String> all) {
    return KnownProblem.all().stream().map(text).collect(all);
  }

  /** Returns a diagnosis with what the manifests and nodes say of it. */
  private Diagnosis traced(Diagnosis diagnosis) {
    if (manifests.isEmpty() && nodes != null) {
      throw new InvalidValueException(
          "usage.missing", "--nodes is compared with pods; give their manifest with -f");
    }
    if (manifests.isEmpty() && !where.isGiven()) {
      return diagnosis;
    }
    Gpus gpus = where.gpus(console);
    Inspector inspector = Inspector.of(gpus);
    Optional<Target> target = where.target(gpus);
    return (target.isPresent() ? inspector.on(target.get()) : inspector)
        .trace(
            diagnosis,
            nodes == null
                ? List.of()
                : ClusterInput.read(nodes, Stream.ofNullable(file).toList()).views(),
            manifests.toArray(Path[]::new));
  }

  /** Returns the diagnosis of the line that the driver writes for a code. */
  private static Diagnosis explained(int code) {
    List<String> codes =
        KnownProblem.all().stream()
            .map(KnownProblem::id)
            .filter(id -> id.startsWith(XID))
            .map(id -> id.substring(XID.length()))
            .toList();
    String asked = Integer.toString(code);
    if (!codes.contains(asked)) {
      throw new UnknownNameException("diagnosis.unknown", "xid", asked, codes);
    }
    return Diagnosis.of("NVRM: Xid (PCI:0000:00:00): " + asked);
  }

  private Diagnosis read() throws IOException {
    if (file == null) {
      throw new InvalidValueException(
          "usage.missing",
          "no messages are given; give the output of kubectl describe pod as FILE, or - for standard input; to compare a pod with nodes without a message, use gpuspec fits");
    }
    if (Symptom.all().stream().map(Symptom::id).anyMatch(file::equals)
        && !Files.exists(Path.of(file))) {
      throw new InvalidValueException(
          "usage.conflict",
          "'%s' is a symptom, not a file; write --symptom %s".formatted(file, file));
    }
    if (file.equals(StandardInput.DASH)) {
      return Diagnosis.read(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }
    try (Reader in =
        new InputStreamReader(Files.newInputStream(Path.of(file)), StandardCharsets.UTF_8)) {
      return Diagnosis.read(in);
    } catch (IOException | java.nio.file.InvalidPathException e) {
      throw new GpuSpecException(
          "file.unreadable", "file: '%s' cannot be read (%s)".formatted(file, e.getMessage()), e);
    }
  }
}
