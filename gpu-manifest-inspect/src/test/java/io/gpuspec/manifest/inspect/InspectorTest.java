package io.gpuspec.manifest.inspect;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.diagnosis.Cause;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.rule.Severity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InspectorTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Inspector INSPECTOR = Inspector.of(GPUS);

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: train # the nightly one
        namespace: ml
      spec:
        containers:
        - name: main
          image: registry.example/train:v1
          env:
          - name: "NVIDIA_VISIBLE_DEVICES"   # why?
            value: "all"
          - {name: A, value: b}
          resources:
            limits: {nvidia.com/gpu: 1}
      """;

  @Test
  void whoAsksForOneInstanceLeavesNoCardIdle() {
    String pod = POD.replace("nvidia.com/gpu: 1", "%s");
    Inspector eks = INSPECTOR.on(GPUS.in("eks"));

    assertThat(ids(eks.parse("a.yaml", pod.formatted("nvidia.com/gpu: 3"))))
        .contains("shape-idle-gpus");
    assertThat(ids(eks.parse("a.yaml", pod.formatted("nvidia.com/mig-1g.5gb: 1"))))
        .doesNotContain("shape-idle-gpus");
  }

  private static List<String> ofSelector(String expression) {
    String template =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: gpu}
        spec:
          spec:
            devices:
              requests:
              - name: gpu
                exactly:
                  deviceClassName: gpu.nvidia.com
                  selectors:
                  - cel: {expression: "%s"}
        """;
    return INSPECTOR.parse("claim.yaml", template.formatted(expression)).findings().stream()
        .map(finding -> finding.rule().id() + " " + finding.message())
        .toList();
  }

  @Test
  void objectsAreInspectedTogetherAsTheYamlThatTheyWouldBe() {
    Pod pod = new PodBuilder().withNewMetadata().withName("p").endMetadata().build();
    pod.setSpec(
        new PodSpecBuilder()
            .addNewContainer()
            .withName("main")
            .withImage("r/i:v1")
            .addNewEnv()
            .withName("NVIDIA_VISIBLE_DEVICES")
            .withValue("all")
            .endEnv()
            .endContainer()
            .build());
    assertThat(INSPECTOR.inspect(List.of(pod)).findings())
        .isNotEmpty()
        .allSatisfy(finding -> assertThat(finding.file()).isEqualTo("objects"))
        .extracting(finding -> finding.rule().id())
        .contains("env-every-card");
    assertThat(INSPECTOR.inspect(List.of()).findings()).isEmpty();
  }

  @Test
  void aConstantOfASelectorIsReadAsTheSchedulerReadsIt() {
    String version = "device.attributes['gpu.nvidia.com'].cudaComputeCapability.compareTo(%s) >= 0";
    assertThat(ofSelector(version.formatted("semver('8.9', true)"))).isEmpty();
    assertThat(ofSelector(version.formatted("semver('v8.9.0', true)"))).isEmpty();
    assertThat(ofSelector(version.formatted("semver('8.9.0')"))).isEmpty();
    for (String wrong : new String[] {"8.9", "v8.9.0", "08.9.0"}) {
      assertThat(ofSelector(version.formatted("semver('" + wrong + "')")))
          .containsExactly(
              "claim-version-malformed semver('%s') is not a version with three parts."
                  .formatted(wrong));
    }
    assertThat(ofSelector(version.formatted("semver('eight', true)"))).hasSize(1);
    String memory = "device.capacity['gpu.nvidia.com'].memory.compareTo(%s) >= 0";
    assertThat(ofSelector(memory.formatted("quantity('80Gi')"))).isEmpty();
    assertThat(ofSelector(memory.formatted("quantity('1.5e3')"))).isEmpty();
    assertThat(ofSelector(memory.formatted("quantity('80GiB')")))
        .containsExactly("claim-quantity-malformed quantity('80GiB') is not a quantity.");
  }

  @Test
  void aSelectorThatTheApiServerCannotCompileIsFound() {
    assertThat(ofSelector("device.memory.compareTo(quantity('40Gi')) >= 0"))
        .containsExactly(
            "claim-selector-refused The selector is refused: it does not compile at 1:7 of the expression: undefined field 'memory'.");
    assertThat(ofSelector("device.driver"))
        .containsExactly(
            "claim-selector-refused The selector is refused: it must give true or false; add a comparison.");
    assertThat(ofSelector("device.driver == 'gpu.nvidia.com' &&")).hasSize(1);
    assertThat(ofSelector("gpu.memory > 40")).hasSize(1);
    assertThat(ofSelector("device.driver.lowerAscii() == 'a' || device.driver.lower() == 'b'"))
        .containsExactly(
            "claim-selector-refused The selector is refused: it does not compile at 1:52 of the expression: undeclared reference to 'lower'.");
    // What Kubernetes may read, and the library does not, is no finding.
    assertThat(ofSelector("1 < 1.5")).isEmpty();
    assertThat(ofSelector("device.attributes['dra.net'].?rdma.orValue(false)")).isEmpty();
    assertThat(ofSelector("device.driver == '{{ .Values.driver }}")).isEmpty();
  }

  @Test
  void aClaimForANetworkCardIsNotBesideThePlugin() {
    String text =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: nic}
        spec: {spec: {devices: {requests: [{name: nic, exactly: {deviceClassName: dranet}}]}}}
        ---
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: dranet}
        spec: {selectors: [{cel: {expression: "device.driver == 'dra.net'"}}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: train}
        spec:
          resourceClaims: [{name: nic, resourceClaimTemplateName: nic}]
          containers:
          - name: main
            image: registry.example/train:v1
            resources: {limits: {nvidia.com/gpu: "1"}, claims: [{name: nic}]}
        """;
    assertThat(INSPECTOR.parse("nic.yaml", text).findings())
        .noneMatch(finding -> finding.rule().id().equals("claim-beside-plugin"));
    assertThat(INSPECTOR.on(GPUS.in("eks")).parse("nic.yaml", text).findings())
        .noneMatch(finding -> finding.rule().id().equals("gpu-not-judged"));
    assertThat(INSPECTOR.parse("gpu.yaml", text.replace("dra.net'", "gpu.nvidia.com'")).findings())
        .anyMatch(finding -> finding.rule().id().equals("claim-beside-plugin"));
  }

  @Test
  void aFindingIsAtTheValueThatIsWrong() {
    ManifestFinding finding = only(POD);

    assertThat(finding)
        .hasToString(
            "pod.yaml:12:14: warning env-every-card: NVIDIA_VISIBLE_DEVICES=all shows the container"
                + " every GPU of the node.");
    assertThat(finding.path()).isEqualTo("spec.containers[0].env[0].value");
    assertThat(finding.kind() + " " + finding.namespace().orElse("") + "/" + finding.name())
        .isEqualTo("Pod ml/train");
    assertThat(finding.source()).isEqualTo("      value: \"all\"");
  }

  @Test
  void theTextShowsTheLineWithACaret() {
    assertThat(INSPECTOR.parse("pod.yaml", POD).toString())
        .contains("      | value: \"all\"\n      |        ^\n")
        .endsWith(
            "0 errors, 1 warning in 1 file (1 object)\n"
                + "1 workload that requests GPUs was not matched with a cloud; name one with"
                + " --provider, with provider in .gpuspec.yaml, or in Java with on()");
    assertThat(INSPECTOR.on(Gpus.load().in("eks")).parse("pod.yaml", POD).toString())
        .endsWith("in 1 file (1 object)");
  }

  @Test
  void aFixLeavesEverythingElseByteForByte() {
    Findings findings = INSPECTOR.parse("pod.yaml", POD);

    assertThat(findings.fixed(false)).isEmpty();
    assertThat(findings.fixed(true).get("pod.yaml"))
        .isEqualTo(
            POD.replace(
                "    - name: \"NVIDIA_VISIBLE_DEVICES\"   # why?\n      value: \"all\"\n", ""));
    assertThat(INSPECTOR.parse("pod.yaml", findings.fixed(true).get("pod.yaml")).findings())
        .isEmpty();
  }

  @Test
  void lineEndsStayAsTheyAre() {
    String windows = POD.replace("\n", "\r\n");
    String fixed = INSPECTOR.parse("pod.yaml", windows).fixed(true).get("pod.yaml");

    assertThat(fixed).hasSizeLessThan(windows.length()).doesNotContain("NVIDIA");
    assertThat(fixed.replace("\r\n", "")).doesNotContain("\n");
  }

  @Test
  void whatSeveralPlacesShareIsNotFixed() {
    String shared =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: a}
        spec:
          containers:
          - &one
            name: main
            image: r/i:v1
            env:
            - {name: NVIDIA_VISIBLE_DEVICES, value: all}
            resources:
              limits: {nvidia.com/gpu: 1}
          - <<: *one
            name: other
        """;
    Findings findings = INSPECTOR.parse("pod.yaml", shared);

    assertThat(ids(findings)).contains("env-every-card");
    assertThat(findings.fixed(true)).isEmpty();
  }

  @Test
  void theLastEntryOfAListTakesItsKeyWithIt() {
    String pod =
        POD.replace("    - {name: A, value: b}\n", "")
            .replace("\"NVIDIA_VISIBLE_DEVICES\"   # why?", "NVIDIA_VISIBLE_DEVICES");

    assertThat(INSPECTOR.parse("pod.yaml", pod).fixed(true).get("pod.yaml"))
        .doesNotContain("env:")
        .contains("image: registry.example/train:v1\n    resources:");
  }

  @Test
  void jsonIsFixedAsJson() throws IOException {
    String json =
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {
          "tolerations": [{"key": "a", "operator": "Exists", "value": "b"}],
          "containers": [{"name": "main", "image": "r/i:v1",
            "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}
        """;
    String fixed = INSPECTOR.parse("pod.json", json).fixed(false).get("pod.json");

    assertThat(Json.MAPPER.readTree(fixed).at("/spec/tolerations/0").toString())
        .isEqualTo("{\"key\":\"a\",\"operator\":\"Exists\"}");
  }

  @Test
  void anAnnotationTurnsARuleOffWithItsReason() {
    String pod =
        POD.replace(
            "  namespace: ml\n",
            "  namespace: ml\n"
                + "  annotations:\n"
                + "    ignore-check.gpuspec.io/env-every-card: one pod a node\n");
    Findings findings = INSPECTOR.parse("pod.yaml", pod);

    assertThat(findings.counts()).isEqualTo(new Findings.Counts(0, 0, 0, 1));
    assertThat(findings.findings().get(0).suppression())
        .contains(new ManifestFinding.Suppression("annotation", "one pod a node"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "value: \"all\" # gpuspec:ignore env-every-card one pod a node",
        "# gpuspec:ignore env-every-card one pod a node\n      value: \"all\""
      })
  void aCommentOnTheLineOrAboveTurnsARuleOff(String line) {
    Findings findings = INSPECTOR.parse("pod.yaml", POD.replace("value: \"all\"", line));

    assertThat(findings.counts()).isEqualTo(new Findings.Counts(0, 0, 0, 1));
  }

  @Test
  void allRulesCanBeTurnedOffForAnObject() {
    String pod =
        POD.replace("  namespace: ml\n", "  annotations: {gpuspec.io/ignore-all: legacy}\n");

    assertThat(INSPECTOR.parse("pod.yaml", pod).isClean(Severity.INFO)).isTrue();
  }

  @Test
  void whatIsTurnedOffInVainIsTold() {
    String pod = POD.replace("value: \"all\"", "value: none # gpuspec:ignore mig-two-profiles");

    assertThat(ids(INSPECTOR.parse("pod.yaml", pod))).containsExactly("ignore-without-effect");
  }

  @Test
  void settingsLeaveRulesOutAndChangeTheirSeverity() {
    InspectSettings without = InspectSettings.parse(".gpuspec.yaml", "exclude: [environment]\n");
    InspectSettings strict =
        InspectSettings.parse(".gpuspec.yaml", "severity: {env-every-card: error}\n");

    assertThat(INSPECTOR.with(without).parse("pod.yaml", POD).findings()).isEmpty();
    assertThat(INSPECTOR.with(strict).parse("pod.yaml", POD).counts().errors()).isOne();
  }

  @Test
  void anUnknownRuleInSettingsIsRefused() {
    InspectSettings wrong = InspectSettings.parse("x.yaml", "exclude: [env-every-cards]\n");

    assertError(() -> INSPECTOR.with(wrong), "rule.unknown");
    assertError(() -> InspectSettings.parse("x.yaml", "exclud: []\n"), "rule.unknown");
  }

  @Test
  void aKnownMistakeIsNewInACopyOfItsFile(@TempDir Path folder) throws IOException {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: a}
        spec: {containers: [{name: a, image: r/a:1, resources: {requests: {nvidia.com/gpu: 1}}}]}
        """;
    Files.writeString(folder.resolve("dev.yaml"), pod);
    Baseline known = Baseline.parse("f", Baseline.of(INSPECTOR.read(folder)).toString());
    assertThat(INSPECTOR.except(known).read(folder).counts().errors()).isZero();

    Files.writeString(folder.resolve("a-copy.yaml"), pod);
    assertThat(INSPECTOR.except(known).read(folder).findings())
        .filteredOn(each -> each.suppression().isEmpty() && each.severity() == Severity.ERROR)
        .extracting(ManifestFinding::file)
        .containsExactly(folder.resolve("a-copy.yaml").toString());
  }

  @Test
  void aFileOfABaselineIsTheSameHoweverItsPathIsWritten(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("pod.yaml"), POD);
    Baseline known = Baseline.of(INSPECTOR.parse("./base/pod.yaml", POD));
    String absolute = Path.of("base/pod.yaml").toAbsolutePath().toString();

    for (String same : List.of("base/pod.yaml", "base/../base//pod.yaml", absolute)) {
      Map<String, Path> both = new LinkedHashMap<>(Map.of("a.yaml", file));
      both.put(same, file);
      assertThat(INSPECTOR.except(known).read(both).findings())
          .filteredOn(each -> each.suppression().isPresent())
          .isNotEmpty()
          .allMatch(each -> each.file().equals(same));
    }
  }

  @Test
  void aBaselineHoldsWhenLinesMove() {
    Baseline known = Baseline.of(INSPECTOR.parse("pod.yaml", POD));
    String moved = "# moved\n\n" + POD;

    assertThat(INSPECTOR.except(known).parse("other.yaml", moved).counts())
        .isEqualTo(new Findings.Counts(0, 0, 0, 1));
    assertThat(Baseline.parse("b", known.toString())).hasToString(known.toString());
    assertError(() -> Baseline.parse("b", "nothing\n"), "baseline.malformed", "b:1");
  }

  @Test
  void jsonHasTheKeysOfTheContract() throws IOException {
    StringWriter out = new StringWriter();
    INSPECTOR.parse("pod.yaml", POD).writeJson(out);
    JsonNode root = Json.MAPPER.readTree(out.toString());

    assertThat(root.path("findings").get(0).fieldNames())
        .toIterable()
        .contains(
            "rule",
            "group",
            "severity",
            "file",
            "document",
            "kind",
            "name",
            "namespace",
            "path",
            "line",
            "column",
            "message",
            "fix",
            "citation",
            "page");
    assertThat(root.path("summary").toString())
        .isEqualTo(
            "{\"files\":1,\"documents\":1,\"objects\":1,\"unknown\":0,\"errors\":0,\"warnings\":1,\"infos\":0,\"suppressed\":0,\"unmatched\":1}");
  }

  @Test
  void junitHasATestCaseForEachFinding() throws IOException {
    StringWriter out = new StringWriter();
    INSPECTOR.parse("pod.yaml", POD).writeJunit(out);

    assertThat(out.toString())
        .contains("<testsuite name=\"pod.yaml\" tests=\"1\" failures=\"1\" skipped=\"0\">")
        .contains("<failure type=\"warning\"");
  }

  @Test
  void objectsOfAnInputAreJudgedTogether() {
    String config =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: plugin}
        data:
          config.yaml: |
            version: v1
            sharing:
              timeSlicing:
                failRequestsGreaterThanOne: true
                resources:
                - {name: nvidia.com/gpu, replicas: 1}
        ---
        """;
    Findings findings =
        INSPECTOR.parse(
            "all.yaml", config + POD.replace("gpu: 1", "gpu.shared: 1").replace("all", "none"));

    assertThat(findings.findings())
        .extracting(ManifestFinding::toString)
        .anyMatch(text -> text.startsWith("all.yaml:11:44: error plugin-replicas-below-two"))
        .anyMatch(text -> text.contains("shared-name-not-offered"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000\u0001binary",
        "a: [",
        "a: &a [*a]",
        "{{ .Values.pod }}",
        "- just\n- a list",
        "text",
        "apiVersion: v1\nkind: Pod\nmetadata: 3\nspec: {containers: {}}",
        "apiVersion: v1\nkind: Pod\nspec: {containers: [3, null, {name: 4, resources: []}]}",
        "apiVersion: v1\nkind: List\nitems: 3",
        "kind: Pod",
        "apiVersion: 3\nkind: []"
      })
  void anyInputGivesFindingsOrNone(String text) {
    assertThat(INSPECTOR.parse("x.yaml", text).summary().files()).isOne();
    assertThat(
            INSPECTOR
                .read("x", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_16)))
                .summary()
                .files())
        .isOne();
  }

  @Test
  void theRestOfAFolderIsInspectedWhenAFileCannotBeRead(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("a.yaml"), "a: [");
    Files.writeString(folder.resolve("b.yml"), POD);
    Files.write(folder.resolve("c.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, (byte) 0xd8});
    Files.writeString(folder.resolve("d.txt"), POD);

    Findings findings = INSPECTOR.read(folder);

    assertThat(findings.summary().files()).isEqualTo(3);
    assertThat(ids(findings)).contains("yaml-malformed", "env-every-card");
  }

  @Test
  void aFolderWithoutManifestsIsNotCleanButUnreadable(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("notes.txt"), POD);

    Findings findings = INSPECTOR.read(folder);

    assertThat(ids(findings)).containsExactly("file-unreadable");
    assertThat(findings.findings().get(0).message())
        .contains("it is a folder without manifests (.yaml, .yml or .json)");
  }

  @Test
  void linksInCirclesAndPathsThatAreNotThereDoNotStopTheRest(@TempDir Path folder)
      throws IOException {
    Path inner = Files.createDirectories(folder.resolve("in/ner"));
    Files.writeString(inner.resolve("pod.yaml"), POD);
    Files.createSymbolicLink(inner.resolve("circle"), folder);
    Files.createSymbolicLink(inner.resolve("itself.yaml"), inner.resolve("itself.yaml"));
    Files.createSymbolicLink(inner.resolve("nowhere.yaml"), inner.resolve("none"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), inner);

    Findings findings = INSPECTOR.read(link, folder.resolve("none.yaml"));

    assertThat(findings.findings())
        .extracting(each -> each.rule().id() + " " + folder.relativize(Path.of(each.file())))
        .containsExactly(
            "file-unreadable link/itself.yaml",
            "file-unreadable link/nowhere.yaml",
            "env-every-card link/pod.yaml",
            "file-unreadable none.yaml");
    assertThat(INSPECTOR.read(folder).summary().files()).isEqualTo(3);
  }

  @Test
  void bytesThatAreNotTextHaveTheirPlace() {
    byte[] latin = "a: 1\nb: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);

    assertThat(INSPECTOR.read("latin.yaml", new ByteArrayInputStream(latin)).findings())
        .extracting(ManifestFinding::toString)
        .containsExactly(
            "latin.yaml:2:7: error file-unreadable: The file was not inspected: it has bytes that"
                + " are not UTF-8.");
  }

  @Test
  void aDiffHasAHunkForEachGroupOfLines() {
    String two = POD + "---\n" + POD.replace("train #", "two #");

    assertThat(INSPECTOR.parse("pod.yaml", two).diff(true))
        .isEqualTo(
            """
            --- pod.yaml
            +++ pod.yaml
            @@ -11,2 +10,0 @@
            -    - name: "NVIDIA_VISIBLE_DEVICES"   # why?
            -      value: "all"
            @@ -27,2 +24,0 @@
            -    - name: "NVIDIA_VISIBLE_DEVICES"   # why?
            -      value: "all"
            """);
  }

  @Test
  void settingsOfAProviderCountForThatProvider() {
    InspectSettings settings = InspectSettings.parse("x.yaml", "provider: tke\nedition: 2023-06\n");

    assertThat(INSPECTOR.with(settings).in("tke").edition()).isEqualTo("2023-06");
    assertThat(INSPECTOR.with(settings).in("eks").edition()).isEqualTo(GPUS.in("eks").edition());
    assertError(
        () -> InspectSettings.parse("x.yaml", "options: {spot: true}\n"),
        "rule.malformed",
        "x.yaml");
    assertError(() -> InspectSettings.parse("x.yaml", "- provider\n"), "rule.malformed", "x.yaml");
    assertError(
        () -> InspectSettings.parse("x.yaml", "severity: error\n"), "rule.malformed", "x.yaml");
  }

  @Test
  void pathsThatAreIgnoredAreNotRead(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("test"));
    Files.writeString(folder.resolve("test/a.yaml"), POD);
    Files.writeString(folder.resolve(InspectSettings.FILE), "ignorePaths: ['test/**']\n");

    Inspector inspector = INSPECTOR.with(InspectSettings.near(folder.resolve("test")));

    assertThat(inspector.read(folder).summary().files()).isZero();
  }

  @Test
  void aPatternOfPathsThatIsNotOneIsRefused() {
    assertError(
        () -> InspectSettings.parse("x.yaml", "ignorePaths: ['[a']\n"),
        "rule.malformed",
        "x.yaml",
        "[a");
  }

  @Test
  void inspectorsWithTheSameSettingsKeepTheirOwnCatalogs() {
    InspectSettings settings = InspectSettings.parse("x.yaml", "provider: own\n");
    Overlay nodes =
        Overlay.parse(
            "nodes.json",
            """
            {"kind": "Node", "metadata": {"name": "t4", "labels": {"accelerator": "nvidia-t4"}},
             "status": {"allocatable": {"cpu": "47", "memory": "190Gi", "nvidia.com/gpu": "4"}}}
            """);

    Inspector empty = INSPECTOR.with(settings);
    Inspector withNodes = Inspector.of(GPUS.overlay(nodes)).with(settings);

    assertThat(empty.in("own").catalog().specs()).isEmpty();
    assertThat(withNodes.in("own").catalog().specs()).hasSize(1);
  }

  @Test
  void theTargetIsGivenOrInferred() {
    String tke =
        POD.replace("all", "none")
            .replace(
                "  namespace: ml\n",
                "  annotations: {eks.tke.cloud.tencent.com/gpu-type: 1/3*T4}\n");

    assertThat(INSPECTOR.parse("pod.yaml", tke).target()).contains("tke");
    assertThat(ids(INSPECTOR.parse("pod.yaml", tke))).containsExactly("shape-none");
    assertThat(INSPECTOR.parse("pod.yaml", POD).target()).isEmpty();
    assertThat(INSPECTOR.on(GPUS.in("tke")).parse("pod.yaml", POD).target()).contains("tke");
  }

  @Test
  void whatARuntimeClassOfTheInputGivesToPodsCounts() {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          runtimeClassName: kata
          containers:
          - {name: main, image: r/train:v1, resources: {limits: {nvidia.com/gpu: 1, cpu: 1, memory: 1Gi}}}
        """;
    String kata =
        """
        ---
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: {name: kata}
        handler: kata
        overhead: {podFixed: {cpu: "500"}}
        """;
    Inspector eks = INSPECTOR.on(GPUS.in("eks"));

    assertThat(ids(eks.parse("pod.yaml", pod))).doesNotContain("shape-none");
    assertThat(ids(eks.parse("pod.yaml", pod + kata))).contains("shape-none");
    assertThat(ids(eks.parse("pod.yaml", pod + kata.replace("name: kata", "name: "))))
        .doesNotContain("shape-none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"metadata: kata", "metadata: [kata]", "metadata: {name: {a: b}}"})
  void aRuntimeClassWithoutANameHidesNoOtherFindings(String metadata) {
    String kata = "---\napiVersion: node.k8s.io/v1\nkind: RuntimeClass\nhandler: kata\n" + metadata;

    assertThat(ids(INSPECTOR.parse("pod.yaml", POD + kata)))
        .containsAll(ids(INSPECTOR.parse("pod.yaml", POD)))
        .hasSizeGreaterThan(ids(INSPECTOR.parse("pod.yaml", POD)).size());
  }

  private static ManifestFinding only(String text) {
    List<ManifestFinding> findings = INSPECTOR.parse("pod.yaml", text).findings();
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private static List<String> ids(Findings findings) {
    return findings.findings().stream().map(each -> each.rule().id()).toList();
  }

  @Test
  void anApiVersionIsRemovedIfTheClusterDoesNotServeIt() {
    String budget =
        """
        apiVersion: policy/v1beta1
        kind: PodDisruptionBudget
        metadata: {name: llm}
        spec:
          minAvailable: 1
          selector: {matchLabels: {app: llm}}
        """;
    assertThat(removed("{}", budget)).isTrue();
    assertThat(removed("kubernetesVersion: '1.24'", budget)).isFalse();
    assertThat(removed("kubernetesVersion: v1.24.17", budget)).isFalse();
    assertThat(removed("kubernetesVersion: '1.25'", budget)).isTrue();
    assertThat(removed("kubernetesVersion: '1.24'", budget.replace("v1beta1", "v1beta7"))).isTrue();
  }

  private static boolean removed(String settings, String manifest) {
    return INSPECTOR
        .with(InspectSettings.parse(".gpuspec.yaml", settings))
        .parse("a.yaml", manifest)
        .findings()
        .stream()
        .anyMatch(each -> each.rule().id().equals("api-version-removed"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.30", "2", "'2.0'", "latest", "[1]"})
  void aVersionOfKubernetesIsAText(String version) {
    assertError(
        () -> InspectSettings.parse("x.yaml", "kubernetesVersion: " + version),
        "rule.malformed",
        "x.yaml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          disruption: {consolidationPolicy: WhenUnderutilized, consolidateAfter: 1m} | field-value-refused consolidationPolicy
          disruption: {consolidateAfter: 1d}               | field-value-refused consolidateAfter
          disruption: {consolidateAfter: 1m, expireAfter: 720h} | field-unknown expireAfter
          disruption: {budgets: [{nodes: 10%, reasons: [Expired]}]} | field-value-refused reasons one of Underutilized, Empty
          limit: {cpu: 8}                                  | field-misspelt limit
          limits: {resources: {cpu: 8}}                    | field-of-another-type resources
          weight: 0                                        | field-value-refused weight
          weight: 101                                      | field-value-refused weight
          weight: high                                     | field-of-another-type weight
          template: {spec: {nodeClassRef: {name: gpu}}}    | field-missing group
          template: {spec: {nodeClassRef: {name: gpu}}}    | field-missing requirements
          template: {spec: {requirements: []}}             | field-missing nodeClassRef
          disruption: {consolidateAfter: 1m, budgets: [{nodes: "0", schedule: 0 9 * * *}]} | field-missing duration
          """)
  void aNodePoolThatItsDefinitionRefusesIsFound(String line, String finding) {
    String template =
        line.startsWith("template")
            ? ""
            : """
              template:
                spec:
                  nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}
                  requirements:
                  - {key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}
                  taints: [{key: nvidia.com/gpu, effect: NoSchedule}]
            """;
    String pool =
        "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec:\n  "
            + line
            + "\n"
            + template;

    assertThat(INSPECTOR.parse("f", pool).findings())
        .extracting(each -> each.rule().id() + " " + each.message())
        .anySatisfy(each -> assertThat(each).contains(finding.split(" ")));
  }

  /** Since Karpenter 1.15 {@code consolidateAfter} has a default. */
  @Test
  void aNodePoolMayLeaveOutWhenItConsolidates() {
    String pool =
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: gpu}
        spec:
          disruption: {consolidationPolicy: WhenEmpty}
          template:
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}
              requirements:
              - {key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}
        """;

    assertThat(INSPECTOR.parse("f", pool).findings())
        .extracting(each -> each.rule().id())
        .doesNotContain("field-missing");
  }

  private static final String CLASS =
      """
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata: {name: gpu}
      spec:
        role: KarpenterNode-ml
        amiSelectorTerms: [{alias: al2023@v20260810}]
        subnetSelectorTerms: [{tags: {karpenter.sh/discovery: ml}}]
        securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: ml}}]
      """;

  private static final String CLASS_WITHOUT =
      "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: gpu}\nspec:\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          role: .*                   | ""                                    | field-missing one of role, instanceProfile
          role: .*                   | instanceProfile: a\\n  role: b         | field-value-refused role, instanceProfile
          amiSel.*                   | ""                                    | field-missing amiSelectorTerms
          subnetSel.*                | subnetSelectorTerms: []               | field-missing subnetSelectorTerms
          securityGroupSel.*         | ""                                    | field-missing securityGroupSelectorTerms
          alias: [^}]*               | ""                                    | field-missing one of tags, id, name, alias, ssmParameter
          alias: [^}]*               | name: mine                            | field-missing amiFamily
          al2023@v20260810           | al2023                                | field-value-refused alias a family and a version
          al2023@v20260810           | ubuntu@latest                         | field-value-refused alias a family and a version
          (alias: [^}]*)             | $1, name: mine                        | field-value-refused an item with alias and none of
          alias: [^}]*               | id: ami-1, owner: self                | field-value-refused an item with id and none of
          (alias: [^}]*)             | $1}, {id: ami-1                       | field-value-refused no other item beside one with alias
          (subnetSel.*)tags: ..*     | $1id: subnet-1, tags: {a: b}}]        | field-value-refused an item with id and none of
          (securityGroupSel.*)tags: .* | $1id: vpc-1}]                       | field-value-refused an id such as sg-0123
          (securityGroupSel.*)tags: .* | $1name: a, tags: {a: b}}]           | field-value-refused an item with name and none of
          role:                      | blockDeviceMappings: [{ebs: {encrypted: true}}]\\n  role: | field-missing one of snapshotID, volumeSize
          role:                      | amiFamily: Ubuntu\\n  role:            | field-value-refused amiFamily
          role:                      | instanceStorePolicy: raid0\\n  role:   | field-value-refused RAID0
          role:                      | amiSelector: {}\\n  role:              | field-unknown amiSelector
          """)
  void aNodeClassThatItsDefinitionRefusesIsFound(String part, String other, String finding) {
    String changed =
        CLASS.replaceFirst(part, other.equals("\"\"") ? "" : other.replace("\\n", "\n"));

    assertThat(changed).isNotEqualTo(CLASS);
    assertThat(INSPECTOR.parse("f", CLASS).findings()).isEmpty();
    assertThat(INSPECTOR.parse("f", changed).findings())
        .extracting(each -> each.rule().id() + " " + each.message())
        .anySatisfy(each -> assertThat(each).contains(finding.split(" ")));
  }

  /** The definition refuses an id beside tags only where every term has both. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
          instanceProfile: ml
          amiFamily: AL2023
          amiSelectorTerms: [{id: ami-1, ssmParameter: /a}, {name: mine, owner: self}]
          subnetSelectorTerms: [{id: subnet-1, tags: {a: b}}, {id: subnet-2}]
          securityGroupSelectorTerms: [{id: sg-1, name: a}, {tags: {a: b}}]
          kubelet: {maxPods: 110}
        """,
        """
          role: "${KARPENTER_ROLE}"
          amiSelectorTerms: [{alias: windows2022@latest}]
          subnetSelectorTerms: [{tags: {a: "*"}}]
          securityGroupSelectorTerms: [{name: a}]
          metadataOptions: {httpTokens: optional, httpPutResponseHopLimit: 2}
          blockDeviceMappings: [{deviceName: /dev/xvda, ebs: {volumeSize: 100Gi, iops: 3000}}]
          enclaveOptions: {enabled: true}
        """
      })
  void aNodeClassThatItsDefinitionTakesHasNoMistake(String spec) {
    assertThat(INSPECTOR.parse("f", CLASS_WITHOUT + spec).findings())
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .isEmpty();
  }

  @Test
  void aNodePoolOfKarpentersDocumentsHasNoMistake() {
    String pool =
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: default}
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
              expireAfter: 720h
              terminationGracePeriod: 48h
              requirements:
              - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r], minValues: 2}
              - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["2"]}
              taints: [{key: example.com/special-taint, effect: NoSchedule}]
              startupTaints: [{key: example.com/another-taint, effect: NoSchedule}]
          disruption:
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 1m
            budgets:
            - {nodes: "20%", reasons: [Empty, Drifted]}
            - {nodes: "5"}
            - {schedule: "@daily", duration: 10m, reasons: [Underutilized]}
          limits: {cpu: "1000", memory: 1000Gi}
          weight: 10
        """;
    assertThat(INSPECTOR.parse("f", pool).findings())
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .isEmpty();
  }

  @Test
  void aNodeClassOfAutoModeIsNotMissed() {
    String text =
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: {name: gpu}
        spec:
          amiSelectorTerms: [{alias: bottlerocket@v1.50.0}]
          role: KarpenterNode-ml
          subnetSelectorTerms: [{tags: {karpenter.sh/discovery: ml}}]
          securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: ml}}]
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: gpu}
        spec:
          template:
            spec:
              nodeClassRef: {group: eks.amazonaws.com, kind: NodeClass, name: default}
              requirements:
              - {key: eks.amazonaws.com/instance-family, operator: In, values: [g5]}
              taints: [{key: nvidia.com/gpu, effect: NoSchedule}]
        """;
    assertThat(INSPECTOR.parse("f", text).findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        apiVersion: eksctl.io/v1alpha5
        kind: ClusterConfig
        metadata: {name: ml, region: us-east-1, version: "1.34", tags: {team: ml}}
        """,
        """
        apiVersion: backstage.io/v1alpha1
        kind: Component
        metadata: {name: llm, title: LLM, description: Serves., links: [{url: "https://a.example"}]}
        spec: {type: service}
        """,
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: token}
        data: {token: "ENC[AES256_GCM,data:a,type:str]"}
        sops: {version: 3.9.0}
        """,
        """
        - hosts: gpu
          tasks: [{name: a, command: nvidia-smi}]
        """
      })
  void aFileOfAnotherProgramIsNeverAnError(String text) {
    assertThat(INSPECTOR.parse("f.yaml", text).findings()).isEmpty();
  }

  @Test
  void aLabelThatIsNoTextIsOneOfAnUnknownKindToo() {
    assertThat(
            INSPECTOR
                .parse(
                    "f.yaml",
                    "apiVersion: a.example/v1\nkind: A\nmetadata: {name: a, labels: {on: true}}")
                .findings())
        .extracting(each -> each.rule().id())
        .containsExactly("annotation-not-text");
  }

  @Test
  void patchesOfKustomizeAreLeftToKustomize(@TempDir Path folder) throws IOException {
    Path overlay = Files.createDirectories(folder.resolve("overlays/prod"));
    Files.writeString(
        overlay.resolve("kustomization.yaml"),
        """
        resources: [../../base]
        patches:
        - path: gpu.yaml
        - {path: ./json.yaml, target: {kind: Deployment}}
        patchesStrategicMerge: [old.yaml]
        """);
    String patch =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: llm}
        spec: {template: {spec: {containers: [{name: a}]}}}
        """;
    Files.writeString(overlay.resolve("gpu.yaml"), patch);
    Files.writeString(overlay.resolve("old.yaml"), patch);
    Files.writeString(
        overlay.resolve("json.yaml"), "- {op: replace, path: /spec/replicas, value: 3}\n");
    Files.writeString(folder.resolve("whole.yaml"), patch);

    assertThat(INSPECTOR.read(folder).findings())
        .extracting(ManifestFinding::file)
        .isNotEmpty()
        .containsOnly(folder.resolve("whole.yaml").toString());
  }

  /** What a patch turns off is for what Kustomize writes; alone it adds nothing to the rest. */
  @Test
  void aPatchIsNeitherJudgedNorCountedBesideWhatItChanges(@TempDir Path folder) throws IOException {
    String deployment =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: llm, namespace: ml}
        spec:
          selector: {matchLabels: {app: llm}}
          template:
            metadata: {labels: {app: llm}}
            spec:
              containers:
              - {name: a, image: r/a:v1, resources: {limits: {cpu: 8, nvidia.com/gpu: 1}}}
        """;
    String others =
        """
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: small, namespace: ml}
        spec: {limits: [{type: Container, max: {cpu: 4, nvidia.com/gpu: 1}, default: {nvidia.com/gpu: 0}}]}
        ---
        apiVersion: example.com/v1
        kind: Model
        metadata: {name: llm}
        """;
    Files.writeString(folder.resolve("base.yaml"), deployment);
    Files.writeString(
        folder.resolve("patch.yaml"),
        "# gpuspec:ignore shape-none\n"
            + deployment.replace(
                "namespace: ml}",
                "namespace: ml, annotations: {ignore-check.gpuspec.io/env-every-card: why}}")
            + others);
    assertThat(INSPECTOR.read(folder).findings())
        .extracting(each -> Path.of(each.file()).getFileName() + " " + each.rule().id())
        .contains("base.yaml limit-range-refuses-pods", "patch.yaml ignore-without-effect");

    Files.writeString(
        folder.resolve("kustomization.yaml"),
        "resources: [base.yaml]\npatches: [{path: patch.yaml}]\n");
    Findings findings = INSPECTOR.read(folder);

    assertThat(findings.findings()).isEmpty();
    assertThat(findings.summary()).isEqualTo(new Findings.Summary(3, 5, 5, 4, 1));
  }

  @Test
  void tagsOfOtherProgramsAreTheirsAndKubernetesRefusesThemInItsObjects() {
    String template =
        """
        AWSTemplateFormatVersion: "2010-09-09"
        Resources:
          Nodes:
            Type: AWS::EKS::Nodegroup
            Properties:
              ClusterName: !Ref Cluster
              Labels: !Transform {Name: labels}
              Subnets: !Split [",", !Sub "${Subnets}"]
        """;

    Findings left = INSPECTOR.parse("cfn.yaml", template);
    assertThat(left.findings()).isEmpty();
    assertThat(left.summary().unknown()).isEqualTo(1);
    assertThat(INSPECTOR.parse("a.yaml", "include: !reference [.a, b]\n---\n" + POD).findings())
        .hasToString(
            INSPECTOR.parse("a.yaml", "include: [.a, b]\n---\n" + POD).findings().toString());
    for (String object :
        List.of(
            "apiVersion: v1\nkind: Pod\nmetadata: {name: !Ref a}\n",
            "version: v1\nflags: {migStrategy: !Ref a}\n")) {
      assertThat(INSPECTOR.parse("a.yaml", template + "---\n" + object).findings())
          .extracting(Object::toString)
          .singleElement()
          .asString()
          .contains("yaml-malformed", "found the tag !Ref");
    }
  }

  @Test
  void aPodThatNamesItsNodeIsForOneThatExists() {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: a}
        spec:
          nodeSelector: {kubernetes.io/hostname: ip-10-0-0-1.ec2.internal}
          tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]
          containers:
          - {name: a, image: r/a:1, resources: {limits: {nvidia.com/gpu: 1}}}
        """;
    assertThat(INSPECTOR.on(GPUS.in("eks")).parse("f", pod).findings())
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .isEmpty();
  }

  private static List<String> why(Findings findings) {
    return findings.findings().stream().map(ManifestFinding::message).toList();
  }

  @Test
  void whyAFileCannotBeReadIsSaid(@TempDir Path folder) throws IOException {
    Path circle = folder.resolve("circle");
    Files.createSymbolicLink(circle, circle);
    Path text = Files.writeString(folder.resolve("a.txt"), "a: b");

    assertThat(why(INSPECTOR.read(folder.resolve("none.yaml"))))
        .containsExactly("The file was not inspected: it does not exist.");
    assertThat(why(INSPECTOR.read(circle)).get(0))
        .startsWith("The file was not inspected: it cannot be read (")
        .doesNotContain(folder.toString(), "null");
    assertThat(why(INSPECTOR.read(text.resolve("b.yaml"))).get(0))
        .startsWith("The file was not inspected: it cannot be read (")
        .doesNotContain(folder.toString(), "null");
  }

  /** A file of more than 64 MiB is not read at all. */
  @Test
  void aFileThatIsTooLargeIsSaidToBe(@TempDir Path folder) throws IOException {
    Path large = folder.resolve("large.yaml");
    int limit = 64 << 20;
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(limit + 1L);
    }

    assertThat(why(INSPECTOR.read(large)))
        .containsExactly(
            "The file was not inspected: it has 67108865 bytes; at most 67108864 are read at once.");
  }

  @Test
  void aStreamThatFailsIsAnErrorWithItsName() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the line is dead");
          }
        };
    assertError(() -> INSPECTOR.read("pipe", broken), "file.unreadable", "pipe");
  }

  @Test
  void aStreamIsInspectedAsItsTextIs() {
    InputStream in = new ByteArrayInputStream(POD.getBytes(StandardCharsets.UTF_8));

    assertThat(INSPECTOR.read("pod.yaml", in))
        .hasToString(INSPECTOR.parse("pod.yaml", POD).toString());
  }

  @Test
  void bytesThatAreNotTextHaveTheirPlaceInAFileToo(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("latin.yaml");
    Files.write(file, "# \uD83D\uDE80\nb: ".getBytes(StandardCharsets.UTF_8));
    Files.write(file, new byte[] {(byte) 0xe9}, StandardOpenOption.APPEND);

    assertThat(INSPECTOR.read(file).findings())
        .singleElement()
        .asString()
        .endsWith(
            ":2:4: error file-unreadable: The file was not inspected: it has bytes that are not"
                + " UTF-8.");
  }

  @Test
  void filesHaveTheNamesThatTheyAreGiven(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.yaml"), POD);
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("charts/pod.yaml", file);
    files.put("test/pod.yaml", file);
    files.put("charts/none.yaml", folder.resolve("none.yaml"));
    InspectSettings settings = InspectSettings.parse("x.yaml", "ignorePaths: ['test/**']\n");

    assertThat(INSPECTOR.with(settings).read(files).findings())
        .extracting(each -> each.file() + " " + each.rule().id())
        .containsExactly("charts/pod.yaml env-every-card", "charts/none.yaml file-unreadable");
  }

  @Test
  void aDiagnosisIsTracedToFilesAsToTexts(@TempDir Path folder) throws IOException {
    Diagnosis diagnosis = Diagnosis.of("0/1 nodes are available: 1 Insufficient nvidia.com/gpu.");
    Path file = Files.writeString(folder.resolve("pod.yaml"), POD);

    assertThat(INSPECTOR.trace(diagnosis, List.of(), folder).causes().get(0).where())
        .extracting(Cause.Place::toString)
        .containsExactly(file + ":15:32: container 'main': resources.limits.nvidia.com/gpu is 1");
    assertError(
        () -> INSPECTOR.trace(diagnosis, List.of(), folder.resolve("none")), "file.unreadable");
  }

  @Test
  void anInspectorSaysWhatItIs() {
    int rules = INSPECTOR.rules().size();

    assertThat(INSPECTOR).hasToString(rules + " rules");
    assertThat(INSPECTOR.on(GPUS.in("tke"))).hasToString(rules + " rules, on tke");
    InspectSettings ofAck = InspectSettings.parse("x.yaml", "provider: ack\n");
    assertThat(INSPECTOR.with(ofAck)).hasToString(rules + " rules, on ack");
    assertThat(INSPECTOR.on(GPUS.in("tke")).with(ofAck)).hasToString(rules + " rules, on tke");
  }
}
