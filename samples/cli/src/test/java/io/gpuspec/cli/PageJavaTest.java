package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java of every page compiles and gives what its comments say. */
class PageJavaTest {
  static List<GuidePage> pages() throws IOException {
    return Guides.with("java");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyValueIsAsItsCommentSays(GuidePage page, @TempDir Path folder) throws Exception {
    page.writeFiles(folder);
    PageJava java = new PageJava(page.blocks("java"));

    List<String> printed = java.printedIn(folder);

    assertThat(java.shown()).isNotEmpty().hasSameSizeAs(printed);
    for (int i = 0; i < printed.size(); i++) {
      assertThat(printed.get(i)).matches(GuidePage.printed(java.shown().get(i)));
    }
  }
}
