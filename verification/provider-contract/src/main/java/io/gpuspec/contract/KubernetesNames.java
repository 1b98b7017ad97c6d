package io.gpuspec.contract;

import java.util.regex.Pattern;

/**
 * The keys and label values that an API server accepts.
 *
 * <p>Source: Kubernetes, Labels and Selectors, "Syntax and character set"; Annotations and taints
 * have keys of the same form.
 */
final class KubernetesNames {
  private static final int LONGEST_NAME = 63;
  private static final int LONGEST_PREFIX = 253;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?");
  private static final Pattern DOMAIN =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  private KubernetesNames() {}

  /** Returns whether it is {@code name} or {@code domain/name}. */
  static boolean isKey(String key) {
    int slash = key.indexOf('/');
    return slash < 0
        ? isName(key)
        : isDomain(key.substring(0, slash)) && isName(key.substring(slash + 1));
  }

  /** Returns whether it is what a label says; the empty text, which no placement needs, is not. */
  static boolean isLabelValue(String value) {
    return isName(value);
  }

  private static boolean isName(String text) {
    return text.length() <= LONGEST_NAME && NAME.matcher(text).matches();
  }

  private static boolean isDomain(String text) {
    return text.length() <= LONGEST_PREFIX && DOMAIN.matcher(text).matches();
  }
}
