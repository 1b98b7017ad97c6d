package io.gpuspec.manifest.migrate;

import io.gpuspec.Match;
import io.gpuspec.internal.text.MessageText;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlWriter;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Manifests that were migrated to another target, and what could not be migrated.
 *
 * <pre>{@code
 * MigrationResult migrated =
 *     Migration.from(gpus.in("tke")).to(gpus.in("eks")).read(Path.of("deployment.yaml"));
 * migrated.isComplete();    // true
 * migrated.matches();
 *     // 3 x g4dn.xlarge · 4 cores · 16Gi  on eks (over by 2.76 cores, about 12.4Gi)
 * }</pre>
 */
public final class MigrationResult {
  /**
   * Something that could not be carried over.
   *
   * @param source the file
   * @param line the line in the file, starting at 1
   * @param column the column, from 1
   * @param what the lost item, such as an annotation with its value
   * @param why why it is lost
   * @param instead what comes nearest, or what to do
   * @param breaking whether the loss changes what the workload gets: its GPUs, their number, its
   *     CPU and memory, and how they are bought
   * @param judged whether its request is understood; if not, it is left to you
   */
  public record Loss(
      String source,
      int line,
      int column,
      String what,
      String why,
      String instead,
      boolean breaking,
      boolean judged) {

    /** Shows what is not seen as escapes, as messages do. */
    public Loss {
      Checks.given("source", source);
      what = MessageText.of(Checks.given("what", what));
      why = MessageText.of(Checks.given("why", why));
      instead = MessageText.of(Checks.given("instead", instead));
    }

    static Loss at(YamlPlace place, String what, String why, String instead) {
      return new Loss(
          place.source(),
          place.node().line(),
          place.node().column(),
          what,
          why,
          instead,
          false,
          true);
    }

    Loss asBreaking() {
      return new Loss(source, line, column, what, why, instead, true, judged);
    }

    Loss thatIsNotJudged() {
      return new Loss(source, line, column, what, why, instead, breaking, false);
    }

    /** Returns one line: {@code file:line:column: what: why; instead}. */
    @Override
    public String toString() {
      return "%s:%s:%s: %s: %s; %s"
          .formatted(MessageText.of(source), line, column, what, why, instead);
    }
  }

  private final List<String> documents;
  private final Listing<Match.Found> matches;
  private final Listing<Loss> losses;
  private final Listing<ManifestException> problems;

  MigrationResult(
      List<String> documents,
      List<Match.Found> matches,
      List<Loss> losses,
      List<ManifestException> problems) {
    this.documents = List.copyOf(documents);
    this.matches = Listing.copyOf(matches);
    this.losses = Listing.copyOf(losses);
    this.problems = Listing.copyOf(problems);
  }

  /**
   * The manifests, in the order of the file, without the workloads that find no place and without
   * what is a problem; empty when nothing is left.
   */
  public Text yaml() {
    return Text.of(YamlWriter.join(documents));
  }

  /** Returns the match of each workload with GPUs, in the order of the file. */
  public Listing<Match.Found> matches() {
    return matches;
  }

  /** Returns what could not be carried over, in the order in which it was found. */
  public Listing<Loss> losses() {
    return losses;
  }

  /** Returns what is wrong with the manifests that were given, each with file, line and column. */
  public Listing<ManifestException> problems() {
    return problems;
  }

  /** Returns whether every workload gets at least what it requests, and nothing else. */
  public boolean isComplete() {
    return problems.isEmpty() && losses.stream().noneMatch(Loss::breaking);
  }

  /** Returns whether everything that requests a GPU was evaluated. */
  public boolean isJudged() {
    return losses.stream().allMatch(Loss::judged);
  }

  /** Returns the matches, then the losses, one per line. */
  @Override
  public String toString() {
    return matches.stream().map(Object::toString).collect(Collectors.joining("\n"))
        + (losses.isEmpty() ? "" : "\nlost\n" + losses);
  }
}
