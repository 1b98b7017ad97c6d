package io.gpuspec.manifest.platform;

import io.gpuspec.InvalidValueException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the API server would refuse of a node, refused where it is said. */
final class NodeChecks {
  private static final String PART = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern DNS_SUBDOMAIN = Pattern.compile(PART + "(\\." + PART + ")*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final int LONGEST_SUBDOMAIN = 253;
  private static final int LONGEST_NAME = 63;

  private NodeChecks() {}

  /** The value itself; no signature here allows null, and not every caller is checked for it. */
  static <T> T given(String what, @Nullable T value) {
    if (value == null) {
      throw new InvalidValueException(
          what + ": 'null' is not a value; give one, or leave the step out");
    }
    return value;
  }

  /** Several values, none of them null. */
  static <T> List<T> all(String what, T @Nullable [] values) {
    for (T value : given(what, values)) {
      given(what, value);
    }
    return List.of(values);
  }

  static int fromOne(String what, int value) {
    if (value < 1) {
      throw new InvalidValueException("%s: '%d' is below 1; give 1 or more".formatted(what, value));
    }
    return value;
  }

  /** A name of an object, such as a node. */
  static String name(String what, String name) {
    if (given(what, name).length() > LONGEST_SUBDOMAIN || !DNS_SUBDOMAIN.matcher(name).matches()) {
      throw new InvalidValueException(
          "%s: '%s' is no DNS name; write at most %d of a-z, 0-9, - and ., each part beginning and ending with a letter or digit"
              .formatted(what, name, LONGEST_SUBDOMAIN));
    }
    return name;
  }

  /** A name of a namespace, or one that stands in a label as well. */
  static String shortName(String what, String name) {
    if (name(what, name).length() > LONGEST_NAME || name.contains(".")) {
      throw new InvalidValueException(
          "%s: '%s' has a dot in it or more than %d characters; write at most %d of a-z, 0-9 and -"
              .formatted(what, name, LONGEST_NAME, LONGEST_NAME));
    }
    return name;
  }

  /** A key of a label or taint. */
  static String key(String what, String key) {
    int slash = given(what, key).indexOf('/');
    boolean isGood =
        isName(key.substring(slash + 1))
            && (slash < 0 || DNS_SUBDOMAIN.matcher(key.substring(0, slash)).matches())
            && slash <= LONGEST_SUBDOMAIN;
    if (!isGood) {
      throw new InvalidValueException(
          "%s: '%s' is no key; write a name of at most %d letters, digits, -, _ and ., perhaps behind a domain such as example.com/"
              .formatted(what, key, LONGEST_NAME));
    }
    return key;
  }

  /** A value of a label or taint. */
  static String value(String what, String value) {
    if (!given(what, value).isEmpty() && !isName(value)) {
      throw new InvalidValueException(
          "%s: '%s' is no value of a label; write at most %d letters, digits, -, _ and ., beginning and ending with a letter or digit"
              .formatted(what, value, LONGEST_NAME));
    }
    return value;
  }

  private static boolean isName(String text) {
    return text.length() <= LONGEST_NAME && NAME.matcher(text).matches();
  }
}
