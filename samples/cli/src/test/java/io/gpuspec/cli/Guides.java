package io.gpuspec.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The pages that users read. */
final class Guides {
  /** Pages that another test runs, because they show something else than commands and Java. */
  static final Map<String, String> RUN_ELSEWHERE =
      Map.of(
          "README.md", "samples/cli/src/test/java/io/gpuspec/cli/ReadmeTest.java",
          "README.zh.md", "samples/cli/src/test/java/io/gpuspec/cli/ReadmeTest.java",
          "docs/jshell.md", "samples/jshell/src/test/java/io/gpuspec/jshell/JShellPageTest.java",
          "docs/service.md",
              "samples/service/src/test/java/io/gpuspec/service/ServicePageTest.java",
          "docs/tutorial-admission.md",
              "samples/service/src/test/java/io/gpuspec/service/ServicePageTest.java",
          "docs/tutorial-gradle.md",
              "verification/gradle/src/test/java/io/gpuspec/gradle/real/RealGradleCheck.java",
          "docs/tutorial-maven.md",
              "samples/cli/src/test/java/io/gpuspec/cli/TutorialPagesTest.java",
          "docs/tutorial-spark.md",
              "samples/spark/src/test/java/io/gpuspec/spark/SparkJobTest.java",
          "docs/new-provider.md",
              "verification/provider-contract/src/test/java/io/gpuspec/contract/NewProviderPageTest.java");

  /** The folder of the Chinese pages, named as the English ones. */
  static final String CHINESE = "docs/zh/";

  private Guides() {}

  /** The English pages that have a Chinese one: every guide, but no decisions and no rules. */
  static List<GuidePage> guides() throws IOException {
    return all().stream()
        .filter(page -> page.path().matches("docs/(catalogs/)?[^/]+\\.md"))
        .toList();
  }

  /** Every page in the folder of the checkout and under {@code docs}. */
  static List<GuidePage> all() throws IOException {
    try (Stream<Path> top = Files.list(root());
        Stream<Path> docs = Files.walk(root().resolve("docs"))) {
      return Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          // RulePagesTest writes those of rules; RuleExamplesTest inspects their examples.
          .filter(file -> !file.startsWith(root().resolve("docs/rules")))
          .map(file -> root().relativize(file).toString().replace('\\', '/'))
          .sorted()
          .map(GuidePage::new)
          .toList();
    }
  }

  /** The pages with a block of this language, but for those that another test runs. */
  static List<GuidePage> with(String language) throws IOException {
    return all().stream()
        .filter(page -> !RUN_ELSEWHERE.containsKey(page.path()))
        // TranslatedPagesTest holds their blocks to those of the English page.
        .filter(page -> !page.path().startsWith(CHINESE))
        .filter(page -> !page.blocks(language).isEmpty())
        .toList();
  }

  /** The folder of the checkout: two above this module's. */
  static Path root() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().getParent();
  }
}
