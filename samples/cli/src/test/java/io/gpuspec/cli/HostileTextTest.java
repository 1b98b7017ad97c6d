package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Characters that a terminal obeys or that turn a line around, in every string of every kind of
 * file and in arguments: they reach neither standard output nor standard error.
 */
class HostileTextTest {
  /**
   * Clears the screen, once by two characters and once by one; then the other way round; a bell.
   */
  private static final String HOSTILE = "\u001b[2J\u009b2J\u202e\u200b\u0007\u0000";

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private static final String POD =
      """
      {"apiVersion": "v1", "kind": "Pod",
       "metadata": {"name": "train", "namespace": "ml", "labels": {"app": "train"},
                    "annotations": {"eks.tke.cloud.tencent.com/gpu-type": "V100"}},
       "spec": {
         "nodeSelector": {"node.kubernetes.io/instance-type": "g4dn.xlarge"},
         "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists"}],
         "resourceClaims": [{"name": "gpu", "resourceClaimTemplateName": "two"}],
         "containers": [{"name": "main", "image": "r/i:v1",
           "env": [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}],
           "resources": {"limits": {"nvidia.com/gpu": "1", "cpu": "2", "memory": "4Gi"},
                         "claims": [{"name": "gpu"}]}}]}}
      """;

  private static final String OTHER =
      """
      {"apiVersion": "example.com/v1", "kind": "Other", "metadata": {"name": "a"},
       "spec": {"template": {"spec": {"containers": [
         {"name": "m", "image": "r", "resources": {"limits": {"nvidia.com/gpu": 1}}}]}}}}
      """;

  private static final String CLAIM =
      """
      {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaimTemplate",
       "metadata": {"name": "two"},
       "spec": {"spec": {"devices": {"requests": [{"name": "gpus", "exactly": {
         "deviceClassName": "gpu.nvidia.com",
         "selectors": [{"cel": {"expression": "device.driver == 'gpu.nvidia.com'"}}]}}]}}}}
      """;

  private static final String INTENT =
      """
      {"apiVersion": "gpuspec.io/v1", "kind": "Deployment", "metadata": {"name": "llm"},
       "spec": {"gpu": {"models": ["T4"], "count": 1}, "container": {"image": "r/i:v1"},
                "replicas": 2, "target": {"provider": "eks"}}}
      """;

  private static final String OVERLAY =
      """
      {"target": "eks", "citations": {"c": {"title": "t", "date": "2026-01", "status": "own"}},
       "rows": [{"name": "g4dn.xlarge", "citation": "c", "note": "n"}]}
      """;

