package io.gpuspec.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseRulesTest {
  @TempDir Path folder;

  private SampleRelease shelf;

  @BeforeEach
  void aReleaseWithoutAFault() {
    shelf = SampleRelease.in(folder);
  }

  @Test
  void aReleaseWithoutAFaultHasNone() {
    assertThat(shelf.faults()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"parent", "repositories", "pluginRepositories", "build"})
  void whatOnlyTheBuildNeedsIsNotPublished(String element) {
    shelf.change("lib-1.2.3.pom", "<scm>", "<" + element + "/><scm>");
    assertThat(shelf.faults())
        .containsExactly(
            "lib/1.2.3/lib-1.2.3.pom: has <" + element + ">, which a user has no need of");
  }

  @Test
  void propertiesAreResolved() {
    shelf.change("lib-1.2.3.pom", "A library.", "A library for ${what}.");
    assertThat(shelf.faults())
        .containsExactly("lib/1.2.3/lib-1.2.3.pom: a property stands in it that is not resolved");
  }

  @ParameterizedTest
  @CsvSource({"'[4,5)'", "4.6-SNAPSHOT", "LATEST", "''"})
  void dependenciesHaveExactVersions(String version) {
    shelf.change("lib-1.2.3.pom", "4.5-jre", version);
    shelf.change("lib-1.2.3-cyclonedx.xml", "4.5-jre", version);
    assertThat(shelf.faults())
        .containsExactly(
            "lib/1.2.3/lib-1.2.3.pom: no exact version of com.example:other: '" + version + "'");
  }

  @Test
  void whatOnlyTestsNeedIsNotPublished() {
    shelf.change("lib-1.2.3.pom", "</version>\n    </dep", "</version><scope>test</scope></dep");
    assertThat(shelf.faults())
        .containsExactly("lib/1.2.3/lib-1.2.3.pom: names com.example:other, which only tests need");
  }

  @Test
  void ourOwnDependenciesArePublishedToo() {
    shelf.change("lib-1.2.3.pom", "com.example", "io.gpuspec");
    shelf.change("lib-1.2.3-cyclonedx.xml", "com.example", "io.gpuspec");
    assertThat(shelf.faults())
        .containsExactly("lib/1.2.3/lib-1.2.3.pom: needs io.gpuspec:other, which is not published");
  }

  @ParameterizedTest
  @CsvSource({"'', .class", "-sources, .java", "-javadoc, index.html"})
  void aJarHoldsWhatItsNameSays(String classifier, String content) {
    shelf.jar("lib-1.2.3" + classifier + ".jar", "README.md");
    assertThat(shelf.faults())
        .containsExactly("lib/1.2.3/lib-1.2.3" + classifier + ".jar: no " + content + " in it");
  }

  @Test
  void theBillOfMaterialsListsEachDependency() {
    shelf.change("lib-1.2.3-cyclonedx.xml", "4.5-jre", "4.4-jre");
    assertThat(shelf.faults())
        .containsExactly(
            "lib/1.2.3/lib-1.2.3-cyclonedx.xml: does not list com.example:other:4.5-jre");
  }

  @ParameterizedTest
  @CsvSource({
    "<bom>, <bom serialNumber='urn:uuid:1'>",
    "<bom>, <bom><metadata><timestamp>2026-11-21T00:00:00Z</timestamp></metadata>"
  })
  void theBillOfMaterialsIsTheSameInEachBuild(String from, String to) {
    shelf.change("lib-1.2.3-cyclonedx.xml", from, to);
    assertThat(shelf.faults())
        .containsExactly(
            "lib/1.2.3/lib-1.2.3-cyclonedx.xml: says when or as which it was made, so two builds of it differ");
  }

  @Test
  void theBomNamesWhatIsPublishedAndNothingElse() {
    shelf.change("gpu-spec-bom-1.2.3.pom", "<artifactId>lib<", "<artifactId>other<");
    assertThat(shelf.faults())
        .containsExactly(
            "gpu-spec-bom names [io.gpuspec:other:1.2.3], and published are [io.gpuspec:lib:1.2.3]");
  }
}
