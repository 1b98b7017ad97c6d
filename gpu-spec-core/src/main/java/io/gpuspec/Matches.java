package io.gpuspec;

import java.util.List;

/** One answer per cloud to the same request, in the order of their ids. */
public final class Matches {
  private final Listing<Match> answers;

  Matches(List<Match> answers) {
    this.answers = Listing.of(answers);
  }

  /** Every cloud's answer. */
  public Listing<Match> answers() {
    return answers;
  }

  /** The clouds that have a shape, with it. */
  public Listing<Match.Found> found() {
    return answers.stream().flatMap(m -> m.found().stream()).collect(Listing.collector());
  }

  /** Whether any cloud has a shape. */
  public boolean isFound() {
    return answers.stream().anyMatch(Match::isFound);
  }

  /** One line per cloud. */
  @Override
  public String toString() {
    return answers.toString();
  }
}
