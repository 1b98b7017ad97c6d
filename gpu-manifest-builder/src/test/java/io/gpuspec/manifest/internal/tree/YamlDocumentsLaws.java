package io.gpuspec.manifest.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.error.ManifestException;
import java.io.ByteArrayInputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class YamlDocumentsLaws {

  @Property(tries = 2000)
  void anyBytesAreReadOrRefusedAtAPlace(@ForAll byte[] bytes) {
    try {
      YamlDocuments.of("x", new ByteArrayInputStream(bytes)).forEach(Trees::of);
    } catch (ManifestException e) {
      assertThat(e.line()).isPositive();
      assertThat(e.column()).isPositive();
    }
  }

  @Property(tries = 5000)
  void anyTextIsReadOrRefusedAtAPlace(@ForAll("yamlLike") String text) {
    try {
      YamlDocuments.of("x", text).forEach(Trees::of);
    } catch (ManifestException e) {
      assertThat(e.line()).isPositive();
      assertThat(e.column()).isPositive();
    }
  }

  /** Pieces of YAML in no order: far more of it nearly parses than of random characters. */
  @Provide
  Arbitrary<String> yamlLike() {
    return Arbitraries.of(
            "a",
            "b: ",
            "- ",
            "? ",
            ": ",
            "\n",
            "\n  ",
            "\n ",
            "\t",
            "[",
            "]",
            "{",
            "}",
            ", ",
            "&a ",
            "*a",
            "!!str ",
            "!x ",
            "!<",
            "<<: ",
            "|",
            ">",
            "|2",
            "|+\n",
            "'",
            "\"",
            "\\",
            "\\x4",
            "\\UFFFFFFFF",
            "\\ud800",
            "---\n",
            "...\n",
            "%YAML 1.2\n",
            "%YAML 9.9\n",
            "%TAG ! tag:x,1:\n",
            "#",
            " #c\n",
            "@",
            "`",
            "8",
            "1e9",
            "~",
            "\r",
            "\uFEFF",
            "\u0085",
            "\u2028",
            "\ud83d",
            "\ude00",
            "\0")
        .list()
        .ofMaxSize(25)
        .map(pieces -> String.join("", pieces));
  }
}
