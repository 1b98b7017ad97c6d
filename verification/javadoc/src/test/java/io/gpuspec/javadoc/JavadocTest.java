package io.gpuspec.javadoc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the Javadoc of what is published run, and give what their comments say. */
class JavadocTest {
  private static final Pattern TYPE_WITH_EXAMPLE =
      Pattern.compile(
          "(?<!@Internal\n)^public [a-z -]*\\b(class|record|interface) (?!\\w+Exception\\b)",
          Pattern.MULTILINE);

  @TestFactory
  Stream<DynamicTest> everyExampleGivesWhatItsCommentsSay(@TempDir Path classes)
      throws IOException {
    Published published = Published.here();
    List<Example> found = new ArrayList<>();
    for (String file : published.files()) {
      found.addAll(Example.in(file, published.text(file)));
    }
    Examples examples = new Examples(found, published::imports, classes);
    return found.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.toString(), () -> assertThat(examples.wrong(each)).isEmpty()));
  }

  /** Enums and exceptions say it all with their constants and messages. */
  @Test
  void everyPublicClassRecordAndInterfaceHasAnExample() throws IOException {
    Published published = Published.here();
    List<String> without = new ArrayList<>();
    for (String file : published.publicFiles()) {
      String text = published.text(file);
      if (TYPE_WITH_EXAMPLE.matcher(text).find() && Example.in(file, text).isEmpty()) {
        without.add(file);
      }
    }
    assertThat(published.publicFiles()).isNotEmpty();
    assertThat(without).isEmpty();
  }
}
