package io.gpuspec.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The sample service under load: callers who send the next question when they have an answer,
 * callers who send a byte now and then, and callers who leave in the middle of a body.
 *
 * <p>Each answer must have its status, and be the one that the same question got first. Each
 * minute, everybody waits while the memory and the threads of the service are counted.
 */
public final class Soak {
  private static final int CALLERS = 8;
  private static final int SLOW_CALLERS = 4;
  private static final int LEAVING_CALLERS = 2;

  private static final int SLOW_BODY = 1_000;
  private static final int PAUSE_MILLIS = 50;
  private static final String HEAD =
      "POST /build HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n";

  private static final String POOL = "JettyServerThreadPool";

  /** What a heap may have more of at the end, in percent: caches fill after the first minute. */
  private static final int MORE_PERCENT = 10;

  private final ServiceProcess service;
  private final List<SoakQuestion> questions;
  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  /** Held by who asks, and by who counts what the service holds while nobody asks. */
  private final ReadWriteLock asking = new ReentrantReadWriteLock();

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final Map<String, List<Long>> nanos = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong left = new AtomicLong();
  private volatile boolean isOver;

  private Soak(ServiceProcess service) {
    this.service = service;
    this.questions = SoakQuestion.all(service.address());
  }

  /**
   * @param args the minutes, and the jar of the service
   */
  public static void main(String[] args) throws Exception {
    boolean holds;
    try (ServiceProcess service = ServiceProcess.start(Path.of(args[1]))) {
      holds = new Soak(service).run(Integer.parseInt(args[0]));
    }
    System.exit(holds ? 0 : 1);
  }

  /** What the service holds while nobody asks. */
  private record Held(long bytes, Map<String, Long> threads) {
    long pooled() {
      return threads.getOrDefault(POOL, 0L);
    }

    long others() {
      return threads.values().stream().mapToLong(each -> each).sum() - pooled();
    }
  }

  private boolean run(int minutes) throws InterruptedException {
    ExecutorService callers =
        Executors.newFixedThreadPool(CALLERS + SLOW_CALLERS + LEAVING_CALLERS);
    for (int i = 0; i < CALLERS; i++) {
      Rotation mine = new Rotation(i * questions.size() / CALLERS);
      callers.execute(() -> repeat(() -> ask(mine.next())));
    }
    for (int i = 0; i < SLOW_CALLERS; i++) {
      callers.execute(() -> repeat(this::sendSlowly));
    }
    for (int i = 0; i < LEAVING_CALLERS; i++) {
      Rotation mine = new Rotation(i);
      callers.execute(() -> repeat(() -> leaveAndAsk(mine.next())));
    }
    System.out.println(
        "| minute | answers | wrong or lost | p50, ms | p99, ms | slow callers refused | callers who left | heap after collection, KiB | threads of the pool | other threads |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|");
    List<Held> held = new ArrayList<>();
    List<Long> all = new ArrayList<>();
    Map<String, List<Long>> each = new ConcurrentHashMap<>();
    for (int minute = 1; minute <= minutes; minute++) {
      TimeUnit.MINUTES.sleep(1);
      asking.writeLock().lock();
      try {
        Held now = new Held(service.heldBytes(), service.threadsByName());
        held.add(now);
        List<Long> last = nanos.values().stream().flatMap(List::stream).toList();
        System.out.printf(
            Locale.ROOT,
            "| %s | %s | %s | %s | %s | %s | %s | %s |%n",
            minute,
            last.size(),
            wrong.size(),
            percentiles(last),
            refused,
            left,
            now.bytes() / 1024,
            now.pooled() + " | " + now.others());
        all.addAll(last);
        nanos.forEach((name, more) -> each.merge(name, List.copyOf(more), Soak::joined));
        nanos.clear();
      } finally {
        asking.writeLock().unlock();
      }
    }
    isOver = true;
    callers.shutdown();
    callers.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println();
    System.out.println("| question | status | answers | p50, ms | p99, ms |");
    System.out.println("|---|---|---|---|---|");
    for (SoakQuestion question : questions) {
      List<Long> of = each.getOrDefault(question.name(), List.of());
      System.out.printf(
          "| %s | %s | %s | %s |%n",
          question.name(), question.status(), of.size(), percentiles(of));
    }
    System.out.printf("| all | | %s | %s |%n", all.size(), percentiles(all));
    return holds(held.get(0), held.get(held.size() - 1));
  }

