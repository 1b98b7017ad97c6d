package io.gpuspec.internal.yaml;

import io.gpuspec.value.GpuSpecException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.StreamEndEvent;

/**
 * The documents of a YAML or JSON file, one in memory at a time. Empty documents are left out.
 *
 * <p>It throws the errors of its dialect and nothing else, whatever the input; after that it throws
 * the same again. The input is not closed.
 */
public final class YamlReader implements Iterator<YamlNode> {
  private final YamlEvents events;
  private final Optional<Consumer<YamlDuplicate>> duplicates;
  private @Nullable YamlNode next;
  private @Nullable GpuSpecException failure;
  private boolean ended;

  /**
   * @param source what the input is called in messages
   * @param duplicates receives duplicate keys, whose last value counts; empty if duplicates are
   *     refused
   */
  public YamlReader(
      String source,
      Reader input,
      YamlDialect dialect,
      Optional<Consumer<YamlDuplicate>> duplicates) {
    this(source, input, dialect, duplicates, Integer.MAX_VALUE / 2);
  }

  private YamlReader(
      String source,
      Reader input,
      YamlDialect dialect,
      Optional<Consumer<YamlDuplicate>> duplicates,
      int characters) {
    this.events = new YamlEvents(source, input, dialect, characters);
    this.duplicates = duplicates;
  }

  /** Returns the documents in a text. */
  public static YamlReader of(
      String source,
      String text,
      YamlDialect dialect,
      Optional<Consumer<YamlDuplicate>> duplicates) {
    return new YamlReader(source, new StringReader(text), dialect, duplicates, text.length());
  }

  /** Returns bytes as text: UTF-8, or UTF-16 where a byte order mark says so. */
  public static Reader text(InputStream bytes) {
    return new Utf8Reader(bytes);
  }

  @Override
  public boolean hasNext() {
    if (failure != null) {
      throw failure;
    }
    try {
      while (next == null && !ended) {
        advance();
      }
    } catch (GpuSpecException e) {
      failure = e;
      throw e;
    }
    return next != null;
  }

  @Override
  public YamlNode next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no further document in " + events.source());
    }
    YamlNode document = Objects.requireNonNull(next);
    next = null;
    return document;
  }

  private void advance() {
    Event event = events.next();
    if (event instanceof StreamEndEvent) {
      ended = true;
    } else if (event instanceof DocumentStartEvent) {
      events.startDocument();
      YamlNode root = new YamlComposer(events, duplicates).document();
      if (!root.isNull()) {
        next = root;
      }
    }
  }
}
