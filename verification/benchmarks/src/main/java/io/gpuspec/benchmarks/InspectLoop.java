package io.gpuspec.benchmarks;

import com.sun.management.ThreadMXBean;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.inspect.Inspector;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;

/**
 * Inspects manifests and parses the same texts, in turn, and prints the CPU time and allocations of
 * the best round of each; the same with one and two threads, by the clock; or inspects a folder of
 * manifests, and prints how much of the heap it keeps.
 */
public final class InspectLoop {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int MANIFESTS = 300;

  private InspectLoop() {}

  /**
   * @param args the rounds, {@code threads} and the rounds, or {@code folder} and how many files
   */
  public static void main(String[] args) throws IOException {
    int count = Integer.parseInt(args[args.length - 1]);
    switch (args[0]) {
      case "threads" -> threads(count);
      case "folder" -> folder(count);
      default -> loop(count);
    }
  }

  /** What one manifest takes. */
  private record Taken(double micros, double kibibytes) {
    Taken least(Taken other) {
      return other.micros < micros ? other : this;
    }
  }

  private static void loop(int rounds) {
    Gpus gpus = Gpus.load();
    Inspector inspector = Inspector.of(gpus);
    List<String> manifests = InspectBenchmark.manifests(gpus, MANIFESTS);
    String together = String.join("---\n", manifests);
    Map<String, Runnable> ways = new LinkedHashMap<>();
    ways.put("each", () -> manifests.forEach(text -> inspector.parse("a.yaml", text)));
    ways.put("each, parser alone", () -> manifests.forEach(InspectLoop::parse));
    ways.put("together", () -> inspector.parse("all.yaml", together));
    ways.put("together, parser alone", () -> parse(together));
    Map<String, Taken> least = new LinkedHashMap<>();
    for (int i = 0; i < rounds; i++) {
      ways.forEach((name, way) -> least.merge(name, taken(way), Taken::least));
    }
    least.forEach(
        (name, taken) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %.0f us | %.0f KiB |%n",
                name,
                taken.micros(),
                taken.kibibytes()));
  }

  /** Each thread has all manifests, and they share the inspector. */
  private static void threads(int rounds) {
    Gpus gpus = Gpus.load();
    Inspector inspector = Inspector.of(gpus);
    List<String> manifests = InspectBenchmark.manifests(gpus, MANIFESTS);
    Map<String, Consumer<String>> ways = new LinkedHashMap<>();
    ways.put("inspection", text -> inspector.parse("a.yaml", text));
    ways.put("parser alone", InspectLoop::parse);
    Map<String, Double> least = new LinkedHashMap<>();
    for (int i = 0; i < rounds; i++) {
      ways.forEach(
          (name, way) -> {
            for (int threads : new int[] {1, 2}) {
              double micros = micros(threads, () -> manifests.forEach(way));
              least.merge(name + " | " + threads, micros, Math::min);
            }
          });
    }
    least.forEach(
        (name, micros) -> System.out.printf(Locale.ROOT, "| %s | %.0f us |%n", name, micros));
  }

  /** Returns the time that a manifest takes, as if the threads took them one after the other. */
  private static double micros(int threads, Runnable work) {
    List<Thread> all = IntStream.range(0, threads).mapToObj(each -> new Thread(work)).toList();
    long start = System.nanoTime();
    all.forEach(Thread::start);
    all.forEach(InspectLoop::join);
    return (System.nanoTime() - start) / 1e3 / MANIFESTS / threads;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void parse(String text) {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    new Compose(settings).composeAllFromString(text).forEach(node -> {});
  }

  private static Taken taken(Runnable way) {
    long thread = Thread.currentThread().getId();
    long cpu = THREADS.getCurrentThreadCpuTime();
    long bytes = THREADS.getThreadAllocatedBytes(thread);
    way.run();
    return new Taken(
        (THREADS.getCurrentThreadCpuTime() - cpu) / 1e3 / MANIFESTS,
        (THREADS.getThreadAllocatedBytes(thread) - bytes) / 1024.0 / MANIFESTS);
  }

  private static void folder(int files) throws IOException {
    Gpus gpus = Gpus.load();
    Path folder = Files.createTempDirectory("manifests");
    List<String> manifests = InspectBenchmark.manifests(gpus, files);
    for (int i = 0; i < files; i++) {
      Files.writeString(folder.resolve("m" + i + ".yaml"), manifests.get(i));
    }
    System.out.println(Inspector.of(gpus).read(folder).counts());
    ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().startsWith("Tenured"))
        .forEach(
            pool ->
                System.out.printf(
                    Locale.ROOT,
                    "%d files, at most %d MiB%n",
                    files,
                    pool.getPeakUsage().getUsed() >> 20));
    try (Stream<Path> all = Files.list(folder)) {
      for (Path each : all.toList()) {
        Files.delete(each);
      }
    }
    Files.delete(folder);
  }
}
