package io.gpuspec;

import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.MemorySize;
import java.util.List;

/**
 * The most that any row of a list has, of all rows, of each half of them, of each quarter and so
 * on, down to runs of a few rows: a search skips the parts in which no row has enough. A row of a
 * part that has enough may still not serve, but one that is skipped never does.
 */
class RowBounds {
  /** So many rows are looked at one by one just as quickly. */
  private static final int RUN = 8;

  private static final RowBounds OF_FEW = new RowBounds(0);

  /** A part's halves are at twice its index and the next one; the runs are the last parts. */
  private final int firstRun;

  private final int[] gpus;
  private final long[] gpuMemory;
  private final long[] cpu;
  private final long[] memory;

  private RowBounds(int runs) {
    this.firstRun = runs;
    this.gpus = new int[2 * runs];
    this.gpuMemory = new long[2 * runs];
    this.cpu = new long[2 * runs];
    this.memory = new long[2 * runs];
  }

  RowBounds(List<GpuSpec> rows) {
    // A power of two; runs after the last row have no GPU, and are always skipped.
    this(Integer.highestOneBit(2 * ((rows.size() + RUN - 1) / RUN) - 1));
    for (int i = 0; i < rows.size(); i++) {
      add(firstRun + i / RUN, rows.get(i));
    }
    for (int part = firstRun - 1; part > 0; part--) {
      gpus[part] = Math.max(gpus[2 * part], gpus[2 * part + 1]);
      gpuMemory[part] = Math.max(gpuMemory[2 * part], gpuMemory[2 * part + 1]);
      cpu[part] = Math.max(cpu[2 * part], cpu[2 * part + 1]);
      memory[part] = Math.max(memory[2 * part], memory[2 * part + 1]);
    }
  }

  static RowBounds of(List<GpuSpec> rows) {
    return rows.size() <= RUN ? OF_FEW : new RowBounds(rows);
  }

  private void add(int part, GpuSpec row) {
    // Cards that are divided can be more devices than cards.
    gpus[part] = Math.max(gpus[part], row.parts().isPresent() ? Integer.MAX_VALUE : row.gpus());
    gpuMemory[part] = Math.max(gpuMemory[part], row.gpuMemory().orElse(MemorySize.ZERO).toBytes());
    if (!row.isSized()) {
      cpu[part] = Long.MAX_VALUE;
      memory[part] = Long.MAX_VALUE;
    }
    List<Shape> sizes = row.sizes();
    for (int i = 0; i < sizes.size(); i++) {
      Allocatable most = sizes.get(i).allocatable();
      cpu[part] = Math.max(cpu[part], most.cpu().toMillicores());
      memory[part] = Math.max(memory[part], most.memory().toBytes());
    }
  }

  /**
   * Returns the first row that may serve a request.
   *
   * @param from the index of the first row to look at
   * @param rows how many there are; the answer where no row may serve
   */
  final int next(int from, int rows, GpuRequest request) {
    // What a pod states exactly is compared with what a row offers, not with what is left of it.
    if (firstRun == 0 || request.isExplicit() || from % RUN != 0 || from >= rows) {
      return from;
    }
    int part = widest(firstRun + from / RUN);
    while (true) {
      if (maySatisfy(part, request)) {
        if (part >= firstRun) {
          return (part - firstRun) * RUN;
        }
        part = 2 * part;
      } else {
        part = widest(part + 1);
        if (part == 1) {
          // This one was the last.
          return rows;
        }
      }
    }
  }

  /** Returns the largest part that begins where this one does. */
  private static int widest(int part) {
    return part >> Integer.numberOfTrailingZeros(part);
  }

  /** Returns whether a part has enough of everything; a test counts how often it is asked. */
  boolean maySatisfy(int part, GpuRequest request) {
    return gpus[part] >= request.devices().count()
        && gpuMemory[part] >= request.devices().qualities().memory().toBytes()
        && cpu[part] >= request.cpu().toMillicores()
        && memory[part] >= request.memory().toBytes();
  }
}
