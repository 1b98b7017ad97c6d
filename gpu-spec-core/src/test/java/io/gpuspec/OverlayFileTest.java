package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlayFileTest {
  private static final GpuRequest CHEAPEST = GpuRequest.of("T4").cheapest();

  @TempDir private Path folder;

  private final Gpus gpus =
      Gpus.of(
          TestCloud.of("nodes", TestCloud.read(TestCloud.text("nodes-2025-03.json"))),
          TestCloud.ofResources("cloud"));
  private Path file = Path.of("");

  @BeforeEach
  void firstContent() {
    file = folder.resolve("prices.yaml");
    write("t.small", "0.60");
  }

  private void write(String row, String amount) {
    write(
        """
        target: nodes
        citation: ours
        citations: {ours: {title: Ours, date: 2026-03, status: third-party}}
        specs:
          - name: %s
            prices: [{amount: %s, currency: USD, per: hour, region: here, capacityType: on-demand}]
        """
            .formatted(row, amount));
  }

  private void write(String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String price(Target target) {
    return target
        .match(CHEAPEST)
        .orThrow()
        .shape()
        .spec()
        .price()
        .orElseThrow()
        .amount()
        .toPlainString();
  }

  private static List<String> stale(List<Note> notes) {
    return notes.stream().filter(n -> n.id().equals("overlay.stale")).map(Note::message).toList();
  }

  @Test
  void whatTheFileSaysHoldsOnceItIsReloaded() {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);
    assertThat(price(nodes)).isEqualTo("0.60");

    write("t.small", "0.55");
    assertThat(price(nodes)).isEqualTo("0.60");

    assertThat(prices.reload()).isTrue();
    assertThat(price(nodes)).isEqualTo("0.55");
    assertThat(prices).hasToString(file + ": 1 row of nodes, by Ours, 2026-03 (third-party)");
  }

  @Test
  void aBadFileLeavesTheLastGoodContentAndEveryAnswerSaysSo() {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);

    write("t.small", "cheap");

    assertThat(prices.reload()).isFalse();
    assertThat(price(nodes)).isEqualTo("0.60");
    String note =
        "the overlay's last good content is used; what it says now is not taken: "
            + file
            + ":6:23: /specs/0/prices/0/amount: 'cheap' is not allowed; write it like 1.006";
    assertThat(stale(nodes.match(CHEAPEST).notes())).containsExactly(note);
    assertThat(stale(nodes.match(GpuRequest.of("H100")).notes())).containsExactly(note);
    assertThat(stale(nodes.catalog().notes())).containsExactly(note);
    assertThat(stale(nodes.recommend(Need.of(Use.DEV)).notes())).containsExactly(note);
    assertThat(nodes.match(CHEAPEST).explain().toString()).contains("overlay.stale: the overlay's");
    assertThat(stale(gpus.in("cloud").match(CHEAPEST).notes())).isEmpty();
  }

  @Test
  void aGoodFileAfterABadOneIsTaken() {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);
    write("not: an overlay");
    prices.reload();

    write("t.small", "0.52");

    assertThat(prices.reload()).isTrue();
    assertThat(price(nodes)).isEqualTo("0.52");
    assertThat(stale(nodes.match(CHEAPEST).notes())).isEmpty();
  }

  @Test
  void contentThatDoesNotFitTheCatalogIsNotTakenEither() {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);
    assertThat(price(nodes)).isEqualTo("0.60");

    write("t.smal", "0.55");
    prices.reload();

    assertThat(price(nodes)).isEqualTo("0.60");
    assertThat(stale(nodes.match(CHEAPEST).notes()))
        .singleElement()
        .asString()
        .contains("nodes 2025-03 has no row 't.smal' (did you mean t.small?)");

    write("t.small", "0.51");
    prices.reload();

    assertThat(price(nodes)).isEqualTo("0.51");
    assertThat(stale(nodes.match(CHEAPEST).notes())).isEmpty();
  }

  @Test
  void aFileThatNeverFittedIsAnError() {
    write("t.smal", "0.55");
    Target nodes = gpus.in("nodes").overlay(OverlayFile.of(file));

    assertThatThrownBy(() -> nodes.match(CHEAPEST)).isInstanceOf(OverlayException.class);
  }

  @Test
  void aFileThatIsBadFromTheStartIsAnError() {
    write("not: an overlay");

    assertThatThrownBy(() -> OverlayFile.of(file)).isInstanceOf(OverlayException.class);
    assertThatThrownBy(() -> OverlayFile.of(folder.resolve("none.yaml")))
        .isInstanceOf(OverlayException.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void aFileThatIsGoneOrForAnotherTargetIsNotTaken() throws IOException {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);
    assertThat(price(nodes)).isEqualTo("0.60");

    Files.delete(file);
    assertThat(prices.reload()).isFalse();
    assertThat(stale(nodes.match(CHEAPEST).notes()).get(0)).contains("does not exist");

    write(
        "{\"target\": \"cloud\", \"citation\": \"c\", \"citations\":"
            + " {\"c\": {\"title\": \"C\", \"date\": \"2026\", \"status\": \"third-party\"}}}");
    assertThat(prices.reload()).isFalse();
    assertThat(stale(nodes.match(CHEAPEST).notes()).get(0))
        .contains("target: 'cloud' was 'nodes' when the file was read first");
    assertThat(price(nodes)).isEqualTo("0.60");
  }

  @Test
  void itIsReadAgainByWhoeverAsksWhenItIsOldEnough() {
    AtomicLong now = new AtomicLong();
    OverlayFile prices = OverlayFile.of(file, Duration.ofMinutes(5), now::get);
    Target nodes = gpus.in("nodes").overlay(prices);
    write("t.small", "0.55");

    now.addAndGet(Duration.ofMinutes(5).toNanos() - 1);
    assertThat(price(nodes)).isEqualTo("0.60");

    now.addAndGet(2);
    assertThat(price(nodes)).isEqualTo("0.55");

    write("t.small", "cheap");
    now.addAndGet(Duration.ofMinutes(6).toNanos());
    assertThat(price(nodes)).isEqualTo("0.55");
    assertThat(stale(nodes.match(CHEAPEST).notes())).hasSize(1);

    write("t.small", "0.54");
    now.addAndGet(Duration.ofMinutes(6).toNanos());
    assertThat(price(nodes)).isEqualTo("0.54");
    assertThat(stale(nodes.match(CHEAPEST).notes())).isEmpty();
  }

  @Test
  void allCloudsTakeItToo() {
    OverlayFile prices = OverlayFile.of(file);
    Gpus ours = gpus.overlay(prices);
    write("t.small", "cheap");
    prices.reload();

    assertThat(ours.match(CHEAPEST).answers())
        .extracting(match -> stale(match.notes()).size())
        .containsExactly(0, 1);
  }

  @Test
  void aTimeThatIsNotAboveZeroIsRefused() {
    for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
      assertThatThrownBy(() -> OverlayFile.of(file, none))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("'" + none + "' is not above zero");
    }
  }

  /** Whoever asks gets one whole content, the first or the second, and in the end the second. */
  @Test
  void manyThreadsMayAskWhileItIsReloaded() throws Exception {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        answers.add(threads.submit(() -> pricesOfManyAnswers(nodes)));
      }
      write("t.small", "0.55");
      prices.reload();
      for (Future<List<String>> answer : answers) {
        assertThat(answer.get())
            .isSubsetOf("0.60", "0.55")
            .isSortedAccordingTo((a, b) -> b.compareTo(a));
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(price(nodes)).isEqualTo("0.55");
  }

  private static List<String> pricesOfManyAnswers(Target nodes) {
    List<String> prices = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      prices.add(price(nodes));
    }
    return prices;
  }
}
