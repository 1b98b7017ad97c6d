package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The images have what Maven writes, where their users look for it; nothing here builds them. */
class DockerfilesTest {
  private static final Pattern COPIED = Pattern.compile("(?m)^COPY (target/\\S+) (\\S+)$");

  @ParameterizedTest
  @CsvSource({
    "cli, /opt/gpuspec/, samples/cli/Dockerfile",
    "service, /app/, samples/service/deploy.yaml"
  })
  void theJarLiesBesideItsLibrariesAndIsWhatRuns(String sample, String folder, String user)
      throws IOException {
    Path module = Guides.root().resolve("samples").resolve(sample);
    String pom = Files.readString(module.resolve("pom.xml"));
    String jar = pom.replaceFirst("(?s).*<finalName>(.*?)</finalName>.*", "$1.jar");

    List<String> copied =
        COPIED
            .matcher(Files.readString(module.resolve("Dockerfile")))
            .results()
            .map(found -> found.group(1) + " " + found.group(2))
            .toList();

    assertThat(pom).contains("<classpathPrefix>lib/<", "{project.build.directory}/lib<");
    assertThat(copied)
        .containsExactlyInAnyOrder("target/lib " + folder + "lib", "target/" + jar + " " + folder);
    assertThat(Guides.root().resolve(user)).content().contains("-jar").contains(folder + jar);
  }
}
