package io.gpuspec.manifest.internal.tree;

import com.google.common.collect.Iterators;
import io.gpuspec.internal.yaml.YamlDialect;
import io.gpuspec.internal.yaml.YamlDuplicate;
import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlLimits;
import io.gpuspec.internal.yaml.YamlPath;
import io.gpuspec.internal.yaml.YamlReader;
import io.gpuspec.manifest.error.ManifestException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a YAML or JSON file as Kubernetes reads them, one in memory at a time, within
 * {@link YamlLimits}. Empty documents are left out. A duplicate key is refused, unless {@link
 * #lastKeyCounts} says otherwise.
 *
 * <p>Can be walked once. Iterating throws {@link ManifestException} and nothing else, for any
 * input; after that it throws the same again. The input is not closed.
 */
public final class YamlDocuments implements Iterable<YamlPlace> {
  private static final YamlDialect KUBERNETES =
      new YamlDialect(
          YamlKind::ofPlain, true, YamlLimits.DEFAULT, ManifestException::new, Optional.empty());

  private final String source;
  private final boolean isFile;
  private final Optional<String> text;
  private @Nullable Reader input;
  private YamlDialect dialect = KUBERNETES;
  private Optional<Consumer<YamlDuplicate>> duplicates = Optional.empty();

  private YamlDocuments(String source, boolean isFile, Reader input, Optional<String> text) {
    this.source = source;
    this.isFile = isFile;
    this.input = input;
    this.text = text;
  }

  /**
   * The documents in bytes: UTF-8, with or without a byte order mark. They are a file, or what
   * another program writes: without any document it is refused.
   */
  public static YamlDocuments of(String source, InputStream input) {
    return new YamlDocuments(source, true, YamlReader.text(input), Optional.empty());
  }

  /** The documents in characters. */
  public static YamlDocuments of(String source, Reader input) {
    return new YamlDocuments(source, false, input, Optional.empty());
  }

  /** The documents in a text. */
  public static YamlDocuments of(String source, String text) {
    return new YamlDocuments(source, false, new StringReader(text), Optional.of(text));
  }

  /**
   * Reads duplicate keys as the API server does without strict validation: the last one counts.
   *
   * @param told receives the ignored keys while the documents are read
   */
  public YamlDocuments lastKeyCounts(Consumer<YamlDuplicate> told) {
    duplicates = Optional.of(told);
    return this;
  }

  /**
   * Reads what has a tag that Kubernetes refuses, such as {@code !Ref}, as if it had none; other
   * programs know more tags.
   *
   * @param told receives the problems while the documents are read
   */
  public YamlDocuments withoutTags(Consumer<ManifestException> told) {
    dialect = dialect.withoutTags(problem -> told.accept((ManifestException) problem));
    return this;
  }

  /** Reads no more than other limits than the default ones allow. */
  YamlDocuments within(YamlLimits other) {
    dialect = dialect.within(other);
    return this;
  }

  @Override
  public Iterator<YamlPlace> iterator() {
    Reader once = input;
    if (once == null) {
      throw new IllegalStateException("the documents of " + source + " can be walked once only");
    }
    input = null;
    YamlReader documents =
        text.map(whole -> YamlReader.of(source, whole, dialect, duplicates))
            .orElseGet(() -> new YamlReader(source, once, dialect, duplicates));
    if (isFile && !documents.hasNext()) {
      throw new ManifestException(
          "yaml.empty", source, 1, 1, "is empty; give at least one document");
    }
    return Iterators.transform(documents, root -> new YamlPlace(source, YamlPath.ROOT, root));
  }
}
