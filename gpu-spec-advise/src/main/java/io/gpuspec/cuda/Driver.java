package io.gpuspec.cuda;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A version of NVIDIA's Linux driver, or a branch: only the first number is known.
 *
 * <pre>{@code
 * Driver.of("470.182.03");    // 470.182.03
 * Driver.of("R470");          // 470
 * }</pre>
 *
 * <p>Versions are compared number by number: 525.105.17 is newer than 525.60.13. Every refusal is
 * an {@link InvalidValueException}.
 */
public final class Driver implements Word {
  private static final String ALLOWED =
      "a version as nvidia-smi prints it, such as 470.182.03, or a branch, such as 470";
  private static final int MOST_PARTS = 3;
  private static final int MOST_DIGITS = 4;
  // A smaller number is a version of CUDA.
  private static final int LEAST_BRANCH = 100;

  /** How many of the versions that a driver can stand for are new enough. */
  enum Reach {
    /** Every version is new enough. */
    ALL,
    /** The later ones of its branch. */
    SOME,
    /** None. */
    NONE
  }

  private final String text;
  private final List<Integer> parts;

  private Driver(String text, List<Integer> parts) {
    this.text = text;
    this.parts = parts;
  }

  /**
   * Reads a version ({@code 470.182.03}) or a branch ({@code 470}, {@code R470}).
   *
   * @throws InvalidValueException if the text is anything else
   */
  public static Driver of(String version) {
    String given = Arguments.required("driver", version, ALLOWED);
    String text = withoutR(given.strip());
    String[] words = text.split("\\.", -1);
    if (words.length > MOST_PARTS || !Arrays.stream(words).allMatch(Driver::isNumber)) {
      throw refused(given, "is not a driver version");
    }
    List<Integer> parts = Arrays.stream(words).map(Integer::valueOf).toList();
    if (parts.get(0) < LEAST_BRANCH) {
      throw refused(given, "is not a driver version; were CUDA and driver swapped?");
    }
    return new Driver(text, parts);
  }

  /** NVIDIA's documents write a branch as R470. */
  private static String withoutR(String text) {
    return text.toUpperCase(Locale.ROOT).startsWith("R") && !text.contains(".")
        ? text.substring(1)
        : text;
  }

  private static boolean isNumber(String word) {
    return !word.isEmpty()
        && word.length() <= MOST_DIGITS
        && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static GpuSpecException refused(String given, String problem) {
    return new InvalidValueException(
        "cuda.malformed", "driver: %s %s; write %s".formatted(Quoted.of(given), problem, ALLOWED));
  }

  /** Returns whether only the branch is known. */
  public boolean isBranch() {
    return parts.size() == 1;
  }

  /** The branch that it belongs to: 470. */
  int branch() {
    return parts.get(0);
  }

  /** Returns how many of the versions that it stands for are {@code least} or newer. */
  Reach reaches(Driver least) {
    if (isBranch() && !least.isBranch() && branch() == least.branch()) {
      return Reach.SOME;
    }
    return isOlderThan(least) ? Reach.NONE : Reach.ALL;
  }

  /** Returns the note that of this branch only some versions are {@code least} or newer. */
  Note ofBranch(Driver least) {
    return Note.of(
        "driver.branch",
        "only the branch is known; whether a node's driver is %s or newer, nvidia-smi shows"
            .formatted(least));
  }

  /** Returns whether it is older, a branch taken at its beginning. */
  boolean isOlderThan(Driver other) {
    for (int i = 0; i < MOST_PARTS; i++) {
      int difference = Integer.compare(part(i), other.part(i));
      if (difference != 0) {
        return difference < 0;
      }
    }
    return false;
  }

  private int part(int index) {
    return index < parts.size() ? parts.get(index) : 0;
  }

  /** Returns text such as {@code driver 470.182.03} and {@code driver branch 470}. */
  String described() {
    return (isBranch() ? "driver branch " : "driver ") + text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Driver that && parts.equals(that.parts);
  }

  @Override
  public int hashCode() {
    return parts.hashCode();
  }

  /** The version as it was written: {@code 470.182.03}, or the number of the branch. */
  @Override
  public String toString() {
    return text;
  }
}
