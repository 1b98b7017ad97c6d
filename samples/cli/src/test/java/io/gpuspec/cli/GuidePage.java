package io.gpuspec.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;

/**
 * A page, and the blocks of code on it. A block with a title ({@code ```yaml title="pod.yaml"}) is
 * a file that the page's commands and Java read.
 *
 * @param path from the folder of the checkout
 */
record GuidePage(String path) {
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```(\\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$");

  /**
   * @param title empty where the block is no file
   */
  record Block(String language, String title, String text) {}

  @Override
  public String toString() {
    return path;
  }

  String text() {
    try {
      return Files.readString(Guides.root().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Block> blocks() {
    return BLOCK
        .matcher(text())
        .results()
        .map(
            found ->
                new Block(
                    found.group(1), found.group(2) == null ? "" : found.group(2), found.group(3)))
        .toList();
  }

  /** The blocks of a language that are no files, in order. */
  List<String> blocks(String language) {
    return blocks().stream()
        .filter(block -> block.language().equals(language) && block.title().isEmpty())
        .map(Block::text)
        .toList();
  }

  List<Block> files() {
    return blocks().stream().filter(block -> !block.title().isEmpty()).toList();
  }

  String file(String title) {
    return files().stream()
        .filter(file -> file.title().equals(title))
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException(path + " has no file " + title))
        .text();
  }

  void writeFiles(Path folder) throws IOException {
    for (Block file : files()) {
      Files.writeString(folder.resolve(file.title()), file.text());
    }
  }

  /**
   * What may be printed where a page shows {@code shown}: {@code ...} stands for the rest of its
   * line, and on a line of its own for any lines.
   */
  static Pattern printed(String shown) {
    String left =
        shown
            .replaceAll("(?m)^\\.{3}(\n|\\z)", "\\\\E(?s:.*)\\\\Q")
            .replaceAll("(?m)\\.{3}$", "\\\\E.*\\\\Q");
    return Pattern.compile("\\Q" + left + "\\E");
  }
}
