package io.gpuspec.value;

import io.gpuspec.internal.text.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown for an unknown name: a target, an edition, a GPU or an option. The message lists what
 * there is and, where a known name is close, asks "did you mean".
 *
 * <pre>{@code
 * gpus.in("tkee");
 *     // UnknownNameException: provider 'tkee' is not known; did you mean tke? ...
 * }</pre>
 */
public final class UnknownNameException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private static final int LISTED = 50;

  private final String[] suggestions;

  /**
   * @param id the error's id: what it is about, a dot, and what is wrong with it
   * @param what what kind of name it is, such as {@code GPU}
   * @param name the name as it was given
   * @param known every name that would have been right
   */
  public UnknownNameException(String id, String what, String name, Collection<String> known) {
    this(
        id,
        InvalidValueException.requireNonNull("what", what, "a kind of name, such as GPU"),
        name,
        known,
        Spelling.near(
            InvalidValueException.requireNonNull("name", name, "the name that was given"),
            Listing.copied("known", known, "the names that would have been right")));
  }

  /**
   * An error that knows better than by spelling what was probably meant.
   *
   * @param id the error's id: what it is about, a dot, and what is wrong with it
   * @param what what kind of name it is, such as {@code GPU}
   * @param name the name as it was given
   * @param known every name that would have been right
   * @param suggestions those that were probably meant, best first
   */
  public static UnknownNameException suggesting(
      String id, String what, String name, Collection<String> known, List<String> suggestions) {
    return new UnknownNameException(
        id,
        InvalidValueException.requireNonNull("what", what, "a kind of name, such as GPU"),
        InvalidValueException.requireNonNull("name", name, "the name that was given"),
        Listing.copied("known", known, "the names that would have been right"),
        Listing.copied("suggestions", suggestions, "the names that were probably meant"));
  }

  private UnknownNameException(
      String id, String what, String name, Collection<String> known, List<String> suggestions) {
    super(
        id,
        what
            + " '"
            + name
            + "' is not known"
            + (suggestions.isEmpty()
                ? ""
                : "; did you mean " + String.join(" or ", suggestions) + "?")
            + (known.isEmpty() ? "" : " (known: " + listed(known) + ")"));
    this.suggestions = suggestions.toArray(String[]::new);
  }

  private static String listed(Collection<String> known) {
    return known.stream().limit(LISTED).collect(Collectors.joining(", "))
        + (known.size() > LISTED ? " and " + (known.size() - LISTED) + " more" : "");
  }

  /** The known names closest to the one given, best first; empty when none is close. */
  public List<String> suggestions() {
    return List.of(suggestions);
  }
}
