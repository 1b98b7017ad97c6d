package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.migrate.MigrationResult;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Findings in files that another wrote, whose characters a terminal or a parser would obey. */
class HostileFindingsTest {
  private static final Gpus GPUS = Gpus.load();

  private static final String POD =
      """
      apiVersion: v1
      kind: "\\e[2JPod"
      metadata: {name: "\\e[2J\\u202ea", namespace: "\\e[31m\\x9b2J"}
      spec:
        containers:
        - name: m
          image: "\\e]0;owned\\a\\0"
          resources: {limits: {"\\e[2Jnvidia.com/gpu": 1, nvidia.com/gpu: 1}}
      """;

  private static Findings findings(String file, String text) {
    return Inspector.of(GPUS).on(GPUS.in("eks")).parse(file, text);
  }

  @Test
  void whatATerminalWouldObeyIsAnEscapeInEveryFinding() {
    for (Locale language : List.of(Locale.ENGLISH, Locale.CHINESE)) {
      Findings findings = findings("n\nl\u001b[2J.yaml", POD).in(language, text -> text);

      assertThat(findings.findings()).isNotEmpty();
      assertThat(findings.findings())
          .allSatisfy(
              each -> {
                assertThat(each.message()).matches(HostileFindingsTest::isPlain);
                assertThat(each.fix()).matches(HostileFindingsTest::isPlain);
                assertThat(each.toString()).matches(HostileFindingsTest::isPlain);
              });
      assertThat(findings.toString())
          .matches(HostileFindingsTest::isPlain)
          .startsWith("n\\nl\\x1B[2J.yaml\n")
          .contains("\\x1B[2JPod \\x1B[2J\\u202Ea");
      assertThat(findings.coloured().replaceAll("\u001b\\[[0-9;]*m", ""))
          .matches(HostileFindingsTest::isPlain);
    }
  }

  @Test
  void soIsWhatAMigrationLoses() {
    MigrationResult migrated =
        Migration.from(GPUS.in("eks"))
            .to(GPUS.in("ack"))
            .parse(
                "a.yaml",
                """
                apiVersion: example.com/v1
                kind: "\\e[2JPod"
                metadata: {name: "\\e[2Ja"}
                spec:
                  template:
                    spec:
                      containers:
                      - {name: m, image: r, resources: {limits: {nvidia.com/gpu: 1}}}
                """);

    assertThat(migrated.losses()).isNotEmpty();
    assertThat(migrated.losses().get(0).what()).isEqualTo("\\u001b[2JPod \\u001b[2Ja");
    assertThat(migrated.losses())
        .allSatisfy(each -> assertThat(each.toString()).matches(HostileFindingsTest::isPlain));
  }

  /** Nothing but these is said of characters: https://www.w3.org/TR/xml/#charsets. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\ea",
        "\\0a",
        "\\aa",
        "\\x9ba",
        "\\x85a",
        "\\x7fa",
        "\\u202ea",
        "\\ufeffa",
        "\\ufffea",
        "\\uffffa",
        "\\ra",
        "\\ta",
        "\\na",
        "]]>a",
        "<a b=\\\"&amp;'>",
        "\\U0001F600a",
        "\\U0001FFFEa"
      })
  void junitIsXmlWhateverAValueHas(String value) throws Exception {
    Findings findings =
        findings(
            "\u001b\"<&>.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: "%s", annotations: {gpuspec.io/ignore: "%s"}}
            spec:
              containers:
              - name: "%s"
                image: "%s"
                env: [{name: NVIDIA_VISIBLE_DEVICES, value: "all%s"}]
                resources: {limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: 2}}
            """
                .formatted(value, value, value, value, value));
    StringWriter out = new StringWriter();
    findings.writeJunit(out);

    NodeList cases =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(out.toString())))
            .getElementsByTagName("testcase");
    assertThat(findings.findings()).isNotEmpty();
    assertThat(cases.getLength()).isEqualTo(findings.findings().size());
  }

  private static boolean isPlain(String text) {
    return text.codePoints()
        .allMatch(
            each ->
                each == '\n'
                    || each == '\t'
                    || (Character.getType(each) != Character.CONTROL
                        && Character.getType(each) != Character.FORMAT));
  }
}
