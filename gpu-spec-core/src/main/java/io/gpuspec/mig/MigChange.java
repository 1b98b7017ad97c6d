package io.gpuspec.mig;

import io.gpuspec.value.Word;
import java.util.List;

/**
 * A change that makes a question fit.
 *
 * <pre>{@code
 * MigChange change = a100.fit("4g.20gb", "4g.20gb").changes().get(1);
 *     // take a 3g.20gb instead of a 4g.20gb
 * change.fit();    // [4g.20gb][3g.20gb]
 * }</pre>
 */
public final class MigChange implements Word {

  /** The kind of change. */
  public enum Kind {
    /** Leaves out profiles. */
    DROP,
    /** The next smaller profile takes the place of one. */
    SMALLER,
    /** Adds cards. */
    MORE_GPUS
  }

  private final Kind kind;
  private final String text;
  private final MigFleet fleet;
  private final List<String> profiles;

  MigChange(Kind kind, String text, MigFleet fleet, List<String> profiles) {
    this.kind = kind;
    this.text = text;
    this.fleet = fleet;
    this.profiles = List.copyOf(profiles);
  }

  /** Returns what is changed. */
  public Kind kind() {
    return kind;
  }

  /** The profiles that then fit. */
  public List<String> profiles() {
    return profiles;
  }

  /** The cards that they then fit on. */
  public MigFleet fleet() {
    return fleet;
  }

  /** The fit after the change. */
  public MigFit fit() {
    return fleet.fit(profiles);
  }

  /** Returns text such as {@code drop a 4g.20gb}. */
  @Override
  public String toString() {
    return text;
  }
}
