package io.gpuspec;

import io.gpuspec.internal.Arguments;
import java.util.Locale;

/**
 * Where a figure or a rule comes from.
 *
 * <pre>{@code
 * new Citation("Our contract", "2026-03", Citation.Status.THIRD_PARTY);
 *     // Our contract, 2026-03 (third-party)
 * }</pre>
 *
 * @param title the document's title
 * @param date the document's date, {@code 2026-01-07} or coarser
 * @param status how far the source can be trusted
 */
public record Citation(String title, String date, Status status) {

  /** How far a source can be trusted. */
  public enum Status {
    /** Published by the vendor. */
    DOCUMENTED,
    /** Stated only in a text that no vendor page confirms. */
    SEED_ONLY,
    /** Seen only in an example of such a text. */
    EXAMPLE_ONLY,
    /** Published by somebody else. */
    THIRD_PARTY;

    static Status parse(String word) {
      return EnumWords.parse("citation status", Status.class, word);
    }

    /** The word used in catalog files and JSON, such as {@code seed-only}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Refuses null. */
  public Citation {
    Arguments.required("title", title, "the document's title");
    Arguments.required("date", date, "a date, such as 2026-01-07");
    Arguments.required("status", status, "a Status");
  }

  @Override
  public String toString() {
    return title + ", " + date + " (" + status + ")";
  }
}
