package io.gpuspec.manifest.internal.tree;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import org.jspecify.annotations.Nullable;

/**
 * Escapes characters in JSON that YAML does not allow unescaped, such as DEL, so that a YAML reader
 * can read the JSON.
 */
final class YamlSafe extends CharacterEscapes {
  private static final long serialVersionUID = 1L;
  private static final int DEL = 0x7F;

  private final int[] ascii = standardAsciiEscapesForJSON();

  YamlSafe() {
    ascii[DEL] = ESCAPE_STANDARD;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ascii.clone();
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int character) {
    return isAllowed(character) ? null : new SerializedString(String.format("\\u%04X", character));
  }

  /**
   * Returns whether a character above ASCII is allowed; a byte order mark is allowed only at the
   * beginning of a text.
   */
  private static boolean isAllowed(int character) {
    return character == 0x85
        || (character >= 0xA0 && character != 0xFEFF && character != 0xFFFE && character != 0xFFFF);
  }
}
