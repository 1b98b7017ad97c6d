package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.error.ManifestException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/**
 * The first problems of a document. A file can have as many as it has values, each is compared with
 * those before it, and more than these are too many to read; values are still checked after that.
 */
final class FirstProblems extends AbstractList<ManifestException> {
  /** The number of problems that are kept. */
  static final int MOST = 1_000;

  private final List<ManifestException> kept = new ArrayList<>();

  @Override
  public ManifestException get(int index) {
    return kept.get(index);
  }

  @Override
  public int size() {
    return kept.size();
  }

  @Override
  public void add(int index, ManifestException problem) {
    if (kept.size() < MOST) {
      kept.add(index, problem);
    }
  }
}
