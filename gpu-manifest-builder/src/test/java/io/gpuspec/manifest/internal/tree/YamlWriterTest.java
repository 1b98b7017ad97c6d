package io.gpuspec.manifest.internal.tree;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.internal.yaml.YamlLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlWriterTest {

  @Test
  void aPodIsWrittenAsPeopleWriteIt() {
    Object container =
        Map.of(
            "securityContext", Map.of("allowPrivilegeEscalation", false),
            "volumeMounts", List.of(Map.of("name", "shm", "mountPath", "/dev/shm")),
            "resources",
                Map.of(
                    "limits", Map.of("nvidia.com/gpu", "8", "memory", "64Gi", "cpu", "16"),
                    "requests", Map.of("example.com/rdma", "1", "memory", "64Gi", "cpu", "16")),
            "env", List.of(Map.of("value", "info", "name", "NCCL_DEBUG")),
            "args", List.of("-c", "python train.py --lr=0.1\nsync\n"),
            "command", List.of("bash"),
            "image", "registry.example/train:1.0",
            "name", "train");
    Object pod =
        Map.of(
            "spec",
            Map.of(
                "volumes", List.of(Map.of("emptyDir", Map.of("medium", "Memory"), "name", "shm")),
                "containers", List.of(container),
                "tolerations",
                    List.of(
                        Map.of(
                            "effect", "NoSchedule",
                            "operator", "Exists",
                            "key", "nvidia.com/gpu")),
                "nodeSelector", Map.of("node.kubernetes.io/instance-type", "p5.48xlarge"),
                "restartPolicy", "Never"),
            "metadata",
            Map.of(
                "annotations",
                Map.of("note", "{\"a\": 1}"),
                "labels",
                Map.of("app", "train"),
                "namespace",
                "ml",
                "name",
                "train"),
            "kind",
            "Pod",
            "apiVersion",
            "v1");

    assertThat(
            YamlWriter.write(
                pod,
                Map.of(
                    "", "One node, eight GPUs.",
                    "spec.tolerations", "GPU nodes are tainted.",
                    "spec.containers[0].resources.limits['nvidia.com/gpu']", "Whole cards only.",
                    "spec.volumes[0].name", "Workers talk through it.\nWithout it they crash.")))
        .isEqualTo(
            """
            # One node, eight GPUs.
            apiVersion: v1
            kind: Pod
            metadata:
              name: train
              namespace: ml
              labels:
                app: train
              annotations:
                note: '{"a": 1}'
            spec:
              restartPolicy: Never
              nodeSelector:
                node.kubernetes.io/instance-type: p5.48xlarge
              # GPU nodes are tainted.
              tolerations:
              - key: nvidia.com/gpu
                operator: Exists
                effect: NoSchedule
              containers:
              - name: train
                image: registry.example/train:1.0
                command:
                - bash
                args:
                - -c
                - |
                  python train.py --lr=0.1
                  sync
                env:
                - name: NCCL_DEBUG
                  value: "info"
                resources:
                  requests:
                    cpu: "16"
                    memory: "64Gi"
                    example.com/rdma: "1"
                  limits:
                    cpu: "16"
                    memory: "64Gi"
                    # Whole cards only.
                    nvidia.com/gpu: "8"
                volumeMounts:
                - name: shm
                  mountPath: /dev/shm
                securityContext:
                  allowPrivilegeEscalation: false
              volumes:
              # Workers talk through it.
              # Without it they crash.
              - name: shm
                emptyDir:
                  medium: Memory
            """);
  }

  @Test
  void theUsersOwnKeysStayInTheirOrder() {
    Map<String, Object> labels = new LinkedHashMap<>();
    labels.put("zone", "z");
    labels.put("name", "n");
    labels.put("app", "a");

    assertThat(YamlWriter.write(Map.of("nodeSelector", labels)))
        .isEqualTo("nodeSelector:\n  zone: z\n  name: \"n\"\n  app: a\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        " a",
        "a ",
        "8",
        "-1",
        "1e3",
        "0x10",
        "010",
        "1_000",
        "12:30:45",
        "2024-01-01",
        "y",
        "N",
        "yes",
        "No",
        "ON",
        "off",
        "true",
        "False",
        "null",
        "NULL",
        "~",
        ".inf",
        "-.INF",
        ".nan",
        "NaN",
        "=",
        "<<",
        "a: b",
        "a:",
        "a #b",
        "#a",
        "- a",
        "-",
        "? a",
        "%a",
        "@a",
        "`a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "[a]",
        "{a}",
        "'a'",
        "\"a\"",
        "---",
        "...",
        "a\tb",
        "8Gi",
        "1.2.3.4",
        "{{ x }}"
      })
  void whatSomeReaderTakesForSomethingElseIsQuoted(String text) {
    assertThat(YamlWriter.write(Map.of("k", text))).matches("(?s)k: [\"'].*[\"']\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "train",
        "python train.py",
        "/dev/shm",
        "./run.sh",
        "-c",
        "--lr=0.1",
        "a:b",
        "a/b:1.0",
        "$(POD_NAME)",
        "IfNotPresent",
        "p5.48xlarge",
        "nvidia.com/gpu",
        "https://example.com/x"
      })
  void plainWordsStayPlain(String text) {
    assertThat(YamlWriter.write(Map.of("k", text))).isEqualTo("k: " + text + "\n");
  }

  @Test
  void quotesAreDoubleUnlessThatNeedsEscapes() {
    assertThat(YamlWriter.write(List.of("8", "say \"it's\"", "c:\\x", "\"a\"\tb", "\u202e")))
        .isEqualTo(
            """
            - "8"
            - 'say "it''s"'
            - 'c:\\x'
            - "\\"a\\"\\tb"
            - "\\u202E"
            """);
  }

  @Test
  void severalLinesAreABlockWhereThatIsExact() {
    assertThat(
            YamlWriter.write(
                List.of("a\n\n  b\n", "a\nb", "a \nb", " a\nb", "a\n\n", "\na", "a\r\nb")))
        .isEqualTo(
            """
            - |
              a

                b
            - |-
              a
              b
            - "a \\nb"
            - " a\\nb"
            - "a\\n\\n"
            - "\\na"
            - "a\\r\\nb"
            """);
  }

  @Test
  void longLinesAreNotFolded() {
    String line = "word ".repeat(100) + "end";

    assertThat(YamlWriter.write(Map.of("k", line))).isEqualTo("k: " + line + "\n");
  }

  @Test
  void listsInListsAndEmptyOnesAreWritten() {
    assertThat(
            YamlWriter.write(
                Map.of(
                    "a",
                    List.of(List.of(1, List.of(2L, true)), Map.of(), List.of()),
                    "b",
                    Map.of())))
        .isEqualTo(
            """
            a:
            - - 1
              - - 2
                - true
            - {}
            - []
            b: {}
            """);
  }

  @Test
  void aCommentStandsAboveTheDashOfItsEntry() {
    assertThat(
            YamlWriter.write(
                Map.of("a", List.of(List.of(Map.of("b", 1, "c", 2)))),
                Map.of("a[0]", "outer", "a[0][0]", "inner", "a[0][0].b", "b", "a[0][0].c", "c")))
        .isEqualTo(
            """
            a:
            # outer
            # inner
            # b
            - - b: 1
                # c
                c: 2
            """);
  }

  @Test
  void aCommentCannotTurnIntoYaml() {
    assertThat(YamlWriter.write(Map.of("a", 1), Map.of("a", "x\u0085b: 2\u2028c: 3\r\n\n\u0000d")))
        .isEqualTo("# x\n# b: 2\n# c: 3\n#\n# \\x00d\na: 1\n");
  }

  @Test
  void longCommentsAreBrokenAtBlanks() {
    String word = "w".repeat(150);
    String lines =
        YamlWriter.write(
            Map.of("a", Map.of("b", 1)), Map.of("a.b", "x ".repeat(80) + word + " y", "a", word));

    assertThat(lines.lines())
        .containsExactly(
            "# " + word,
            "a:",
            "  # " + "x ".repeat(48).strip(),
            "  # " + "x ".repeat(32).strip(),
            "  # " + word,
            "  # y",
            "  b: 1");
    assertThat(lines.lines().filter(line -> !line.contains(word)))
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void aCommentForNothingIsRefused() {
    assertThatThrownBy(() -> YamlWriter.write(Map.of("a", 1), Map.of("b", "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("comments for paths that are not in the tree: [b]");
  }

  @Test
  void severalDocumentsAreJoined() {
    assertThat(
            YamlWriter.join(
                List.of(YamlWriter.write(Map.of("a", 1)), YamlWriter.write(Map.of("b", 2)))))
        .isEqualTo("a: 1\n---\nb: 2\n");
  }

  @Test
  void whatReadersDifferOnIsRefused() {
    assertError(
        () -> YamlWriter.write(Map.of("a", Map.of("b", 1.5))), "manifest.unwritable", "a.b");
    assertError(
        () -> YamlWriter.write(Map.of("a", Arrays.asList("x", null))),
        "manifest.unwritable",
        "a[1]");
    assertError(() -> YamlWriter.write(Map.of(1, "x")), "manifest.unwritable");
    assertError(() -> YamlWriter.write(Map.of("a", "\ud83d")), "manifest.unwritable");
    assertError(() -> YamlWriter.write(Map.of("k".repeat(2_000), "x")), "manifest.unwritable");
  }

  @Test
  void aTreeThatHoldsItselfIsRefused() {
    List<Object> loop = new ArrayList<>();
    loop.add(loop);

    assertError(() -> YamlWriter.write(loop), "manifest.unwritable");
  }

  @Test
  void theDeepestTreeThatIsWrittenIsReadBack() {
    Object tree = "x";
    for (int i = 0; i < YamlLimits.DEPTH; i++) {
      tree = List.of(tree);
    }

    assertThat(Trees.read(YamlWriter.write(tree))).containsExactly(tree);
  }
}
