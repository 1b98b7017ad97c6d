package io.gpuspec.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A line on standard error that says what takes so long, and is gone when the work is done. Where
 * standard error is no terminal there is none.
 */
final class Progress {
  /** No line at all. */
  static final Progress NONE =
      new Progress(new PrintStream(PrintStream.nullOutputStream()), () -> "", Optional.empty());

  private static final String ERASE = "\r\033[K";
  private static final long PERIOD = 250;

  private final PrintStream err;
  private final Supplier<String> work;
  private final @Nullable ScheduledExecutorService clock;
  private final long start = System.nanoTime();
  private boolean isShown;
  private boolean isOver;

  private Progress(PrintStream err, Supplier<String> work, Optional<Duration> after) {
    this.err = err;
    this.work = work;
    this.clock =
        after.isPresent() ? Executors.newSingleThreadScheduledExecutor(Progress::thread) : null;
    if (clock != null) {
      long delay = after.get().toMillis();
      if (delay == 0) {
        show(0);
      }
      clock.scheduleAtFixedRate(
          () -> show(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)),
          delay,
          PERIOD,
          TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Starts to tell.
   *
   * @param work what is being done, such as {@code inspecting manifests/}
   */
  static Progress of(Console console, Supplier<String> work) {
    return new Progress(console.err(), work, console.terminal().progress());
  }

  private static Thread thread(Runnable ticks) {
    Thread thread = new Thread(ticks, "progress");
    thread.setDaemon(true);
    return thread;
  }

  private synchronized void show(long seconds) {
    if (!isOver) {
      isShown = true;
      err.print(ERASE + "gpuspec: " + Shown.of(work.get()) + ", " + seconds + " s");
      err.flush();
    }
  }

  /** Takes the line away. */
  synchronized void end() {
    isOver = true;
    if (clock != null) {
      clock.shutdownNow();
    }
    if (isShown) {
      err.print(ERASE);
      err.flush();
    }
  }
}
