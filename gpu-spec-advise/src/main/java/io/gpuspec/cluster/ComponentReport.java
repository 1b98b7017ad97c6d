package io.gpuspec.cluster;

import io.gpuspec.internal.TextTable;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The status of a cluster's versions, one by one.
 *
 * <pre>{@code
 * ComponentReport report = ClusterVersions.of().driver("470.182.03").cuda("12.4").check();
 * report.isOk();    // false
 * report.explain();
 *     // not ok
 *     // COMPONENT  VERSION     STANDING       WHY
 *     // driver     470.182.03  below-minimum  CUDA 12.4 needs 525.60.13 or newer: ...
 *     // cuda       12.4        ok             from 12.4 on: libraries for H100
 *     // ...
 * }</pre>
 */
public final class ComponentReport implements Answer {
  private final Listing<ComponentResult> results;
  private final Listing<Note> notes;

  ComponentReport(List<ComponentResult> results, List<Note> notes) {
    this.results = Listing.copyOf(results);
    this.notes = Listing.copyOf(notes);
  }

  /** Returns whether everything works; a version below what a text recommends does. */
  public boolean isOk() {
    return results.stream().allMatch(ComponentResult::works);
  }

  /** A result for each component that was given. */
  public Listing<ComponentResult> results() {
    return results;
  }

  /** Conditions under which they hold. */
  public Listing<Note> notes() {
    return notes;
  }

  /** Returns all of it in lines: a table, notes, and where the rules come from. */
  public Text explain() {
    TextTable table = new TextTable("COMPONENT", "VERSION", "STANDING", "WHY");
    results.forEach(
        each ->
            table.row(each.component(), each.version(), each.standing().toString(), each.reason()));
    return Text.of(
        Stream.of(
                Stream.of(isOk() ? "ok" : "not ok", table),
                notes.stream().map(note -> "note    " + note),
                results.stream().map(each -> "source  " + each.citation()).distinct())
            .flatMap(lines -> lines)
            .map(Object::toString)
            .collect(Collectors.joining("\n")));
  }

  /** Adds {@code "ok", "components", "notes"}. */
  @Override
  public void describe(Facts out) {
    out.put("ok", isOk()).put("components", results()).put("notes", notes());
  }

  /** Returns text such as {@code ok: kubernetes 1.29 ok, driver 535 below-recommended}. */
  @Override
  public String toString() {
    return (isOk() ? "ok: " : "not ok: ")
        + results.stream()
            .map(each -> each.component() + " " + each.version() + " " + each.standing())
            .collect(Collectors.joining(", "));
  }
}
