package io.gpuspec.judges;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.diagnosis.KnownProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages that a diagnosis knows stand in the sources of the programs that write them. */
class MessageSourcesJudge {
  private static final Path TOOLS = Path.of("tools");

  /** Messages that earlier versions wrote, and that clusters still show. */
  private static final Set<String> OF_EARLIER_VERSIONS =
      Set.of(
          "{nodes:number} node(s) had untolerated taint {{taint:braced}}",
          "{nodes:number} node(s) had taint {{taint:braced}}, that the pod didn't tolerate",
          "{nodes:number} node(s) didn't match node selector",
          "{nodes:number} node(s) didn't satisfy plugin(s) [NodeAffinity]",
          "Incompatible platform detected");

  private static final Pattern CAPTURE = Pattern.compile("\\{?\\{[a-z]+(?::[a-z]+)?\\}\\}?");
  private static final Pattern JOINED = Pattern.compile("\" \\+\\s*\"");
  private static final int WORDS = 6;

  @ParameterizedTest
  @CsvSource({
    "kubernetes, k8s.io/kubernetes, 'Kubernetes 1.36,'",
    "nvidia, github.com/NVIDIA/k8s-device-plugin, NVIDIA k8s-device-plugin 0.19.3",
    "nvidia, github.com/NVIDIA/mig-parted, NVIDIA mig-parted",
    "karpenter, sigs.k8s.io/karpenter, Karpenter 1",
    "karpenter, github.com/aws/karpenter-provider-aws, Karpenter for AWS",
    "kueue, sigs.k8s.io/kueue, Kueue"
  })
  void everyMessageStandsInTheSource(String tool, String module, String title) {
    List<KnownProblem> problems =
        Diagnosis.problems().stream()
            .filter(each -> each.citation().title().startsWith(title))
            .toList();
    try (Trial trial = Trial.of("source of " + module, version(tool, module), "has our messages")) {
      String source = source(Path.of(go(tool, "{{.Dir}}", module)));
      for (KnownProblem problem : problems) {
        for (String message : problem.messages()) {
          if (!OF_EARLIER_VERSIONS.contains(message)) {
            trial.agreed(
                words(message).allMatch(words -> isIn(source, words)),
                () -> problem.id() + ": " + message);
          }
        }
      }
    }
  }

  private static String version(String tool, String module) {
    return go(tool, "{{.Version}}", module);
  }

  private static String go(String tool, String format, String module) {
    try {
      Process go =
          new ProcessBuilder("go", "list", "-m", "-f", format, module)
              .directory(TOOLS.resolve(tool).toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new String(go.getInputStream().readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String source(Path module) {
    try (Stream<Path> files = Files.walk(module)) {
      String text =
          files
              .filter(file -> file.toString().endsWith(".go"))
              .filter(file -> !file.toString().endsWith("_test.go"))
              .map(MessageSourcesJudge::read)
              .collect(Collectors.joining("\n"));
      return JOINED.matcher(text).replaceAll("").replace("\\\"", "\"");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what a message says beside its captures; Go's %q writes quotes of its own. */
  private static Stream<String> words(String message) {
    return Stream.of(CAPTURE.split(message))
        .map(words -> words.replaceAll("^[\"{]|[\"{]$", "").strip())
        .filter(words -> words.length() >= WORDS);
  }

  private static boolean isIn(String source, String words) {
    return source.contains(words);
  }
}
