package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.cli.GuidePage.Block;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files of tutorials are those of samples that are built and run, and what they show is so. */
class TutorialPagesTest {
  private static final Pattern CURL =
      Pattern.compile("(?m)^\\$ curl -s localhost:8080(/\\S+)\n((?:(?!\\$ ).*\n)*)");

  @ParameterizedTest
  @CsvSource({
    "docs/tutorial-maven.md, samples/consumers/service, 2",
    "docs/tutorial-gradle.md, integrations/gradle-plugin/tutorial, 3",
    "docs/tutorial-spark.md, samples/spark/tutorial, 3",
  })
  void theFilesOfAPageAreThoseOfItsSample(String page, String sample, int count) {
    List<Block> files = new GuidePage(page).files();

    assertThat(files).hasSize(count);
    for (Block file : files) {
      assertThat(Guides.root().resolve(sample).resolve(file.title()))
          .as(page)
          .content()
          .isEqualTo(file.text());
    }
  }

  /** What samples/consumers/run builds by its pom is compiled here with these classes. */
  @Test
  void theServiceOfTheMavenTutorialAnswersAsShown(@TempDir Path folder) throws Exception {
    GuidePage page = new GuidePage("docs/tutorial-maven.md");
    Path source = folder.resolve("Main.java");
    Files.writeString(source, page.file("src/main/java/app/Main.java"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString());
    assertThat(status).isZero();

    List<MatchResult> questions =
        CURL.matcher(String.join("", page.blocks("console"))).results().toList();
    assertThat(questions).hasSize(2);
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, TutorialPagesTest.class.getClassLoader())) {
      Object server = loader.loadClass("app.Main").getMethod("start", int.class).invoke(null, 0);
      Class<?> type = Class.forName("com.sun.net.httpserver.HttpServer");
      int port = ((InetSocketAddress) type.getMethod("getAddress").invoke(server)).getPort();
      try {
        for (MatchResult question : questions) {
          assertThat(get("http://127.0.0.1:" + port + question.group(1)))
              .matches(GuidePage.printed(question.group(2)));
        }
      } finally {
        type.getMethod("stop", int.class).invoke(server, 0);
      }
    }
  }

  private static String get(String address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
