package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what happens. */
class ReadmeTest {
  private static final String COMMAND = "$ ./gpuspec ";

  @Test
  void theFirstAnswerIsTheOneThatIsShown() throws IOException {
    List<String> shown = block("console").lines().toList();
    Run run = Run.line(shown.get(0).substring(COMMAND.length()));

    assertThat(run.out().lines().toList()).isEqualTo(shown.subList(1, shown.size()));
  }

  @Test
  void theJavaCompiles(@TempDir Path classes) throws IOException {
    String source =
        """
        import io.fabric8.kubernetes.api.model.PodSpecBuilder;
        import io.gpuspec.*;
        import io.gpuspec.manifest.*;
        import java.nio.file.Path;

        class Readme {
          void run() {
        %s
          }
        }
        """
            .formatted(block("java"));
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///Readme.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();

    boolean compiled =
        compiler
            .getTask(errors, null, null, List.of("-d", classes.toString()), null, List.of(file))
            .call();

    assertThat(compiled).as(errors.toString()).isTrue();
  }

  @Test
  void everyTestThatItNamesExists() throws IOException {
    Matcher names = Pattern.compile("`([A-Z][A-Za-z]+(?:Test|Laws))[`.]").matcher(readme());
    Path root = root();

    while (names.find()) {
      try (var files = Files.walk(root)) {
        String file = names.group(1) + ".java";
        assertThat(files).as(file).anyMatch(path -> path.endsWith(file));
      }
    }
  }

  /** The first block of a language. */
  private static String block(String language) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(readme());
    assertThat(block.find()).as("a block of " + language).isTrue();
    return block.group(1);
  }

  private static String readme() throws IOException {
    return Files.readString(root().resolve("README.md"));
  }

  /** The folder of the checkout: two above this module's. */
  private static Path root() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().getParent();
  }
}
