package io.gpuspec.share.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DataFile;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The resources or annotations with which one scheduler or device plugin lets pods request a part
 * of a GPU.
 *
 * <pre>{@code
 * ShareDialect.all().size();                      // 10
 * ShareDialect.of("hami").names().contains("nvidia.com/gpumem");    // true
 * }</pre>
 *
 * <p>To read and to translate a request, see {@link DialectShare}.
 */
public final class ShareDialect {
  private static final DataFile FILE = new DataFile(ShareDialect.class, "dialects.json");
  private static final Listing<ShareDialect> ALL =
      Listing.copyOf(FILE.rows("dialects", ShareDialect::new));

  private final String id;
  private final String title;
  private final Optional<String> count;
  private final List<DialectAmount> amounts;
  private final Optional<String> countLabel;
  private final boolean isTotal;
  private final boolean isComputeOptional;
  private final boolean hasAnnotations;
  private final Citation citation;

  private ShareDialect(JsonNode row) {
    id = FILE.text(row, "id");
    title = FILE.text(row, "title");
    count = FILE.maybe(row, "count");
    amounts = DataFile.rows(row.path("amounts"), DialectAmount::of);
    countLabel = FILE.maybe(row, "countLabel");
    isComputeOptional = row.path("computeOptional").asBoolean();
    isTotal = row.path("total").asBoolean();
    hasAnnotations = row.path("annotations").asBoolean();
    citation = FILE.cited(row);
  }

  /** Returns every dialect. */
  public static Listing<ShareDialect> all() {
    return ALL;
  }

  /**
   * Returns the dialect with an id, such as {@code hami}.
   *
   * @throws UnknownNameException if no dialect has that id
   */
  public static ShareDialect of(String id) {
    String asked = Arguments.required("dialect", id, "an id, such as hami");
    return ALL.stream()
        .filter(dialect -> dialect.id.equals(asked))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    "share.unknown",
                    "dialect",
                    asked,
                    ALL.stream().map(ShareDialect::id).toList()));
  }

  /** Returns the id, such as {@code hami}. */
  public String id() {
    return id;
  }

  /** Returns what reads the words, such as {@code HAMi}. */
  public String title() {
    return title;
  }

  /** Returns the names of its resources, or of its annotations. */
  public Listing<String> names() {
    return Listing.copyOf(
        Stream.concat(count.stream(), amounts.stream().map(DialectAmount::name)).toList());
  }

  /** Returns the document that the words come from. */
  public Citation citation() {
    return citation;
  }

  /** Returns the name that counts cards, or parts on different cards. */
  Optional<String> count() {
    return count;
  }

  /** Returns the label of the pod that counts cards, of whose memory the amount is the sum. */
  Optional<String> countLabel() {
    return countLabel;
  }

  /** Returns whether some nodes take pods that request no compute. */
  boolean isComputeOptional() {
    return isComputeOptional;
  }

  List<DialectAmount> amounts() {
    return amounts;
  }

  /** Returns whether an amount is that of all cards together. */
  boolean isTotal() {
    return isTotal;
  }

  /** Returns whether the names are annotations of the pod. */
  boolean hasAnnotations() {
    return hasAnnotations;
  }

  /** Returns text such as {@code hami}. */
  @Override
  public String toString() {
    return id;
  }
}
