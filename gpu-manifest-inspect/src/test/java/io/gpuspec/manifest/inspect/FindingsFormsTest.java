package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.rule.Severity;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One small file in every form that findings are written in, whole. */
class FindingsFormsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Inspector INSPECTOR = Inspector.of(GPUS);

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        containers:
        - name: main
          image: r/train:v1
          env:
          - {name: NVIDIA_VISIBLE_DEVICES, value: "all"} # gpuspec:ignore env-every-card a "pod" & <node>
          resources:
            requests: {nvidia.com/gpu: 1}
            limits: {nvidia.com/gpu: "2"}
      """;

  private static final Findings FINDINGS = INSPECTOR.parse("a&b.yaml", POD);

  /** A pod with one finding, a warning. */
  private static final String WARNING =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        containers:
        - name: main
          image: r/train:v1
          env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]
          resources: {limits: {nvidia.com/gpu: 1}}
      """;

  private static final String CLEAN =
      WARNING.replace("    env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]\n", "");

  private static final String INFO = CLEAN.replace("gpu: 1", "gpu: 2");

  /** As build servers read it: names, counts, and a failure or skipped in each test case. */
  @Test
  void junitIsASuiteForAFileAndATestCaseForAFinding() throws IOException {
    StringWriter out = new StringWriter();
    FINDINGS.writeJunit(out);

    assertThat(out)
        .hasToString(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="gpuspec inspect">
              <testsuite name="a&amp;b.yaml" tests="3" failures="2" skipped="1">
                <testcase classname="env-every-card" name="env-every-card a&amp;b.yaml:9:45">
                  <skipped message="a &quot;pod&quot; &amp; &lt;node&gt;"></skipped>
                </testcase>
                <testcase classname="request-unlike-limit" name="request-unlike-limit a&amp;b.yaml:11:34">
                  <failure type="error" message="nvidia.com/gpu: the request 1 differs from the limit 2.">a&amp;b.yaml:11:34: error request-unlike-limit: nvidia.com/gpu: the request 1 differs from the limit 2.
            Write the same number in both, or the limit alone.</failure>
                </testcase>
                <testcase classname="shared-memory-default" name="shared-memory-default a&amp;b.yaml:12:32">
                  <failure type="info" message="2 GPUs, and /dev/shm has the default 64 MiB.">a&amp;b.yaml:12:32: info shared-memory-default: 2 GPUs, and /dev/shm has the default 64 MiB.
            Mount an emptyDir with medium Memory and a sizeLimit at /dev/shm.</failure>
                </testcase>
              </testsuite>
            </testsuites>
            """);
  }

  @Test
  void junitOfNoFindingsHasNoSuite() throws IOException {
    StringWriter out = new StringWriter();
    INSPECTOR.parse("pod.yaml", CLEAN).writeJunit(out);

    assertThat(out.toString().replace("\n", ""))
        .isEqualTo(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                + "<testsuites name=\"gpuspec inspect\"></testsuites>");
  }

  @Test
  void jsonHasEveryFieldOfAFinding() throws IOException {
    StringWriter out = new StringWriter();
    FINDINGS.writeJson(out);

    assertThat(out.toString())
        .startsWith(
            """
            {
              "findings": [
                {
                  "rule": "env-every-card",
                  "group": "environment",
                  "severity": "warning",
                  "file": "a&b.yaml",
                  "document": 1,
                  "kind": "Pod",
                  "name": "train",
                  "path": "spec.containers[0].env[0].value",
                  "line": 9,
                  "column": 45,
                  "message": "NVIDIA_VISIBLE_DEVICES=all shows the container every GPU of the node.",
                  "fix": {
                    "description": "Leave the variable out; the device plugin sets it.",
                    "safe": false,
                    "automatic": true
                  },
            """)
        .contains(
            """
                  "page": "docs/rules/env-every-card.md",
                  "suppressed": {
                    "by": "comment",
                    "reason": "a \\"pod\\" & <node>"
                  }
                },
            """)
        .endsWith(
            """
              "summary": {
                "files": 1,
                "documents": 1,
                "objects": 1,
                "unknown": 0,
                "errors": 1,
                "warnings": 0,
                "infos": 1,
                "suppressed": 1,
                "unmatched": 1
              }
            }""");
  }

  /** What the caller writes after it must arrive too. */
  @Test
  void jsonLeavesTheWriterOpenAndNamesTheTarget() throws IOException {
    boolean[] isClosed = new boolean[1];
    StringWriter out =
        new StringWriter() {
          @Override
          public void close() {
            isClosed[0] = true;
          }
        };
    INSPECTOR.on(GPUS.in("eks")).parse("pod.yaml", CLEAN).writeJson(out);
    JsonNode root = Json.MAPPER.readTree(out.toString());

    assertThat(isClosed[0]).isFalse();
    assertThat(root.path("target").asText()).isEqualTo("eks");
    assertThat(root.path("summary").has("unmatched")).isFalse();
    assertThat(root.path("findings").isArray()).isTrue();
  }

  private static JsonNode sarif(Findings findings) throws IOException {
    StringWriter out = new StringWriter();
    findings.writeSarif(out);
    assertThat(out.toString()).endsWith("}\n").doesNotEndWith("\n\n");
    return Json.MAPPER.readTree(out.toString()).at("/runs/0");
  }

  @Test
  void sarifHasARegionALogicalLocationAndASuppressionOfAFinding() throws IOException {
    JsonNode run = sarif(FINDINGS);
    JsonNode first = run.at("/results/0");

    assertThat(first.at("/locations").toString())
        .isEqualTo(
            "[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"a%26b.yaml\"},"
                + "\"region\":{\"startLine\":9,\"startColumn\":45,\"endLine\":9,\"endColumn\":50}},"
                + "\"logicalLocations\":[{\"name\":\"train\",\"kind\":\"object\","
                + "\"fullyQualifiedName\":\"Pod/train/spec.containers[0].env[0].value\"}]}]");
    assertThat(first.at("/suppressions").toString())
        .isEqualTo("[{\"kind\":\"inSource\",\"justification\":\"a \\\"pod\\\" & <node>\"}]");
    assertThat(first.at("/fixes/0/artifactChanges").toString())
        .isEqualTo(
            "[{\"artifactLocation\":{\"uri\":\"a%26b.yaml\"},\"replacements\":"
                + "[{\"deletedRegion\":{\"startLine\":8,\"startColumn\":1,\"endLine\":10,\"endColumn\":1},"
                + "\"insertedContent\":{\"text\":\"\"}}]}]");
    assertThat(run.at("/results").findValuesAsText("level"))
        .containsExactly("warning", "error", "note");
    assertThat(run.at("/invocations").toString()).isEqualTo("[{\"executionSuccessful\":true}]");
    assertThat(run.has("language")).isFalse();
  }

  /** A rule is described once, and results name it by its index. */
  @Test
  void sarifDescribesARuleOnce() throws IOException {
    String three =
        WARNING
            + "---\n"
            + INFO.replace("name: train", "name: b")
            + "---\n"
            + WARNING.replace("name: train", "name: c");
    JsonNode run = sarif(INSPECTOR.parse("three.yaml", three));
    ArrayNode rules = (ArrayNode) run.at("/tool/driver/rules");

    assertThat(rules.findValuesAsText("id"))
        .containsExactly("env-every-card", "shared-memory-default");
    assertThat(run.at("/results").findValuesAsText("ruleIndex")).containsExactly("0", "1", "0");
    assertThat(rules.get(0).at("/shortDescription/text").asText())
        .isEqualTo(INSPECTOR.rule("env-every-card").english().title());
    assertThat(rules.get(0).at("/helpUri").asText()).startsWith("https://docs.nvidia.com/");
  }

  @Test
  void sarifOfAFileThatIsNoYamlHasAPlaceAndNoObject() throws IOException {
    JsonNode location = sarif(INSPECTOR.parse("a.yaml", "a: [\n")).at("/results/0/locations/0");

    assertThat(location.at("/physicalLocation/region").fieldNames())
        .toIterable()
        .containsExactly("startLine", "startColumn");
    assertThat(location.has("logicalLocations")).isFalse();
  }

  /** RFC 3986: unreserved characters and the slash stay, the UTF-8 of all others is escaped. */
  @ParameterizedTest
  @CsvSource({
    "charts/a_b-1.2~x.yaml, charts/a_b-1.2~x.yaml",
    "a b+c.yaml, a%20b%2Bc.yaml",
    "dir\\x.yaml, dir/x.yaml",
    "C:\\x.yaml, C%3A/x.yaml",
    "caf\u00e9/\u6a21.yaml, caf%C3%A9/%E6%A8%A1.yaml",
    "50%.yaml, 50%25.yaml",
    "AZaz09.yaml, AZaz09.yaml",
  })
  void sarifWritesAFileAsAReference(String file, String uri) throws IOException {
    assertThat(
            sarif(INSPECTOR.parse(file, WARNING))
                .at("/results/0/locations/0/physicalLocation/artifactLocation/uri")
                .asText())
        .isEqualTo(uri);
  }

  private static String coloured(String text) {
    return INSPECTOR.parse("a.yaml", text).coloured().replace("\u001b[", "<");
  }

  @Test
  void theTextIsOfTheFindingsThatCount() {
    assertThat(FINDINGS)
        .hasToString(
            """
            a&b.yaml
              11:34 error request-unlike-limit (Pod train)
                  nvidia.com/gpu: the request 1 differs from the limit 2.
                  | requests: {nvidia.com/gpu: 1}
                  |                            ^
                  fix: Write the same number in both, or the limit alone.
              12:32 info shared-memory-default (Pod train)
                  2 GPUs, and /dev/shm has the default 64 MiB.
                  | limits: {nvidia.com/gpu: "2"}
                  |                          ^
                  fix: Mount an emptyDir with medium Memory and a sizeLimit at /dev/shm.
            1 error, 0 warnings, 1 info, 1 turned off in 1 file (1 object)
            1 workload that requests GPUs was not matched with a cloud; name one with --provider, with provider in .gpuspec.yaml, or in Java with on()""");
  }

  /** Red for errors, yellow for warnings, and green where there is neither. */
  @Test
  void theTotalHasTheColourOfTheWorst() {
    assertThat(coloured(POD))
        .contains("<1;31m1 error, 0 warnings, 1 info, 1 turned off in 1 file (1 object)<0m");
    assertThat(coloured(WARNING)).contains("<33m0 errors, 1 warning in 1 file (1 object)<0m");
    assertThat(coloured(INFO)).contains("<32m0 errors, 0 warnings, 1 info in 1 file (1 object)<0m");
    assertThat(coloured(CLEAN)).startsWith("<32m0 errors, 0 warnings in 1 file (1 object)<0m");
  }

  @Test
  void totalsAreSaid() {
    assertThat(FINDINGS.total())
        .isEqualTo("1 error, 0 warnings, 1 info, 1 turned off in 1 file (1 object)");
    assertThat(INSPECTOR.parse("a.yaml", CLEAN).total())
        .isEqualTo("0 errors, 0 warnings in 1 file (1 object)");
    assertThat(FINDINGS.counts()).hasToString("1 error, 0 warnings, 1 to know, 1 turned off");
    assertThat(new Findings.Counts(2, 1, 0, 0)).hasToString("2 errors, 1 warning");
    assertThat(FINDINGS.summary()).hasToString("1 file, 1 object");
    assertThat(new Findings.Summary(2, 3, 3, 0, 0)).hasToString("2 files, 3 objects");
  }

  @Test
  void aFileIsAsCleanAsItsWorstFindingThatCounts() {
    Map<String, Severity> worst =
        Map.of(POD, Severity.ERROR, WARNING, Severity.WARNING, INFO, Severity.INFO);
    worst.forEach(
        (text, severity) -> {
          Findings findings = INSPECTOR.parse("a.yaml", text);
          for (Severity asked : Severity.values()) {
            assertThat(findings.isClean(asked))
                .as("%s of%n%s", asked, text)
                .isEqualTo(!severity.isAtLeast(asked));
          }
        });
    for (Severity asked : Severity.values()) {
      assertThat(INSPECTOR.parse("a.yaml", CLEAN).isClean(asked)).isTrue();
    }
  }
}
