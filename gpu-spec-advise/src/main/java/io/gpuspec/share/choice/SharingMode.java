package io.gpuspec.share.choice;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.Isolation;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.TextTable;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Text;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A technique with nodes set up in one way, and what it then guarantees.
 *
 * <pre>{@code
 * SharingMode.table();
 *     // technique           memory     faults    compute  burst  several-cards  peer-to-peer
 *     // MIG                 yes        yes       yes      no     no             no
 *     // qGPU (best-effort)  yes        unstated  no       yes    no             no
 *     // ...
 * }</pre>
 */
public final class SharingMode {
  private final Technique technique;
  private final String name;
  private final ImmutableMap<Assurance, Guarantee> guarantees;

  SharingMode(Technique technique, String name, Map<Assurance, Guarantee> guarantees) {
    this.technique = technique;
    this.name = name;
    this.guarantees = ImmutableMap.copyOf(guarantees);
  }

  /** Returns every technique in every way, in the order of the techniques. */
  public static Listing<SharingMode> all() {
    return Listing.copyOf(
        Arrays.stream(Technique.values())
            .flatMap(technique -> technique.modes().stream())
            .toList());
  }

  /** Returns what all of them guarantee, one on a line. */
  public static Text table() {
    TextTable table =
        new TextTable(
            Stream.concat(
                    Stream.of("technique"), Arrays.stream(Assurance.values()).map(Assurance::word))
                .toArray(String[]::new));
    for (SharingMode mode : all()) {
      table.row(
          Stream.concat(
                  Stream.of(mode.toString()),
                  Arrays.stream(Assurance.values()).map(each -> cell(mode.guarantee(each))))
              .toArray(String[]::new));
    }
    return Text.of(table.toString());
  }

  private static String cell(Guarantee guarantee) {
    return guarantee.answer() + guarantee.from().map(least -> " (" + least + ")").orElse("");
  }

  /** The technique. */
  public Technique technique() {
    return technique;
  }

  /** The way, where the technique has several: {@code fixed-share}. */
  public Optional<String> name() {
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  /** The policy of qGPU nodes that it is; empty for other techniques. */
  public Optional<Isolation> isolation() {
    return Arrays.stream(Isolation.values())
        .filter(each -> technique == Technique.QGPU && each.toString().equals(name))
        .findFirst();
  }

  /** Returns whether it gives something, and how. */
  public Guarantee guarantee(Assurance assurance) {
    return Optional.ofNullable(
            guarantees.get(Arguments.required("assurance", assurance, "an Assurance")))
        .orElseThrow();
  }

  /** Returns text such as {@code qGPU (fixed-share)}. */
  @Override
  public String toString() {
    return technique + (name.isEmpty() ? "" : " (" + name + ")");
  }
}
