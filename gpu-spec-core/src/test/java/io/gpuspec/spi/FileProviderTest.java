package io.gpuspec.spi;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Citation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileProviderTest {
  private static final String CATALOG =
      """
      {"target": "yard", "edition": "2026-03", "citation": "list",
       "citations": {"list": {"title": "List", "date": "2026", "status": "documented"}},
       "gpus": [{"name": "T4", "card": "T4"}],
       "specs": [{"name": "one", "gpu": "T4", "gpus": 1, "upward": [{"cpu": "4", "memory": "16Gi"}],
                  "policy": "fixed", "citation": "list"}]}
      """;

  private static final Option<Boolean> FAST =
      Option.flag("fast", "run fast", new Citation("A list", "2024", Citation.Status.DOCUMENTED));

  private final List<String> opened = new ArrayList<>();
  private final FileProvider files = new Yard(this::open);

  private static final class Yard extends FileProvider {
    Yard(Function<String, InputStream> open) {
      super("yard", "docs/yard.md", List.of("2026-03", "2025-01"), List.of(FAST), open);
    }

    @Override
    public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Placement place(Match.Found found, Options options) {
      throw new UnsupportedOperationException();
    }
  }

  private InputStream open(String file) {
    opened.add(file);
    String text = Map.of("2026-03.json", CATALOG).get(file);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aCatalogIsReadOnceHoweverOftenItIsAskedFor() {
    assertThat(opened).isEmpty();
    assertThat(files.catalog(Options.of("2026-03")).specs()).hasSize(1);
    assertThat(files.catalog(Options.of("2026-03"))).isSameAs(files.catalog(Options.of("2026-03")));
    assertThat(opened).containsExactly("2026-03.json");
  }

  @Test
  void anEditionThatIsNotListedIsRefusedAndNothingIsOpened() {
    assertError(() -> files.catalog(Options.of("2026-04")), "edition.unknown");
    assertThat(opened).isEmpty();
  }

  @Test
  void aFileThatIsMissingOrCannotBeReadIsNamed() {
    FileProvider broken = new Yard(file -> new BrokenStream());

    assertError(() -> files.catalog(Options.of("2025-01")), "file.unreadable", "yard/2025-01.json");
    assertError(
        () -> broken.catalog(Options.of("2026-03")), "file.unreadable", "yard/2026-03.json");
  }

  /** As a catalog is in a jar that was not copied to its end. */
  @Test
  void aFileThatIsCutOffIsNamedWithTheLineWhereItEnds() {
    String half = CATALOG.substring(0, CATALOG.length() / 2);
    FileProvider cut =
        new Yard(file -> new ByteArrayInputStream(half.getBytes(StandardCharsets.UTF_8)));

    assertError(() -> cut.catalog(Options.of("2026-03")), "json.malformed");
  }

  @Test
  void whoHasNoTableOfUsesHasNoUses() {
    assertThat(files.uses(Options.of("2026-03"))).isEqualTo(GpuUses.none());
  }

  @Test
  void rulesForManifestsAreThoseOfTheFileIfThereIsOne() {
    String rules =
        """
        citations:
          doc: {title: A page, date: "2026", status: documented}
        rules:
        - id: no-host-network
          group: pods
          severity: warning
          citation: doc
          covers: yard.host-network
          en: {title: T, message: M, why: W, fix: F}
          zh: {title: T, message: M, why: W, fix: F}
          bad: "hostNetwork: true"
          good: "hostNetwork: false"
        """;
    FileProvider ruled =
        new Yard(
            file ->
                file.equals("rules.yaml")
                    ? new ByteArrayInputStream(rules.getBytes(StandardCharsets.UTF_8))
                    : null);

    assertThat(files.rules()).isEmpty();
    assertThat(ruled.rules()).hasSize(1);
    assertThat(ruled.rules().get(0).id()).isEqualTo("no-host-network");
  }

  /** What a provider need not say: no rules, kinds, taints, claims; a pod's fields are its own. */
  @Test
  void aProviderThatSaysNoMoreHasThePlainAnswers() {
    GpuProvider plain = files;
    Options options = Options.of("2026-03");

    assertThat(plain.devices()).containsExactly("nvidia.com/gpu");
    assertThat(plain.cheapestFirst(options)).isEmpty();
    assertThat(plain.claimsNote(options)).isEmpty();
    assertThat(plain.resourceTolerations()).isEmpty();
    assertThat(plain.taints(options)).isEmpty();
    assertThat(plain.objectKinds()).isEmpty();
    assertThat(plain.nodeAgents(files.catalog(options), options)).isEqualTo(NodeAgents.UNKNOWN);
    assertThat(plain.nodeLabels(options).isDecided("kubernetes.io/arch")).isFalse();
    assertThat(plain.meaning(PodField.label("a"), "b")).isEqualTo(FieldMeaning.USER_FIELD);
    assertThat(plain.meaning("v1", "ConfigMap")).isEqualTo(FieldMeaning.USER_FIELD);
  }

  /** Requests as the scheduler counts them; a request is for one GPU at least. */
  @Test
  void aPodAsksForWhatTheSchedulerCounts() {
    Map<String, String> two = Map.of("nvidia.com/gpu", "2", "cpu", "3", "memory", "4Gi");
    PodView pod =
        PodView.empty().container("a", two, two).container("b", Map.of("cpu", "1"), Map.of());

    assertThat(files.request(pod, Options.of("2026-03"))).hasToString("any GPU x2, 4 cores, 4Gi");
    assertThat(
            files.request(
                PodView.empty().container("b", Map.of("cpu", "1"), Map.of()),
                Options.of("2026-03")))
        .hasToString("any GPU x1, 1 core");
  }

  @ParameterizedTest
  @CsvSource({"58, 58", "1, 1", "99999, 99999", "0, -1", "100000, -1", "many, -1"})
  void aRowSaysHowManyPodsItsNodesTake(String stated, int pods) {
    String catalog =
        CATALOG.replace(
            "\"policy\"", "\"attributes\": {\"maxPods\": \"" + stated + "\"}, \"policy\"");
    SpecCatalog rows =
        SpecCatalog.read(
            "yard.json", new ByteArrayInputStream(catalog.getBytes(StandardCharsets.UTF_8)));

    assertThat(files.podsPerNode(rows.specs().get(0), Options.of("2026-03")).orElse(-1))
        .isEqualTo(pods);
    assertThat(
            files.podsPerNode(
                files.catalog(Options.of("2026-03")).specs().get(0), Options.of("2026-03")))
        .isEmpty();
  }

  @Test
  void itSaysWhoItIs() {
    assertThat(files.id()).isEqualTo("yard");
    assertThat(files.page()).contains("docs/yard.md");
    assertThat(files.editions()).containsExactly("2026-03", "2025-01");
    assertThat(files.options()).containsExactly(FAST);
    assertThat(files).hasToString("yard: 2026-03, 2025-01");
  }

  private static final class BrokenStream extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("the disk is gone");
    }
  }
}