  static Stream<Arguments> files() throws IOException {
    Path seeds = Guides.root().resolve("verification/fuzz/seeds");
    String cluster = Files.readString(seeds.resolve("nodes/cluster.json"));
    String saved = Files.readString(seeds.resolve("nodes/saved.json"));
    return Stream.of(
        Arguments.of(
            POD,
            List.of(
                "match --provider eks/nodegroup -f FILE",
                "match --provider eks -o json -f FILE",
                "match --lang zh -f FILE",
                "inspect --provider tke FILE",
                "inspect --lang zh --format json FILE",
                "inspect --format sarif --format junit FILE",
                "inspect --diff FILE",
                "migrate --from tke --to ack -f FILE",
                "fits -f FILE --nodes CLUSTER",
                "fleet plan --provider eks -f FILE")),
        Arguments.of(
            OTHER, List.of("match --provider eks -f FILE", "migrate --from eks --to ack -f FILE")),
        Arguments.of(
            CLAIM,
            List.of(
                "slices --provider eks/nodegroup --gpu p4d.24xlarge --claims FILE",
                "inspect FILE")),
        Arguments.of(
            INTENT,
            List.of(
                "build -f FILE", "build --verify -f FILE", "fleet plan --provider eks -f FILE")),
        Arguments.of(OVERLAY, List.of("match --provider eks --gpu T4 --overlay FILE")),
        Arguments.of(
            cluster,
            List.of(
                "fits -f POD --nodes FILE",
                "fits -o json -f POD --nodes FILE",
                "fleet consolidate --provider eks --nodes FILE")),
        Arguments.of(saved, List.of("nodes backup -f FILE", "nodes restore -f FILE")));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("files")
  void noStringOfAFileReachesATerminalAsItIs(String file, List<String> commands)
      throws IOException {
    Map<String, Path> names =
        Map.of(
            "FILE", folder.resolve("file.json"),
            "POD", folder.resolve("pod.json"),
            "CLUSTER", folder.resolve("cluster.json"));
    Files.writeString(names.get("POD"), POD);
    Files.copy(
        Guides.root().resolve("verification/fuzz/seeds/nodes/cluster.json"), names.get("CLUSTER"));
    int strings = new Hostile(-1).count(JSON.readTree(file));
    assertThat(strings).isPositive();
    for (int i = 0; i < strings; i++) {
      Files.writeString(names.get("FILE"), new Hostile(i).of(JSON.readTree(file)).toString());
      for (String command : commands) {
        isPlain(
            Run.of(
                Run.words(command)
                    .map(word -> names.containsKey(word) ? names.get(word).toString() : word)
                    .toArray(String[]::new)),
            command + " with string " + i);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "share replicas --gpu T4 --cards 2 --replicas X",
        "share replicas --gpu X --cards 2 --replicas 2",
        "match --provider X --gpu T4",
        "match --provider eks --gpu X",
        "match --provider eks --gpu T4 --set X",
        "match --provider eks --gpu T4 --set a=X",
        "match --provider eks --gpu T4 -o X",
        "match --lang X --gpu T4",
        "match --gpu T4 --cpu X",
        "match --gpu T4 --gpu X --gpu X",
        "match --Xyz 1",
        "match X",
        "match -f X",
        "inspect X",
        "inspect --format X a.yaml",
        "inspect --fail-on X a.yaml",
        "inspect --explain X",
        "fits --nodes X -f X",
        "fleet plan --provider eks -f X",
        "fleet plan --provider eks --nodes X -f X",
        "nodes backup -f X",
        "mig fit --gpu A100-40GB X",
        "mig plan --gpu A100-40GB --gpus X",
        "cuda-fit --image X",
        "recommend --for X",
        "advice X",
        "diagnose X",
        "schema X",
        "completion X",
        "X",
      })
  void noArgumentDoes(String line) {
    for (String language : List.of("en", "zh")) {
      List<String> words = new ArrayList<>();
      // A name of a file has no null character.
      String hostile = HOSTILE.replace("\u0000", "") + "a";
      Run.words(line).map(word -> word.replace("X", hostile)).forEach(words::add);
      words.add("--lang=" + language);

      isPlain(Run.of(words.toArray(String[]::new)), line);
    }
  }

  @Test
  void noNameOfAFileDoes() throws IOException {
    Path file = folder.resolve("n\nl" + HOSTILE.replace("\u0000", "") + ".yaml");
    Files.writeString(file, POD.replace("\"limits\"", "\"requests\""));

    for (String command : List.of("inspect", "inspect --format=json", "inspect --format=junit")) {
      Run run =
          Run.of(
              Stream.concat(Run.words(command), Stream.of(folder.toString()))
                  .toArray(String[]::new));
      isPlain(run, command);
      assertThat(run.out()).doesNotContain("n\nl");
    }
    Files.writeString(file, "{");
    isPlain(Run.of("inspect", folder.toString()), "inspect");
    isPlain(Run.of("match", "--provider", "eks", "-f", file.toString()), "match");
  }

  /** Colours and progress are the only control characters that we write ourselves. */
  @Test
  void aColouredAnswerHasColoursAndNothingElse() throws IOException {
    Path file = folder.resolve("a" + HOSTILE.replace("\u0000", "") + ".json");
    Files.writeString(
        file, new Hostile(3).of(JSON.readTree(POD.replace("\"2\"", "\"x\""))).toString());
    Terminal terminal = new Terminal(true, false, Optional.of(Duration.ZERO), Language.EN, true);
    StringWriter out = new StringWriter();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Main.run(
        new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), terminal),
        "inspect",
        file.toString());

    assertThat(out.toString()).contains("\u001b[");
    isPlain(
        new Run(
            0,
            out.toString().replaceAll("\u001b\\[[0-9;]*m", ""),
            err.toString(StandardCharsets.UTF_8).replace("\r\u001b[K", "")),
        "inspect");
  }

  @Test
  void halvesOfAPairStayTogether() throws IOException {
    StringWriter out = new StringWriter();
    try (var shown = Shown.writer(out)) {
      shown.write("a\ud83d".toCharArray());
      shown.write("\ude00\u009bb");
      shown.write('\u001b');
    }

    assertThat(out).hasToString("a\ud83d\ude00\\u009bb\\u001b");
    assertThat(Shown.of("\udb40\udc41")).isEqualTo("\\udb40\\udc41");
  }

  private static void isPlain(Run run, String what) {
    for (String each : List.of(run.out(), run.err())) {
      assertThat(each)
          .as(what)
          .matches(
              text ->
                  text.codePoints()
                      .allMatch(
                          c ->
                              c == '\n'
                                  || c == '\t'
                                  || (Character.getType(c) != Character.CONTROL
                                      && Character.getType(c) != Character.FORMAT)),
              "has no control characters");
    }
    assertThat(run.err()).as(what).doesNotContain("internal error").doesNotContain("内部错误");
  }

  /** A copy of a document in which one string, of a value or a key, has hostile characters. */
  private static final class Hostile {
    private final int at;
    private int count;

    private Hostile(int at) {
      this.at = at;
    }

    private int count(JsonNode document) {
      of(document);
      return count;
    }

    private JsonNode of(JsonNode node) {
      if (node instanceof ObjectNode object) {
        ObjectNode copy = JSON.createObjectNode();
        object.properties().forEach(each -> copy.set(text(each.getKey()), of(each.getValue())));
        return copy;
      }
      if (node instanceof ArrayNode array) {
        ArrayNode copy = JSON.createArrayNode();
        array.forEach(each -> copy.add(of(each)));
        return copy;
      }
      return node.isTextual() ? TextNode.valueOf(text(node.textValue())) : node;
    }

    private String text(String text) {
      if (count++ != at) {
        return text;
      }
      return at % 2 == 0 ? HOSTILE + text : text + HOSTILE;
    }
  }
}
