package io.gpuspec.internal.yaml;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;

/**
 * The type of a scalar: by the core schema of YAML 1.2 ({@link #ofCore}), or in Kubernetes.
 *
 * <p>Kubernetes reads manifests with go-yaml v2 (sigs.k8s.io/yaml), which is neither YAML 1.1 nor
 * the YAML 1.2 core schema: {@code y}, {@code yes} and {@code on} are booleans, {@code 010} is
 * octal, {@code 0b11} and {@code 1_000} are integers, yet {@code 12:30} and {@code 2024-01-01} are
 * strings. {@link #ofPlain} follows that reader, because a manifest means what the cluster makes of
 * it.
 */
public enum YamlKind {
  STRING("string"),
  INT("integer"),
  FLOAT("float"),
  BOOL("boolean"),
  NULL("null");

  private static final CoreScalarResolver CORE = new CoreScalarResolver(false);
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> TRUE =
      Set.of("true", "True", "TRUE", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("false", "False", "FALSE", "n", "N", "no", "No", "NO", "off", "Off", "OFF");
  private static final Pattern NO_NUMBER =
      Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
  private static final Pattern INTEGER =
      Pattern.compile("[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|[0-9]+)");
  private static final Pattern REAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  private static final int EXACT = 15;
  private static final MathContext FLOAT64 = new MathContext(17);

  private final String noun;

  YamlKind(String noun) {
    this.noun = noun;
  }

  /** Returns the word for it in messages. */
  public String noun() {
    return noun;
  }

  /** The kind of a scalar written without quotes by the core schema (YAML 1.2, 10.3). */
  public static YamlKind ofCore(String text) {
    Tag tag = CORE.resolve(text, true);
    if (tag.equals(Tag.NULL)) {
      return NULL;
    }
    if (tag.equals(Tag.BOOL)) {
      return BOOL;
    }
    if (tag.equals(Tag.INT)) {
      return INT;
    }
    return tag.equals(Tag.FLOAT) ? FLOAT : STRING;
  }

  /** The kind of a scalar written without quotes as Kubernetes reads it. */
  public static YamlKind ofPlain(String text) {
    if (NULLS.contains(text)) {
      return NULL;
    }
    if (TRUE.contains(text) || FALSE.contains(text)) {
      return BOOL;
    }
    if ("+-.0123456789".indexOf(text.charAt(0)) < 0) {
      return STRING;
    }
    if (NO_NUMBER.matcher(text).matches()) {
      return FLOAT;
    }
    String digits = withoutUnderscores(text);
    if (INTEGER.matcher(digits).matches()) {
      return INT;
    }
    // go-yaml keeps 1e400 as a string: it does not fit a float64.
    boolean real = REAL.matcher(digits).matches() && !Double.isInfinite(Double.parseDouble(digits));
    return real ? FLOAT : STRING;
  }

  /** The value of a text that {@link #ofPlain} calls BOOL. */
  public static boolean truth(String text) {
    return TRUE.contains(text);
  }

  /**
   * The value of a text that {@link #ofPlain} calls INT.
   *
   * @throws NumberFormatException when it does not fit 64 bits
   */
  public static long integer(String text) {
    Digits digits = digits(withoutUnderscores(text));
    return Long.parseLong(digits.sign + digits.text, digits.radix);
  }

  /**
   * Returns a text that {@link #ofPlain} calls INT or FLOAT as the decimal number that Kubernetes
   * makes of it, because a quantity is read from that number: {@code 8} for {@code 010}, {@code 16}
   * for {@code 0x10}, {@code 1000} for {@code 1_000}. What is decimal already stays as it is
   * written. An integer beyond 64 bits is not converted, as in go-yaml.
   */
  public static String number(String text) {
    String plain = withoutUnderscores(text);
    if (INTEGER.matcher(plain).matches()) {
      return isDecimal(plain) ? plain : converted(plain);
    }
    // A float64 holds 15 digits of any number, and not of all numbers more.
    if (plain.length() <= EXACT || digitsOf(plain) <= EXACT) {
      return plain;
    }
    double rounded = Double.parseDouble(plain);
    return Double.isInfinite(rounded) ? plain : new BigDecimal(rounded, FLOAT64).toString();
  }

  private static boolean isDecimal(String integer) {
    return integer.equals("0") || (integer.charAt(0) >= '1' && integer.charAt(0) <= '9');
  }

  private static String converted(String integer) {
    Digits digits = digits(integer);
    try {
      return digits.sign.isEmpty()
          ? Long.toUnsignedString(Long.parseUnsignedLong(digits.text, digits.radix))
          : Long.toString(Long.parseLong(digits.sign + digits.text, digits.radix));
    } catch (NumberFormatException beyondSixtyFourBits) {
      return integer;
    }
  }

  /** Returns how many digits a number has before its exponent, without zeros on the left. */
  private static long digitsOf(String real) {
    return real.chars()
        .takeWhile(c -> c != 'e' && c != 'E')
        .filter(c -> c >= '0' && c <= '9')
        .dropWhile(c -> c == '0')
        .count();
  }

  private record Digits(String sign, String text, int radix) {}

  private static Digits digits(String integer) {
    String sign = integer.startsWith("-") ? "-" : "";
    String unsigned = integer.substring(integer.startsWith("-") || integer.startsWith("+") ? 1 : 0);
    if (unsigned.length() > 1 && unsigned.charAt(0) == '0') {
      switch (unsigned.charAt(1)) {
        case 'x', 'X' -> {
          return new Digits(sign, unsigned.substring(2), 16);
        }
        case 'b', 'B' -> {
          return new Digits(sign, unsigned.substring(2), 2);
        }
        case 'o', 'O' -> {
          return new Digits(sign, unsigned.substring(2), 8);
        }
        default -> {
          // 010 is octal, but 08 cannot be and is eight.
          boolean octal = unsigned.chars().allMatch(c -> c < '8');
          return new Digits(sign, unsigned, octal ? 8 : 10);
        }
      }
    }
    return new Digits(sign, unsigned, 10);
  }

  private static String withoutUnderscores(String text) {
    return text.indexOf('_') < 0 ? text : text.replace("_", "");
  }
}
