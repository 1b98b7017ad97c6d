package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlayFileTest {
  private static final String HEAD =
      """
      target: nodes
      citation: ours
      citations: {ours: {title: Ours, date: 2026-03, status: third-party}}
      """;
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
        HEAD
            + """
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

    assertThat(prices.reload()).isFalse();
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
  void whatFittedLastHoldsWithOtherOptionsAndMoreOverlaysToo() {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);
    assertThat(price(nodes)).isEqualTo("0.60");

    write("t.smal", "0.55");
    prices.reload();

    Overlay more =
        Overlay.of("nodes", new Citation("More", "2026-03", Citation.Status.THIRD_PARTY))
            .unavailable("t.large", "no quota");
    for (Target other :
        List.of(
            nodes.with(TestCloud.SPOT, true),
            nodes.overlay(more),
            gpus.in("nodes").overlay(more).overlay(prices),
            gpus.overlay(prices).in("nodes"))) {
      assertThat(price(other)).isEqualTo("0.60");
      assertThat(stale(other.catalog().notes())).hasSize(1);
    }
  }

  @Test
  void whatFittedAnEditionLastHoldsThere() {
    Target newer = gpus.in("cloud");
    Target older = newer.edition("2022-11");
    write(forCloud("T4 x1", "0.60"));
    OverlayFile prices = OverlayFile.of(file);
    assertThat(price(older.overlay(prices))).isEqualTo("0.60");

    // A row that the older edition has not.
    write(forCloud("T4 x2", "0.55"));
    prices.reload();

    assertThat(stale(newer.overlay(prices).catalog().notes())).isEmpty();
    Target other = older.overlay(prices).with(TestCloud.SPOT, true);
    assertThat(price(other)).isEqualTo("0.60");
    assertThat(stale(other.catalog().notes())).hasSize(1);
  }

  private static String forCloud(String row, String amount) {
    return """
    target: cloud
    citation: ours
    citations: {ours: {title: Ours, date: 2026-03, status: third-party}}
    specs:
      - name: %s
        prices: [{amount: %s, currency: CNY, per: hour, region: here, capacityType: on-demand}]
    """
        .formatted(row, amount);
  }

  @Test
  void aRuleThatRefusesWhatIsReloadedLeavesTheLastGoodContent() {
    SpecCatalog small =
        TestCloud.read(TestCloud.text("nodes-2025-03.json"))
            .withAllocatable(
                shape -> new Allocatable(CpuAmount.parse(maxPods(shape)), shape.memory()),
                Note.of("a.b", "a core for each pod"));
    Target nodes = TestCloud.of("nodes", small).target();
    OverlayFile prices = OverlayFile.of(file);
    Target ours = nodes.overlay(prices);
    assertThat(price(ours)).isEqualTo("0.60");

    write(
        HEAD
            + "specs: [{name: a.amd, policy: other}, {name: t.small, attributes: {maxPods: many}}]");
    prices.reload();

    assertThat(price(ours)).isEqualTo("0.60");
    assertThat(stale(ours.catalog().notes()))
        .singleElement()
        .asString()
        .contains(file + ":4:39: /specs/1: row 't.small': cpu: 'many' is not a quantity");
  }

  private static String maxPods(Shape shape) {
    return shape.spec().attribute("maxPods").orElse("9");
  }

  /** It is enough to name the target: that is no reason to read the file. */
  @Test
  void whoOnlyNamesTheTargetDoesNotReadTheFile() {
    AtomicLong now = new AtomicLong();
    Gpus ours = gpus.overlay(OverlayFile.of(file, Duration.ofMinutes(5), now::get));
    now.addAndGet(Duration.ofMinutes(6).toNanos());

    write("t.small", "cheap");
    Target nodes = ours.in("nodes");
    write("t.small", "0.55");

    assertThat(price(nodes)).isEqualTo("0.55");
    assertThat(stale(nodes.catalog().notes())).isEmpty();
  }

  @Test
  void ofThoseWhoWaitForAMergeNoneMergesAgain() throws Exception {
    AtomicInteger merges = new AtomicInteger();
    CountDownLatch merging = new CountDownLatch(1);
    CountDownLatch proceed = new CountDownLatch(1);
    SpecCatalog slow =
        TestCloud.read(TestCloud.text("nodes-2025-03.json"))
            .withAllocatable(
                shape -> {
                  if (shape.spec().attribute("slow").isPresent()) {
                    merges.incrementAndGet();
                    merging.countDown();
                    await(proceed);
                  }
                  return new Allocatable(shape.cpu(), shape.memory());
                },
                Note.of("a.b", "all of it"));
    write(HEAD + "specs: [{name: t.small, attributes: {slow: very}}]");
    Target nodes = TestCloud.of("nodes", slow).target().overlay(OverlayFile.of(file));

    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(nodes::catalog);
      thread.start();
      threads.add(thread);
      merging.await();
    }
    while (threads.stream().anyMatch(thread -> thread.getState() == Thread.State.RUNNABLE)) {
      Thread.onSpinWait();
    }
    proceed.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(merges).hasValue(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
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
    assertError(() -> OverlayFile.of(folder.resolve("none.yaml")), "overlay.malformed");
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
  void onlyWhatIsWrongWithTheFileNowIsSaid() throws IOException {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);
    assertThat(price(nodes)).isEqualTo("0.60");

    write("t.smal", "0.55");
    prices.reload();
    nodes.match(CHEAPEST);
    Files.delete(file);

    assertThat(prices.reload()).isFalse();
    assertThat(stale(nodes.match(CHEAPEST).notes()))
        .singleElement()
        .asString()
        .contains("does not exist");
  }

  @Test
  void goodContentThatNobodyUsedIsTheLastGood() throws IOException {
    OverlayFile prices = OverlayFile.of(file);
    Target nodes = gpus.in("nodes").overlay(prices);
    assertThat(price(nodes)).isEqualTo("0.60");

    write("t.small", "0.55");
    assertThat(prices.reload()).isTrue();
    Files.delete(file);
    assertThat(prices.reload()).isFalse();

    assertThat(price(nodes)).isEqualTo("0.55");
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
      assertError(() -> OverlayFile.of(file, none), "refresh.out-of-range", none);
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
