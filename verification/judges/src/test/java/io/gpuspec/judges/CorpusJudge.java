package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.read.WorkloadFile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each manifest of the corpus whose kind the API server knows, by the definition of its project, is
 * put before it. Where it is admitted, what we read of it is what we read of the object that the
 * server would keep, with the definition's defaults: the same pods with the same requests. Those
 * that are refused are drafts or mistakes of the repositories that they are from.
 */
class CorpusJudge {
  private static final Path CORPUS =
      Path.of(
          "..",
          "..",
          "gpu-manifest-builder",
          "src",
          "test",
          "resources",
          "io",
          "gpuspec",
          "manifest",
          "corpus");

  private static final Target EKS = Gpus.load().in("eks");

  /** So that the law is about something. */
  private static final int MANY = 150;

  private static Admission admission;
  private static Trial trial;
  private static int admitted;

  @BeforeAll
  static void begin() {
    CustomResources.ofWorkloadsInstalled();
    admission = new Admission(ControlPlane.shared().client());
    trial =
        Trial.of(
            "kube-apiserver",
            ControlPlane.shared().version(),
            "keeps workloads whose pods are those that we read");
  }

  @AfterAll
  static void end() {
    trial.close();
    assertThat(admitted).isGreaterThan(MANY);
  }

  /** A case of the corpus: an object, and the few that belong to it. */
  record Case(String name, List<String> objects) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    try (Stream<Path> files = Files.list(CORPUS)) {
      for (Path file : files.sorted().toList()) {
        String[] texts = Files.readString(file).split("(?m)^---\n");
        for (int i = 0; i < texts.length; i++) {
          cases.add(
              new Case(
                  file.getFileName() + " " + (i + 1), List.of(texts[i].split("(?m)^--- .*\n"))));
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void theServerKeepsThePodsThatWeRead(Case each) {
    List<String> kept = new ArrayList<>();
    boolean isAdmitted = false;
    for (String object : each.objects()) {
      Optional<String> one = kept(object);
      kept.add(one.orElse(object));
      isAdmitted |= one.isPresent();
    }
    if (isAdmitted) {
      admitted++;
      String ours = read(each, each.objects());
      String theirs = read(each, kept);
      trial.agreed(ours.equals(theirs), () -> each + "\n" + ours + "\n" + theirs + "\n" + kept);
      assertThat(theirs).isEqualTo(ours);
    }
  }

  /** KEDA's definition is among those of the corpus. */
  @Test
  void theServerTakesTheScaledObjectsThatWeBuild() {
    String yaml =
        GpuWorkload.deployment("llm", "r/llm:v1")
            .gpu("T4")
            .autoscaledByQuery(0, 10, "http://prometheus.monitoring:9090", "sum(queue)", 30)
            .on(EKS)
            .yaml()
            .toString();
    Admission.Verdict verdict = admission.of(yaml);

    trial.agreed(verdict.withoutWarning(), () -> verdict.said() + "\n" + yaml);
  }

  /** What the server would keep of an object; nothing if it refuses it or does not serve it. */
  private static Optional<String> kept(String object) {
    try {
      JsonNode written = Trees.read(object);
      // Only clients know a List.
      if (!(written instanceof ObjectNode tree)
          || !tree.path("metadata").isObject()
          || tree.path("kind").asText().equals("List")) {
        return Optional.empty();
      }
      ObjectNode metadata = (ObjectNode) tree.path("metadata");
      JsonNode namespace = metadata.remove("namespace");
      Admission.Verdict verdict = admission.of(tree.toString());
      return Optional.of(verdict)
          .filter(Admission.Verdict::admitted)
          .map(given -> identified(given.kept().get(0), metadata, namespace));
    } catch (IllegalArgumentException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** With the name and namespace that were written, not those that the server completes. */
  private static String identified(
      JsonNode kept, ObjectNode written, @Nullable JsonNode namespace) {
    ObjectNode metadata = (ObjectNode) kept.path("metadata");
    metadata.remove(List.of("name", "namespace"));
    metadata.setAll(written);
    if (namespace != null) {
      metadata.set("namespace", namespace);
    }
    return kept.toString();
  }

  /** Which pods there are, how many, and what each requests. */
  private static String read(Case each, List<String> objects) {
    StringWriter json = new StringWriter();
    try {
      GpuJson.write(WorkloadFile.parse(each.name(), String.join("\n---\n", objects)).on(EKS), json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Trees.items(Trees.read(json.toString()).path("workloads")).stream()
        .map(
            workload ->
                Stream.of("kind", "name", "task", "pods", "requested")
                    .map(field -> workload.path(field).toString())
                    .collect(Collectors.joining(" ")))
        .sorted()
        .collect(Collectors.joining("\n"));
  }
}
