package io.gpuspec.manifest;

import java.util.regex.Pattern;

/** Paths as messages and comments write them: {@code spec.containers[0].env}. */
final class YamlPath {
  /** The path of a document itself. */
  static final String ROOT = "";

  private static final Pattern SIMPLE = Pattern.compile("[A-Za-z0-9_-]+");

  private YamlPath() {}

  /** The path of a key; a key with dots or other signs is put in brackets and quotes. */
  static String child(String path, String key) {
    if (!SIMPLE.matcher(key).matches()) {
      return path + "['" + YamlText.shown(key) + "']";
    }
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The path of a list's item, counted from 0. */
  static String item(String path, int index) {
    return path + "[" + index + "]";
  }
}
