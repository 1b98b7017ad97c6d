package io.gpuspec.tke.internal.rules;

import io.gpuspec.kube.JsonText;
import io.gpuspec.value.InvalidValueException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Forms of annotations that need more than one pattern. */
public final class Forms {
  private static final Pattern SYSCTL =
      Pattern.compile("[a-z0-9][-a-z0-9_]*+(?:[./][-a-z0-9_]++)*+");
  private static final Pattern RESOLVER =
      Pattern.compile("(nameserver [0-9A-Fa-f.:]+|(search|options) \\S.*|#.*)?");

  private Forms() {}

  /** Returns whether it is a JSON object of texts, numbers and booleans, or empty. */
  public static boolean isObjectOrNothing(String value) {
    return value.isEmpty()
        || (json(value) instanceof Map<?, ?> map
            && map.values().stream().noneMatch(one -> one instanceof Map || one instanceof List));
  }

  /** Returns whether it is a JSON object of at least one text. */
  public static boolean areTexts(String value) {
    return json(value) instanceof Map<?, ?> map
        && !map.isEmpty()
        && map.values().stream().allMatch(String.class::isInstance);
  }

  /** Returns whether it is a JSON array of kernel parameters, each with its name and value. */
  public static boolean areKernelParameters(String value) {
    return json(value) instanceof List<?> list
        && !list.isEmpty()
        && list.stream().allMatch(Forms::isKernelParameter);
  }

  private static boolean isKernelParameter(Object item) {
    return item instanceof Map<?, ?> map
        && map.size() == 2
        && map.get("name") instanceof String name
        && SYSCTL.matcher(name).matches()
        && map.get("value") instanceof String value
        && !value.isBlank();
  }

  /** Returns whether it is the text of a resolv.conf. */
  public static boolean isResolvConf(String value) {
    return !value.isBlank() && value.lines().allMatch(line -> RESOLVER.matcher(line).matches());
  }

  /** Returns whether the JDK knows a time zone by this name. */
  public static boolean isTimeZone(String value) {
    return ZoneId.getAvailableZoneIds().contains(value);
  }

  private static Object json(String value) {
    try {
      return JsonText.parse(value);
    } catch (InvalidValueException e) {
      return false;
    }
  }
}
