package io.gpuspec.cluster;

import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.DataFile;
import io.gpuspec.internal.EnumWords;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Listing;
import java.util.Locale;
import java.util.Optional;

/**
 * An error code of NVIDIA's driver, and whether the GPU is at fault.
 *
 * <pre>{@code
 * Xid.find(79);    // Optional[79: the GPU has fallen off the bus (hardware)]
 * Xid.find(31);    // Optional[31: access to memory that is not mapped (application)]
 *
 * // After these the GPU is healthy.
 * Xid.ofApplications();    // 13: exception in the graphics or compute engine (application) ...
 * }</pre>
 *
 * @param code the number
 * @param cause what it comes of
 * @param meaning what happened
 * @param citation the source
 */
public record Xid(int code, Cause cause, String meaning, Citation citation) {

  /** The cause of a code. */
  public enum Cause {
    /** A program's doing; the GPU is healthy. */
    APPLICATION,
    /** The card, its memory or its links. */
    HARDWARE;

    /** Returns the word used in files, such as {@code hardware}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Listing<Xid> ALL = Listing.copyOf(read());

  /** Refuses null. */
  public Xid {
    Arguments.notNull("cause, meaning, citation", cause, meaning, citation);
  }

  /** The codes that a source sorts; there are more. */
  public static Listing<Xid> all() {
    return ALL;
  }

  /** The code, if a source sorts it. */
  public static Optional<Xid> find(int code) {
    return ALL.stream().filter(xid -> xid.code() == code).findFirst();
  }

  /** The codes after which the GPU is healthy: NVIDIA's device plugin passes over them. */
  public static Listing<Xid> ofApplications() {
    return Listing.copyOf(ALL.stream().filter(xid -> xid.cause() == Cause.APPLICATION).toList());
  }

  private static ImmutableList<Xid> read() {
    DataFile file = new DataFile(Xid.class, "xid.json");
    return file.rows(
        "codes",
        row ->
            new Xid(
                row.path("code").asInt(),
                EnumWords.parse("cause", Cause.class, file.text(row, "cause")),
                file.text(row, "meaning"),
                file.cited(row)));
  }

  /** Returns text such as {@code 79: the GPU has fallen off the bus (hardware)}. */
  @Override
  public String toString() {
    return code + ": " + meaning + " (" + cause + ")";
  }
}
