package io.gpuspec.judges;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.diagnosis.KnownProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
          "Incompatible platform detected",
          "no instance type satisfied resources");

  private static final Pattern CAPTURE = Pattern.compile("\\{?\\{[a-z]+(?::[a-z]+)?\\}\\}?");
  private static final Pattern JOINED = Pattern.compile("\" \\+\\s*\"");

  /** Where Go puts texts together: what wraps an error, and field, value and reason of another. */
  private static final Pattern JOINTS =
      Pattern.compile("\\]?: |:$|(?<=incompatible requirements), ");

  private static final int WORDS = 6;

  @ParameterizedTest
  @CsvSource({
    "kubernetes, k8s.io/kubernetes, 'Kubernetes 1.37,'",
    "nvidia, github.com/NVIDIA/k8s-device-plugin, NVIDIA k8s-device-plugin 0.19.3",
    "nvidia, github.com/NVIDIA/mig-parted, NVIDIA mig-parted",
    "karpenter, sigs.k8s.io/karpenter, Karpenter 1",
    "karpenter, github.com/aws/karpenter-provider-aws, Karpenter for AWS",
    "kueue, sigs.k8s.io/kueue, Kueue"
  })
  void everyMessageStandsInTheSourceOfAToolThatTheJudgesAreBuiltFrom(
      String tool, String module, String title) {
    String folder = tool.equals("karpenter") && Tools.isOldKarpenter() ? "karpenter-1.14" : tool;
    everyMessageStands(module, go(folder, "list", "-m", "-f", "{{.Version}}", module), title);
  }

  @ParameterizedTest
  @CsvSource({
    "volcano.sh/volcano, v1.15.1, Volcano 1",
    "github.com/NVIDIA/nvidia-container-toolkit, v1.19.0, NVIDIA Container Toolkit 1",
    "github.com/containerd/containerd/v2, v2.2.0, containerd 2",
    "tags.cncf.io/container-device-interface, v1.0.1, Container Device Interface"
  })
  void everyMessageStandsInTheSource(String module, String version, String title) {
    everyMessageStands(module, version, title);
  }

  private static void everyMessageStands(String module, String version, String title) {
    List<KnownProblem> problems =
        KnownProblem.all().stream()
            .filter(each -> each.citation().title().startsWith(title))
            .toList();
    assertThat(problems).as(title).isNotEmpty();
    try (Trial trial = Trial.of("source of " + module, version, "has our messages")) {
      String source = source(downloaded(module + "@" + version));
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

  /** Returns the folder of a module, which need not have been built. */
  private static Path downloaded(String module) {
    try {
      String about = go("", "mod", "download", "-json", module);
      return Path.of(new ObjectMapper().readTree(about).path("Dir").asText());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String go(String tool, String... arguments) {
    try {
      List<String> command = new ArrayList<>(List.of("go"));
      command.addAll(List.of(arguments));
      Process go =
          new ProcessBuilder(command)
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

  /** Returns what a message says next to its captures; Go's %q writes quotes of its own. */
  private static Stream<String> words(String message) {
    return Stream.of(CAPTURE.split(message))
        .flatMap(words -> Stream.of(JOINTS.split(words)))
        .map(words -> words.replaceAll("^[\"{]|[\"{]$", "").strip())
        .filter(words -> words.length() >= WORDS);
  }

  private static boolean isIn(String source, String words) {
    return source.contains(words);
  }
}
