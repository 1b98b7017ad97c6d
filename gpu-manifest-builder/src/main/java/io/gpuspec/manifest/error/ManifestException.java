package io.gpuspec.manifest.error;

import io.gpuspec.internal.yaml.YamlPath;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;

/**
 * Thrown for a manifest that cannot be used; the message starts with {@code source:line:column}.
 */
public final class ManifestException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  private final String source;
  private final int line;
  private final int column;
  private final String path;
  private final String problem;

  /**
   * A problem at a place in a manifest.
   *
   * @param id the error's id: what it is about, a dot, and what is wrong with it
   * @param source the file name, or another name of the input
   * @param line the line, from 1
   * @param column the column, from 1, counted in characters
   * @param message what was found, what is allowed and how to fix it
   */
  public ManifestException(String id, String source, int line, int column, String message) {
    this(id, source, line, column, YamlPath.ROOT, message);
  }

  public ManifestException(
      String id, String source, int line, int column, String path, String message) {
    super(id, source + ":" + line + ":" + column + ": " + message);
    this.source = source;
    this.line = line;
    this.column = column;
    this.path = path;
    this.problem = message;
  }

  /**
   * Returns the same problem with the page it refers to, because the problem does not know which
   * one of a file is reported last.
   */
  public ManifestException copy(String page) {
    ManifestException copy = new ManifestException(id(), source, line, column, path, problem);
    copy.initCause(getCause());
    copy.see(page);
    return copy;
  }

  /** Returns whether it is a problem with what has that path, or with a part of it. */
  public boolean isWithin(String other) {
    InvalidValueException.requireNonNull("path", other, "a path, empty for the whole document");
    return path.startsWith(other)
        && (other.isEmpty()
            || path.length() == other.length()
            || "['.".indexOf(path.charAt(other.length())) >= 0);
  }

  /**
   * The input the problem is in.
   *
   * @return the file name, or another name of the input
   */
  public String source() {
    return source;
  }

  /**
   * The line of the problem.
   *
   * @return the line, from 1
   */
  public int line() {
    return line;
  }

  /**
   * The column of the problem.
   *
   * @return the column, from 1, counted in characters
   */
  public int column() {
    return column;
  }
}
