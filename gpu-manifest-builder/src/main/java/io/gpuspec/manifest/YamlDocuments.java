package io.gpuspec.manifest;

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
 * The documents of a YAML or JSON file, one in memory at a time, within {@link YamlLimits}. Empty
 * documents are left out. A duplicate key is refused, unless {@link #lastKeyCounts} says otherwise.
 *
 * <p>Can be walked once. Iterating throws {@link ManifestException} and nothing else, for any
 * input; after that it throws the same again. The input is not closed.
 */
final class YamlDocuments implements Iterable<YamlPlace> {
  private final String source;
  private @Nullable Reader input;
  private YamlLimits limits = YamlLimits.DEFAULT;
  private Optional<Consumer<YamlDuplicate>> duplicates = Optional.empty();

  private YamlDocuments(String source, Reader input) {
    this.source = source;
    this.input = input;
  }

  /** The documents in bytes: UTF-8, with or without a byte order mark. */
  static YamlDocuments of(String source, InputStream input) {
    return new YamlDocuments(source, new Utf8Reader(input));
  }

  /** The documents in characters. */
  static YamlDocuments of(String source, Reader input) {
    return new YamlDocuments(source, input);
  }

  /** The documents in a text. */
  static YamlDocuments of(String source, String text) {
    return new YamlDocuments(source, new StringReader(text));
  }

  /**
   * Reads duplicate keys as the API server does without strict validation: the last one counts.
   *
   * @param told receives the ignored keys while the documents are read
   */
  YamlDocuments lastKeyCounts(Consumer<YamlDuplicate> told) {
    duplicates = Optional.of(told);
    return this;
  }

  /** Reads no more than other limits than the default ones allow. */
  YamlDocuments within(YamlLimits other) {
    limits = other;
    return this;
  }

  @Override
  public Iterator<YamlPlace> iterator() {
    Reader once = input;
    if (once == null) {
      throw new IllegalStateException("the documents of " + source + " can be walked once only");
    }
    input = null;
    return new Walk(source, new YamlEvents(source, once, limits), duplicates);
  }

  private static final class Walk implements Iterator<YamlPlace> {
    private final String source;
    private final YamlEvents events;
    private final Optional<Consumer<YamlDuplicate>> duplicates;
    private @Nullable YamlPlace next;
    private @Nullable ManifestException failure;
    private boolean ended;

    Walk(String source, YamlEvents events, Optional<Consumer<YamlDuplicate>> duplicates) {
      this.source = source;
      this.events = events;
      this.duplicates = duplicates;
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
      } catch (ManifestException e) {
        failure = e;
        throw e;
      }
      return next != null;
    }

    @Override
    public YamlPlace next() {
      if (!hasNext()) {
        throw new NoSuchElementException("no further document in " + source);
      }
      YamlPlace document = Objects.requireNonNull(next);
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
        if (!(root instanceof YamlScalar scalar && scalar.kind() == YamlKind.NULL)) {
          next = new YamlPlace(source, YamlPath.ROOT, root);
        }
      }
    }
  }
}
