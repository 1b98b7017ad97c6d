package io.gpuspec.manifest.platform;

import io.gpuspec.InvalidValueException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the API server would refuse of names, labels and counts, refused where it is said. */
final class PlatformChecks {
  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_SUBDOMAIN = 253;
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

  /** A DNS name of several labels, as part of a pattern. */
  static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";

  private static final Pattern DNS_LABEL = Pattern.compile(LABEL);
  private static final Pattern DNS_SUBDOMAIN = Pattern.compile(SUBDOMAIN);
  private static final Pattern KEY_NAME =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");

  private PlatformChecks() {}

  /** The value itself; no signature here allows null, and not every caller is checked for it. */
  static <T> T given(String what, @Nullable T value) {
    if (value == null) {
      throw new InvalidValueException(
          what + ": 'null' is not a value; give one, or leave the step out");
    }
    return value;
  }

  /** The elements, none of them null. */
  static <T> List<T> all(String what, @Nullable Collection<? extends @Nullable T> values) {
    return given(what, values).stream().map(value -> PlatformChecks.<T>given(what, value)).toList();
  }

  /** The elements, none of them null. */
  static <T> List<T> all(String what, T @Nullable [] values) {
    return all(what, Arrays.asList(given(what, values)));
  }

  static int atLeast(String what, int least, int value) {
    if (value < least) {
      throw new InvalidValueException(
          "%s: '%d' is below %d; give %d or more".formatted(what, value, least, least));
    }
    return value;
  }

  /** A name of an object. */
  static String name(String what, String name) {
    if (given(what, name).length() > LONGEST_SUBDOMAIN || !DNS_SUBDOMAIN.matcher(name).matches()) {
      throw new InvalidValueException(
          "%s: '%s' is no DNS name; write at most %d of a-z, 0-9, - and ., each part beginning and ending with a letter or digit"
              .formatted(what, name, LONGEST_SUBDOMAIN));
    }
    return name;
  }

  /** A name of a namespace, or of an object whose name stands in a label as well. */
  static String dnsLabel(String what, String name) {
    if (given(what, name).length() > LONGEST_LABEL || !DNS_LABEL.matcher(name).matches()) {
      throw new InvalidValueException(
          "%s: '%s' is no DNS label; write at most %d of a-z, 0-9 and -, beginning and ending with a letter or digit"
              .formatted(what, name, LONGEST_LABEL));
    }
    return name;
  }

  /** A key of a label or taint. */
  static String key(String what, String key) {
    int slash = given(what, key).indexOf('/');
    boolean isGood =
        isKeyName(key.substring(slash + 1))
            && (slash < 0 || DNS_SUBDOMAIN.matcher(key.substring(0, slash)).matches())
            && slash <= LONGEST_SUBDOMAIN;
    if (!isGood) {
      throw new InvalidValueException(
          "%s: '%s' is no key; write a name of at most %d letters, digits, -, _ and ., perhaps behind a domain such as example.com/"
              .formatted(what, key, LONGEST_LABEL));
    }
    return key;
  }

  /** A value of a label or taint, which may be empty. */
  static String labelValue(String what, String value) {
    if (!given(what, value).isEmpty() && !isKeyName(value)) {
      throw new InvalidValueException(
          "%s: '%s' is no value of a label; write at most %d letters, digits, -, _ and ., beginning and ending with a letter or digit"
              .formatted(what, value, LONGEST_LABEL));
    }
    return value;
  }

  private static boolean isKeyName(String text) {
    return text.length() <= LONGEST_LABEL && KEY_NAME.matcher(text).matches();
  }

  /** A text of one word. */
  static String notBlank(String what, String value) {
    if (given(what, value).isBlank() || value.chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidValueException(
          "%s: '%s' is empty or has a blank in it; write it without".formatted(what, value));
    }
    return value;
  }
}
