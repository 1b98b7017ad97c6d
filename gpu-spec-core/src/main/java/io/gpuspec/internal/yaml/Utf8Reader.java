package io.gpuspec.internal.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A reader of bytes as text: UTF-8, or UTF-16 with a byte order mark, as a Windows shell writes it.
 *
 * <p>Unlike {@link java.io.InputStreamReader}, it returns every character before a malformed byte
 * and fails on the next read, so that a caller that counts lines knows where the byte is.
 */
final class Utf8Reader extends Reader {
  private static final int CHUNK = 16 << 10;
  private static final int LONGEST_CHARACTER = 4;

  private final InputStream input;
  private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK).flip();
  private final CharBuffer characters = CharBuffer.allocate(CHUNK).flip();
  private @Nullable CharsetDecoder decoder;
  private boolean ended;

  Utf8Reader(InputStream input) {
    this.input = input;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    while (!characters.hasRemaining()) {
      if (ended && !bytes.hasRemaining()) {
        return -1;
      }
      decode();
    }
    int read = Math.min(length, characters.remaining());
    characters.get(target, offset, read);
    return read;
  }

  private void decode() throws IOException {
    if (bytes.remaining() < LONGEST_CHARACTER && !ended) {
      fill();
    }
    if (decoder == null) {
      decoder = decoderFor(bytes);
    }
    characters.clear();
    CoderResult result = decoder.decode(bytes, characters, ended);
    characters.flip();
    if (result.isError() && !characters.hasRemaining()) {
      result.throwException();
    }
  }

  private void fill() throws IOException {
    bytes.compact();
    int read = input.readNBytes(bytes.array(), bytes.position(), bytes.remaining());
    ended = bytes.remaining() > read;
    bytes.position(bytes.position() + read).flip();
  }

  private static CharsetDecoder decoderFor(ByteBuffer start) {
    Charset charset = StandardCharsets.UTF_8;
    if (start.remaining() > 1) {
      int mark = start.getChar(start.position());
      if (mark == 0xFEFF) {
        charset = StandardCharsets.UTF_16BE;
      } else if (mark == 0xFFFE) {
        charset = StandardCharsets.UTF_16LE;
      }
    }
    return charset
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
