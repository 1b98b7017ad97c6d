package io.gpuspec.manifest.platform;

import io.gpuspec.CpuAmount;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the API server would refuse, or take and not count, refused where it is said. */
final class TenancyChecks {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final Pattern DNS_LABEL = Pattern.compile(LABEL);
  private static final Pattern DNS_SUBDOMAIN = Pattern.compile(SUBDOMAIN);
  private static final Pattern RESOURCE =
      Pattern.compile(SUBDOMAIN + "/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
  private static final Pattern PREFIXED = Pattern.compile("(requests|limits)\\.(.+/.+)");
  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_SUBDOMAIN = 253;

  private TenancyChecks() {}

  /** The value itself; no signature here allows null, and not every caller is checked for it. */
  static <T> T given(String what, @Nullable T value) {
    if (value == null) {
      throw new InvalidValueException(
          what + ": 'null' is not a value; give one, or leave the step out");
    }
    return value;
  }

  /** The words of a list, none of them null. */
  static List<String> words(String what, String @Nullable [] words) {
    for (String word : given(what, words)) {
      given(what, word);
    }
    return List.of(words);
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
          "%s: '%s' is no DNS name; write at most 253 of a-z, 0-9, - and ., each part beginning and ending with a letter or digit"
              .formatted(what, name));
    }
    return name;
  }

  /** A name of a namespace. */
  static String namespace(String what, String name) {
    if (given(what, name).length() > LONGEST_LABEL || !DNS_LABEL.matcher(name).matches()) {
      throw new InvalidValueException(
          "%s: '%s' is no DNS label; write at most 63 of a-z, 0-9 and -, beginning and ending with a letter or digit"
              .formatted(what, name));
    }
    return name;
  }

  /** A name of an extended resource: with a domain, and without a quota's prefix. */
  static String resource(String resource) {
    Matcher prefixed = PREFIXED.matcher(given("resource", resource));
    if (prefixed.matches()) {
      throw new InvalidValueException(
          "resource: '%s' is a quota's key; write the resource, %s"
              .formatted(resource, prefixed.group(2)));
    }
    if (!RESOURCE.matcher(resource).matches()) {
      throw new InvalidValueException(
          "resource: '%s' is no extended resource; write it with its domain, such as nvidia.com/gpu"
              .formatted(resource));
    }
    return resource;
  }

  /** CPU, canonical, more than none. */
  static String cpu(String what, String cpu) {
    CpuAmount amount = CpuAmount.parse(given(what, cpu));
    if (amount.isNegative() || amount.isZero()) {
      throw new InvalidValueException(
          "%s: '%s' is no CPU; give more than 0, such as 500m or 4".formatted(what, cpu));
    }
    return amount.toString();
  }

  /** Memory, canonical, more than none. */
  static String memory(String what, String memory) {
    MemorySize amount = MemorySize.parse(given(what, memory));
    if (amount.isNegative() || amount.isZero()) {
      throw new InvalidValueException(
          "%s: '%s' is no memory; give more than 0, such as 4Gi".formatted(what, memory));
    }
    return amount.toString();
  }
}
