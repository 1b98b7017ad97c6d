package io.gpuspec.internal.yaml;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/**
 * A reader between a file and the YAML parser that counts characters and stops where no manifest
 * can continue.
 *
 * <p>The parser names no line for a character it does not take and looks at a document's size only
 * between tokens; here both are known at the character.
 */
final class CheckedReader extends Reader {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String source;
  private final Reader input;
  private final YamlDialect dialect;
  private final YamlLimits limits;
  private final TemplateMarks templates = new TemplateMarks();
  private int line = 1;
  private int column = 1;
  private char previous;
  private boolean started;
  private long total;
  private long document;
  private @Nullable IOException failure;
  private @Nullable GpuSpecException stop;

  CheckedReader(String source, Reader input, YamlDialect dialect) {
    this.source = source;
    this.input = input;
    this.dialect = dialect;
    this.limits = dialect.limits();
  }

  /** The next character belongs to a new document, give or take what the parser has in hand. */
  void startDocument() {
    document = 0;
  }

  /** Returns the places of template expressions in the documents read so far. */
  TemplateMarks templates() {
    return templates;
  }

  /** A problem just after what was handed out. */
  GpuSpecException problem(String text) {
    return dialect.problem("yaml.malformed", source, line, column, text);
  }

  @Override
  public int read(char[] target, int offset, int length) {
    if (stop != null) {
      throw stop;
    }
    // After half of a surrogate pair the parser asks for one character more, in the same array,
    // even where that array is full; so it never is.
    int room = Math.max(1, length - 1);
    int checked = check(target, offset, fill(target, offset, room));
    if (checked == 0 && length > 0) {
      if (stop != null) {
        throw stop;
      }
      templates.see('\n', line, column);
      return -1;
    }
    return checked;
  }

  /**
   * Fills as much as possible: the parser copies all it holds on each read, so reads must not be
   * tiny.
   */
  private int fill(char[] target, int offset, int length) {
    int filled = 0;
    try {
      while (filled < length) {
        int read = input.read(target, offset + filled, length - filled);
        if (read < 0) {
          break;
        }
        if (!started && read > 0) {
          started = true;
          if (target[offset] == BYTE_ORDER_MARK) {
            read--;
            System.arraycopy(target, offset + 1, target, offset, read);
          }
        }
        filled += read;
      }
    } catch (IOException e) {
      // Reported once the characters before it have had their say.
      failure = e;
    }
    return filled;
  }

  private int check(char[] target, int offset, int length) {
    for (int i = 0; i < length; i++) {
      char character = target[offset + i];
      stop = refusal(character);
      if (stop != null) {
        return i;
      }
      templates.see(character, line, column);
      move(character);
    }
    if (failure != null) {
      stop = unreadable(failure);
    }
    return length;
  }

  private @Nullable GpuSpecException refusal(char character) {
    if (!isText(character)) {
      return problem(
          "found the character "
              + YamlText.escaped(character)
              + ", which YAML does not allow; is this a text file? In a string write it as an"
              + " escape in double quotes");
    }
    int bytes = bytesOf(character);
    total += bytes;
    document += bytes;
    if (total > limits.totalBytes()) {
      return problem(
          "found more than "
              + (limits.totalBytes() >> 20)
              + " MiB of YAML, the most that is read at once; split the file");
    }
    if (document > limits.documentBytes()) {
      return problem(
          "found a document of more than "
              + (limits.documentBytes() >> 20)
              + " MiB, the most that is read; split it with '---' lines");
    }
    return null;
  }

  private boolean isText(char character) {
    if (Character.isHighSurrogate(previous) != Character.isLowSurrogate(character)) {
      return false;
    }
    return (character >= ' ' && character < 0x7F)
        || character == '\n'
        || character == '\r'
        || character == '\t'
        || character == 0x85
        || (character >= 0xA0 && character <= 0xFFFD);
  }

  private static int bytesOf(char character) {
    if (character < 0x80) {
      return 1;
    }
    return character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
  }

  private void move(char character) {
    if (character == '\n' && previous == '\r') {
      previous = character;
      return;
    }
    if (character == '\n' || character == '\r') {
      line++;
      column = 1;
    } else if (!Character.isLowSurrogate(character)) {
      column++;
    }
    previous = character;
  }

  private GpuSpecException unreadable(IOException cause) {
    GpuSpecException problem =
        problem(
            cause instanceof CharacterCodingException
                ? "found bytes that are not UTF-8; save the file as UTF-8"
                : "the input cannot be read further: " + cause.getMessage());
    problem.initCause(cause);
    return problem;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