  private boolean holds(Held first, Held last) {
    List<String> problems = new ArrayList<>(wrong);
    if (last.bytes() > first.bytes() * (100 + MORE_PERCENT) / 100) {
      problems.add("memory: %s bytes, and %s after a minute".formatted(last, first));
    }
    if (last.others() > first.others()) {
      problems.add("threads: %s, and %s after a minute".formatted(last, first));
    }
    problems.stream().limit(10).forEach(System.err::println);
    return problems.isEmpty();
  }

  private static List<Long> joined(List<Long> some, List<Long> more) {
    List<Long> joined = new ArrayList<>(some);
    joined.addAll(more);
    return joined;
  }

  private static String percentiles(List<Long> nanos) {
    long[] sorted = nanos.stream().mapToLong(each -> each).sorted().toArray();
    return sorted.length == 0
        ? "- | -"
        : "%.1f | %.1f"
            .formatted(
                sorted[(sorted.length - 1) * 50 / 100] / 1e6,
                sorted[(sorted.length - 1) * 99 / 100] / 1e6);
  }

  /** The questions of one caller, again and again. */
  private final class Rotation {
    private int next;

    Rotation(int first) {
      this.next = first;
    }

    SoakQuestion next() {
      return questions.get(next++ % questions.size());
    }
  }

  /** A step of a caller. */
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private void repeat(Step step) {
    while (!isOver) {
      asking.readLock().lock();
      try {
        step.run();
      } catch (IOException | InterruptedException e) {
        wrong.add("lost: " + e);
      } finally {
        asking.readLock().unlock();
      }
    }
  }

  private void ask(SoakQuestion question) throws IOException, InterruptedException {
    long start = System.nanoTime();
    HttpResponse<String> answer = client.send(question.request(), BodyHandlers.ofString());
    long taken = System.nanoTime() - start;
    nanos
        .computeIfAbsent(question.name(), name -> Collections.synchronizedList(new ArrayList<>()))
        .add(taken);
    String before = answers.putIfAbsent(question.name(), answer.body());
    if (answer.statusCode() != question.status()) {
      wrong.add(question.name() + ": " + answer.statusCode() + " " + answer.body());
    } else if (before != null && !before.equals(answer.body())) {
      wrong.add(question.name() + ": " + answer.body() + "\nwas " + before);
    }
  }

  private void sendSlowly() throws IOException {
    try (Socket socket = connect(SLOW_BODY)) {
      socket.setSoTimeout(PAUSE_MILLIS);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String answer = answer(socket.getOutputStream(), in);
      if (answer.startsWith("HTTP/1.1 408")) {
        refused.incrementAndGet();
      } else {
        wrong.add("slow caller: " + answer);
      }
    }
  }

  private static String answer(OutputStream out, BufferedReader in) throws IOException {
    for (int i = 0; i < SLOW_BODY - 1; i++) {
      out.write(' ');
      try {
        return String.valueOf(in.readLine());
      } catch (SocketTimeoutException noneYet) {
        // The next byte, then.
      }
    }
    return "none";
  }

  private void leaveAndAsk(SoakQuestion question) throws IOException, InterruptedException {
    try (Socket socket = connect(SLOW_BODY)) {
      // Reset when it is closed: a port that waits for the last packets cannot be used again.
      socket.setSoLinger(true, 0);
      socket.getOutputStream().write(new byte[SLOW_BODY / 2]);
    }
    left.incrementAndGet();
    ask(question);
  }

  private Socket connect(int length) throws IOException {
    Socket socket = new Socket(service.address().getHost(), service.address().getPort());
    socket.getOutputStream().write(HEAD.formatted(length).getBytes(StandardCharsets.US_ASCII));
    return socket;
  }
}
