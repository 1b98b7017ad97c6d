package io.gpuspec;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Pages;
import io.gpuspec.internal.Spelling;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A name that nobody knows: a target, an edition, a GPU or an option. The message lists what there
 * is and, where a known name is close, asks "did you mean".
 *
 * <pre>{@code
 * gpus.in("tkee");
 *     // UnknownNameException: provider 'tkee' is not known; did you mean tke? ...
 * }</pre>
 */
public final class UnknownNameException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private static final int LISTED = 50;

  private final transient List<String> suggestions;

  /**
   * @param what what kind of name it is, such as {@code GPU}
   * @param name the name as it was given
   * @param known every name that would have been right
   */
  public UnknownNameException(String what, String name, Collection<String> known) {
    this(
        Arguments.required("what", what, "a kind of name, such as GPU"),
        name,
        known,
        Spelling.near(
            Arguments.required("name", name, "the name that was given"),
            Arguments.required("known", known, "the names that would have been right")));
  }

  /**
   * An error that knows better than by spelling what was probably meant.
   *
   * @param what what kind of name it is, such as {@code GPU}
   * @param name the name as it was given
   * @param known every name that would have been right
   * @param suggestions those that were probably meant, best first
   */
  public static UnknownNameException suggesting(
      String what, String name, Collection<String> known, List<String> suggestions) {
    return new UnknownNameException(
        Arguments.required("what", what, "a kind of name, such as GPU"),
        Arguments.required("name", name, "the name that was given"),
        Arguments.copied("known", known, "the names that would have been right"),
        Arguments.copied("suggestions", suggestions, "the names that were probably meant"));
  }

  /** For a GPU: what is near is looked for in every spelling and suggested by its proper name. */
  static UnknownNameException gpu(String name, Collection<String> known) {
    return gpu(name, known, List.of());
  }

  /** For a GPU, where the names of rows will do as well. */
  static UnknownNameException gpu(String name, Collection<String> known, Collection<String> rows) {
    Map<String, Collection<String>> names = new HashMap<>();
    known.forEach(gpu -> names.putIfAbsent(normalised(gpu), List.of(gpu)));
    rows.forEach(row -> names.putIfAbsent(normalised(row), List.of(row)));
    GpuModels.namesBySpelling().asMap().forEach(names::putIfAbsent);
    UnknownNameException unknown =
        new UnknownNameException("GPU", name, known, Spelling.near(normalised(name), names));
    unknown.see(Pages.GPU_NAMES);
    return unknown;
  }

  private static String normalised(String gpu) {
    return DeviceName.parse(gpu).normalised().toString();
  }

  private UnknownNameException(
      String what, String name, Collection<String> known, List<String> suggestions) {
    super(
        what
            + " '"
            + name
            + "' is not known"
            + (suggestions.isEmpty()
                ? ""
                : "; did you mean " + String.join(" or ", suggestions) + "?")
            + (known.isEmpty() ? "" : " (known: " + listed(known) + ")"));
    this.suggestions = suggestions;
  }

  private static String listed(Collection<String> known) {
    return known.stream().limit(LISTED).collect(Collectors.joining(", "))
        + (known.size() > LISTED ? " and " + (known.size() - LISTED) + " more" : "");
  }

  /** The known names closest to the one given, best first; empty when none is close. */
  public List<String> suggestions() {
    return suggestions;
  }
}
