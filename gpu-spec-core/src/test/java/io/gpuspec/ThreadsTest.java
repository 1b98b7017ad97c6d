package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One {@link Gpus} that many threads ask while the file of its overlay is reloaded.
 *
 * <p>The content number N gives each row the price N, and the bad content after it has the price
 * {@code badN}. So a catalog that is put together from two contents has two prices, and one with
 * the note of another content has two numbers.
 */
class ThreadsTest {
  private static final int READERS = 4;
  private static final int CONTENTS = 30;
  private static final List<String> ROWS = List.of("t.small", "t.large", "t.four", "p.eight");
  private static final GpuRequest CHEAPEST = GpuRequest.of("T4").cheapest();

  @TempDir private Path folder;

  private final Gpus nodes =
      Gpus.of(TestCloud.of("nodes", TestCloud.read(TestCloud.text("nodes-2025-03.json"))));

  @Test
  void everyAnswerIsOfOneContentAndNoneIsOfAnEarlierOneThanTheAnswerBefore() throws Exception {
    reloadWhileAsked(Executors.newFixedThreadPool(READERS));
  }

  @Test
  void theSameHoldsForVirtualThreadsOnAJdkThatHasThem() throws Exception {
    MethodHandle factory;
    try {
      factory =
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  MethodType.methodType(ExecutorService.class));
    } catch (NoSuchMethodException e) {
      assumeThat(Runtime.version().feature())
          .as("virtual threads come with JDK 21")
          .isGreaterThanOrEqualTo(21);
      throw e;
    }
    reloadWhileAsked((ExecutorService) executor(factory));
  }

  private static Object executor(MethodHandle factory) throws Exception {
    try {
      return factory.invoke();
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private void reloadWhileAsked(ExecutorService threads) throws Exception {
    Path file = folder.resolve("prices.yaml");
    write(file, "1");
    OverlayFile prices = OverlayFile.of(file);
    Gpus shared = nodes.overlay(prices);
    AtomicLong answers = new AtomicLong();
    AtomicBoolean isLast = new AtomicBoolean();
    List<Future<Integer>> readers = new ArrayList<>();
    try {
      for (int i = 0; i < READERS; i++) {
        readers.add(threads.submit(() -> ask(shared, answers, isLast)));
      }
      for (int number = 2; number <= CONTENTS; number++) {
        write(file, String.valueOf(number));
        assertThat(prices.reload()).isTrue();
        awaitAnswer(answers, readers);
        write(file, "bad" + number);
        assertThat(prices.reload()).isFalse();
        awaitAnswer(answers, readers);
      }
    } finally {
      isLast.set(true);
      threads.shutdown();
    }
    for (Future<Integer> reader : readers) {
      assertThat(reader.get()).isEqualTo(CONTENTS);
    }
  }

  /** Otherwise all the contents could be gone before anybody asks. */
  private static void awaitAnswer(AtomicLong answers, List<Future<Integer>> readers) {
    long before = answers.get();
    while (answers.get() == before && readers.stream().noneMatch(Future::isDone)) {
      Thread.onSpinWait();
    }
  }

  /** Asks until the last content is there, and once more; gives the number of the last answer. */
  private static int ask(Gpus shared, AtomicLong answers, AtomicBoolean isLast) {
    int number = 0;
    boolean again = true;
    while (again) {
      again = !isLast.get();
      SpecCatalog catalog = shared.in("nodes").catalog();
      int ofCatalog = number(prices(catalog.specs()), catalog.notes());
      Match match = shared.match(CHEAPEST).answers().get(0);
      int ofMatch = number(prices(List.of(match.orThrow().shape().spec())), match.notes());
      assertThat(List.of(number, ofCatalog, ofMatch)).isSorted();
      number = ofMatch;
      answers.incrementAndGet();
      // Virtual threads give way to others only when they say so.
      Thread.yield();
    }
    return number;
  }

  private static Set<String> prices(List<GpuSpec> specs) {
    return specs.stream()
        .filter(spec -> ROWS.contains(spec.name()))
        .map(spec -> spec.price().orElseThrow().amount().toPlainString())
        .collect(Collectors.toSet());
  }

  /** The number of the content that rows and notes are of, which must be one. */
  private static int number(Set<String> prices, List<Note> notes) {
    assertThat(prices).hasSize(1);
    String number = prices.iterator().next();
    List<String> stale =
        notes.stream().filter(n -> n.id().equals("overlay.stale")).map(Note::message).toList();
    assertThat(stale).hasSizeLessThanOrEqualTo(1).allMatch(n -> n.contains("'bad" + number + "'"));
    return Integer.parseInt(number);
  }

  private static void write(Path file, String amount) {
    String row =
        "  - name: %s\n    prices: [{amount: %s, currency: USD, per: hour, region: here, capacityType: on-demand}]\n";
    try {
      Files.writeString(
          file,
          """
          target: nodes
          citation: ours
          citations: {ours: {title: Ours, date: 2026-03, status: third-party}}
          specs:
          """
              + ROWS.stream()
                  .map(name -> row.formatted(name, amount))
                  .collect(Collectors.joining()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
