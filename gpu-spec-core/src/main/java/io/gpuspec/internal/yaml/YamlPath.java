package io.gpuspec.internal.yaml;

import java.util.regex.Pattern;

/** Paths as messages and comments write them: {@code spec.containers[0].env}. */
public final class YamlPath {
  /** The path of a document itself. */
  public static final String ROOT = "";

  /** The longest key Kubernetes takes in an object's metadata; more is not worth a message. */
  private static final int LONGEST_KEY = 317;

  private static final Pattern SIMPLE = Pattern.compile("[A-Za-z0-9_-]+");

  private YamlPath() {}

  /** The path of a key; a key with dots or other signs is put in brackets and quotes. */
  public static String child(String path, String key) {
    if (isSimple(key)) {
      return path.isEmpty() ? key : path + "." + key;
    }
    String shown = YamlText.printable(key, LONGEST_KEY);
    if (!SIMPLE.matcher(shown).matches()) {
      return path + "['" + shown + "']";
    }
    return path.isEmpty() ? shown : path + "." + shown;
  }

  /** Most keys are: what the pattern says of short ones, without it. */
  private static boolean isSimple(String key) {
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!isLetter && !(c >= '0' && c <= '9') && c != '_' && c != '-') {
        return false;
      }
    }
    return !key.isEmpty() && key.length() <= LONGEST_KEY;
  }

  /** The path of a list's item, counted from 0. */
  public static String item(String path, int index) {
    return path + "[" + index + "]";
  }
}
