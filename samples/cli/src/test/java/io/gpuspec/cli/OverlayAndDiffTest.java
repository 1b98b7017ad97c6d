package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --overlay} and {@code catalog diff}, by the file of docs/overlays.md. */
class OverlayAndDiffTest {
  private static final String OVERLAY = new GuidePage("docs/overlays.md").file("overlay.yaml");

  @TempDir private Path folder;
  private String overlay = "";

  @BeforeEach
  void theFileThatTheGuideShows() throws IOException {
    overlay = write("overlay.yaml", OVERLAY);
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void anOverlayHoldsForOneProviderAndForAllClouds() {
    String request = " --gpu T4 --cpu 1 -o json --overlay ";

    JsonNode one = Run.line("match --provider tke" + request + overlay).json();
    JsonNode all = Run.line("match" + request + overlay).json();

    assertThat(one.at("/spec/price/amount").asText()).isEqualTo("3.60");
    assertThat(one.get("notes").findValuesAsText("id")).contains("overlay.changed");
    assertThat(all.get("providers"))
        .filteredOn(answer -> answer.get("provider").asText().equals("tke"))
        .extracting(answer -> answer.get("spec"))
        .containsExactly(one.get("spec"));
  }

  @Test
  void theCatalogHasTheRowsOfTheOverlay() {
    JsonNode specs =
        Run.line("catalog --provider tke --gpus 8 -o json --overlay " + overlay)
            .json()
            .get("specs");

    assertThat(specs.findValuesAsText("name")).containsExactly("V100 x8", "T4 x8");
    assertThat(specs.get(1).at("/citation/title").asText()).isEqualTo("Our contract");
    assertThat(specs.get(0).get("lifecycle").asText()).isEqualTo("unavailable");
  }

  @Test
  void ofTwoTheLaterOneHolds() throws IOException {
    String back =
        write(
            "back.yaml",
            OVERLAY.replaceAll(
                "(?s)specs:.*", "specs:\n  - name: V100 x8\n    lifecycle: current\n"));
    String request = "match --provider tke --gpu V100 --gpus 8 --overlay ";

    assertThat(Run.line(request + overlay + " --overlay " + back).status()).isZero();
    assertThat(Run.line(request + back + " --overlay " + overlay).status()).isEqualTo(1);
  }

  @Test
  void anOverlayForATargetThatIsNotAskedForChangesNothingAndSaysSo() {
    String request = "match --provider ack --gpu T4 -o json";

    Run run = Run.line(request + " --overlay " + overlay);

    assertThat(run)
        .isEqualTo(
            new Run(
                0,
                Run.line(request).out(),
                overlay + " is for 'tke', which is not asked for; it changes nothing here\n"));
  }

  @Test
  void manifestsAreBuiltByItToo() {
    Run run =
        Run.line(
            "build --provider tke --kind pod --name p --image i --gpu T4 --gpus 5 --overlay "
                + overlay);

    assertThat(run.status()).isZero();
    assertThat(run.err()).startsWith("T4 x8 · 160 cores · 640Gi  on tke");
  }

  @Test
  void everyProblemHasALineOfItsOwn() throws IOException {
    String bad =
        write(
            "bad.yaml",
            """
            target: tke
            citation: ours
            citations: {ours: {title: Ours, date: 2026, status: third-party}}
            specs:
              - name: V100 x1
                lifecycle: gone
            """);

    Run run = Run.line("match --provider tke --gpu V100 --overlay " + bad);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly(
            "gpuspec: "
                + bad
                + ":3:39: /citations/ours/date: '2026' is a number; write a text, so put it in"
                + " quotes",
            "gpuspec: "
                + bad
                + ":6:16: /specs/0/lifecycle: 'gone' is not known; write current or retired or"
                + " unavailable; see docs/overlays.md");
  }

  @Test
  void whatCannotBeUsedIsSaidInOneLine() throws IOException {
    String misfit = write("misfit.yaml", OVERLAY.replace("name: V100 x8", "name: V100 x9"));
    String stranger = write("other.yaml", OVERLAY.replace("target: tke", "target: tk"));

    assertThat(Run.line("catalog --provider tke --overlay none.yaml"))
        .isEqualTo(
            new Run(
                2,
                "",
                "gpuspec: overlay: 'none.yaml' does not exist; name a YAML or JSON file; see docs/overlays.md\n"));
    assertThat(Run.line("catalog --provider tke --overlay " + misfit).err())
        .contains("tke 2026-01 has no row 'V100 x9' (did you mean V100 x1 or")
        .hasLineCount(1);
    assertThat(Run.line("catalog --provider tke --overlay " + stranger).err())
        .startsWith(
            "gpuspec: provider 'tk' is not known; did you mean tke or tke/gpu or tke/qgpu?");
  }

  // catalog diff

  @Test
  void theEditionsOfTheSuperNodeAreCompared() {
    Run run = Run.line("catalog diff tke:2023-06 tke -o json");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    JsonNode diff = run.json();
    assertThat(diff.get("added")).isEqualTo(Run.json("[\"T4 x1\", \"L20 x1\"]"));
    assertThat(diff.get("removed"))
        .isEqualTo(
            Run.json(
                """
                ["1/4*A10*GNV4v x1", "1/4*V100 x1", "1/2*V100 x1", "T4 x1 (8 cores)",
                 "T4 x1 (20 cores)", "T4 x1 (32 cores)", "A10*PNV4 x8"]
                """));
    assertThat(diff.get("changed"))
        .contains(
            Run.json(
                """
                {"name": "V100 x1", "field": "memory", "from": "40Gi",
                 "to": "2Gi to 40Gi in steps of 1Gi"}
                """),
            Run.json(
                """
                {"name": "V100 x1", "field": "model", "from": "V100-32G", "to": "V100-16G"}
                """));
  }

  @Test
  void forPeopleTheDifferenceHasItsCountsFirst() {
    assertThat(Run.line("catalog diff tke:2023-06 tke:2026-01").out())
        .startsWith("tke 2023-06 -> tke 2026-01: 2 added, 7 removed, 14 changed\n")
        .contains(
            "\n  removed  A10*PNV4 x8 ", "\n  changed  V100 x1\n           model: V100-32G -> ");
  }

  @Test
  void aFileIsComparedWithAProvidersCatalog() throws IOException {
    String file =
        write(
            "next.json",
            """
            {"target": "tke", "edition": "2026-05", "citation": "a",
             "citations": {"a": {"title": "A", "date": "2026", "status": "documented"}},
             "gpus": [{"name": "H100", "card": "H100-80G"}],
             "specs": [{"gpu": "H100", "gpus": 1, "upward": [{"cpu": "8", "memory": "64Gi"}],
               "policy": "fixed", "citation": "a"}]}
            """);

    Run run = Run.line("catalog diff tke " + file);

    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("tke 2026-01 -> tke 2026-05: 1 added, 16 removed, 0 changed");
    assertThat(Run.line("catalog diff " + file + " " + file).out())
        .isEqualTo("tke 2026-05 -> tke 2026-05: 0 added, 0 removed, 0 changed\n");
  }

  @Test
  void whatIsNoCatalogIsABadQuestion() throws IOException {
    String broken = write("broken.json", "{\"target\": \"tke\"}");

    assertThat(Run.line("catalog diff tke").err())
        .isEqualTo("gpuspec: B is missing; add it; see gpuspec catalog diff --help\n");
    assertThat(Run.line("catalog diff tke:2023 tke").err())
        .contains("tke edition '2023' is not known; did you mean 2023-06?");
    assertThat(Run.line("catalog diff tke none.json").err())
        .startsWith("gpuspec: catalog: 'none.json' is no provider and no file; write PROVIDER or");
    Run run = Run.line("catalog diff tke " + broken);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "gpuspec: "
                + broken
                + ": not a catalog: 'edition', 'citation', 'citations', 'gpus', 'specs' are missing;"
                + " add them; see docs/catalog-format.md\n");
  }
}
