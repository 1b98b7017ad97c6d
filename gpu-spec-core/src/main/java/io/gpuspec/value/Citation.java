package io.gpuspec.value;

import java.util.Locale;
import java.util.Optional;

/**
 * The source of a figure or a rule.
 *
 * <pre>{@code
 * new Citation("Our contract", "2026-03", Citation.Status.THIRD_PARTY);
 *     // Our contract, 2026-03 (third-party)
 * }</pre>
 *
 * @param title the document's title
 * @param date the document's date, {@code 2026-01-07} or coarser
 * @param status how far the source can be trusted
 * @param url the document's address, {@code https://...}; empty if it is not published
 */
public record Citation(String title, String date, Status status, Optional<String> url)
    implements Answer {

  /** The reliability of a source. */
  public enum Status implements Word {
    /** Published by the vendor. */
    DOCUMENTED,
    /** Stated only in a text that no vendor page confirms. */
    UNCONFIRMED,
    /** Seen only in an example of such a text. */
    EXAMPLE,
    /** Published by somebody else. */
    THIRD_PARTY;

    /** Returns the status for a word, such as {@code unconfirmed}. */
    public static Status parse(String word) {
      for (Status status : values()) {
        if (status.toString().equals(word)) {
          return status;
        }
      }
      throw new InvalidValueException(
          "citation.unknown",
          "citation status: '%s' is not known; write documented, unconfirmed, example or third-party"
              .formatted(word));
    }

    /** Returns the word used in catalog files and JSON, such as {@code unconfirmed}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Refuses null. */
  public Citation {
    InvalidValueException.requireNonNull("title", title, "the document's title");
    InvalidValueException.requireNonNull("date", date, "a date, such as 2026-01-07");
    InvalidValueException.requireNonNull("status", status, "a Status");
    InvalidValueException.requireNonNull("url", url, "an Optional, empty for none");
  }

  /** Cites a document that has no address. */
  public Citation(String title, String date, Status status) {
    this(title, date, status, Optional.empty());
  }

  /** Adds {@code "title", "date", "status", "url"?}. */
  @Override
  public void describe(Facts out) {
    out.put("title", title).put("date", date).put("status", status).put("url", url);
  }

  @Override
  public String toString() {
    return title + ", " + date + " (" + status + ")";
  }
}
