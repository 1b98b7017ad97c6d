package io.gpuspec.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CentralRulesTest {
  @TempDir Path folder;

  private SampleRelease shelf;

  @BeforeEach
  void aReleaseWithoutAFault() {
    shelf = SampleRelease.in(folder);
  }

  @Test
  void aReleaseWithoutAFaultIsTaken() {
    assertThat(shelf.release()).hasSize(2);
    assertThat(shelf.refused()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "name, <name>lib</name>, name",
    "description, <description>A library.</description>, description",
    "url, <url>https://example.org</url>, url",
    "license, <name>Apache-2.0</name>, licenses/license/name",
    "license's text, <url>https://example.org/license</url>, licenses/license/url",
    "developer, <developer><name>Somebody</name></developer>, developers/developer/name",
    "scm, <url>https://example.org/lib</url>, scm/url"
  })
  void whatIsMissingFromThePomIsNamed(String what, String element, String path) {
    shelf.change("lib-1.2.3.pom", element, "");
    assertThat(shelf.refused()).as(what).containsExactly("lib/1.2.3/lib-1.2.3.pom: no " + path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-sources", "-javadoc"})
  void eachOfTheThreeJarsIsAskedFor(String classifier) {
    shelf.delete("lib-1.2.3" + classifier + ".jar");
    assertThat(shelf.refused())
        .containsExactly("lib/1.2.3/lib-1.2.3" + classifier + ".jar: missing");
  }

  @Test
  void aSnapshotIsNoRelease() {
    shelf.change("lib-1.2.3.pom", "<version>1.2.3<", "<version>1.2.3-SNAPSHOT<");
    assertThat(shelf.refused())
        .contains("lib/1.2.3/lib-1.2.3.pom: a snapshot is no release: 1.2.3-SNAPSHOT");
  }

  @Test
  void aPomBelongsIntoTheFolderThatItNames() {
    shelf.change("lib-1.2.3.pom", "<groupId>io.gpuspec<", "<groupId>io.other<");
    assertThat(shelf.refused())
        .containsExactly(
            "lib/1.2.3/lib-1.2.3.pom: states io/other/lib/1.2.3, which is not its folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"md5", "sha1"})
  void eachFileHasBothChecksums(String extension) {
    shelf.delete("lib-1.2.3.jar." + extension);
    assertThat(shelf.refused())
        .containsExactly("lib/1.2.3/lib-1.2.3.jar." + extension + ": missing");
  }

  @Test
  void checksumsAreOfTheFileAsItIs() throws Exception {
    shelf.write("lib-1.2.3.txt", "abc");
    // RFC 1321, A.5, and FIPS 180-1, appendix A.
    Files.writeString(shelf.file("lib-1.2.3.txt.md5"), "900150983cd24fb0d6963f7d28e17f72");
    Files.writeString(
        shelf.file("lib-1.2.3.txt.sha1"), "a9993e364706816aba3e25717850c26c9cd0d89d\n");
    assertThat(shelf.refused()).isEmpty();
    Files.writeString(shelf.file("lib-1.2.3.txt"), "abd");
    assertThat(shelf.refused())
        .containsExactlyInAnyOrder(
            "lib/1.2.3/lib-1.2.3.txt.md5: is not the MD5 of lib-1.2.3.txt",
            "lib/1.2.3/lib-1.2.3.txt.sha1: is not the SHA-1 of lib-1.2.3.txt");
  }

  @Test
  void aComponentIsSignedAsAWhole() throws Exception {
    for (String file : new String[] {".pom", ".jar", "-sources.jar", "-javadoc.jar"}) {
      Files.writeString(shelf.file("lib-1.2.3" + file + ".asc"), "a signature");
    }
    assertThat(shelf.refused())
        .containsExactly("lib/1.2.3/lib-1.2.3-cyclonedx.xml: not signed, as others beside it are");
    Files.writeString(shelf.file("lib-1.2.3-cyclonedx.xml.asc"), "a signature");
    assertThat(shelf.refused()).isEmpty();
    assertThat(shelf.release())
        .filteredOn(CentralRules::isSigned)
        .extracting(Component::artifact)
        .containsExactly("lib");
  }
}
