package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code inspect}: languages and colours. */
class InspectCommandTest {
  private static final String ESCAPE = "\u001B[";

  @TempDir private Path folder;
  private Path pod;

  @BeforeEach
  void write() throws IOException {
    pod =
        Files.writeString(
            folder.resolve("pod.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: llm}
            spec:
              containers:
              - name: main
                image: registry.example/llm:v1
                resources: {limits: {memory: 512m, nvidia.com/gpu: 1}}
            """);
  }

  private static String on(Terminal terminal, String... words) {
    StringWriter out = new StringWriter();
    int status =
        Main.run(
            new Console(out, new PrintStream(PrintStream.nullOutputStream()), terminal), words);
    assertThat(status).isEqualTo(1);
    return out.toString();
  }

  @Test
  void theLanguageIsAskedFor() {
    assertThat(Run.of("inspect", "--lang", "zh", pod.toString()).out())
        .contains("错误 memory-in-thousandths", "修复：", "1 个错误，0 个警告");
    assertThat(Run.of("inspect", "--lang", "zh", "--format", "json", pod.toString()).json())
        .hasToString(
            Run.of("inspect", "--format", "json", pod.toString())
                .json()
                .toString()
                .replaceAll("\"message\":\"[^\"]*\"", "\"message\":\"memory：'512m' 的单位是千分之一字节。\"")
                .replaceAll("\"description\":\"[^\"]*\"", "\"description\":\"兆字节写作 Mi。\""));
    assertThat(Run.of("inspect", "-f", pod.toString()).out())
        .isEqualTo(Run.of("inspect", pod.toString()).out());
    assertThat(Run.of("inspect", "--rules", "--lang", "zh").out())
        .contains("memory-in-thousandths (error): ")
        .containsPattern("[\u4e00-\u9fff]");
    assertThat(Run.of("inspect", "--lang", "fr", pod.toString()).err())
        .contains("'fr'", "en", "zh");
  }

  @Test
  void theEnvironmentDecidesOnTextAlone() {
    Terminal chinese = new Terminal(false, false, Optional.empty(), Language.ZH, false);

    assertThat(on(chinese, "inspect", pod.toString())).contains("错误");
    assertThat(on(chinese, "inspect", "--lang", "en", pod.toString())).contains("1 error,");
    assertThat(on(chinese, "inspect", "--format", "json", pod.toString()))
        .contains("are thousandths of a byte");
  }

  @Test
  void onlyTextOnATerminalHasColours() throws IOException {
    Terminal coloured = new Terminal(true, true, Optional.empty(), Language.EN, false);
    Path file = folder.resolve("findings.txt");

    assertThat(on(coloured, "inspect", pod.toString())).contains(ESCAPE + "1;31merror");
    assertThat(on(coloured, "inspect", "--format", "json", pod.toString())).doesNotContain(ESCAPE);
    on(coloured, "inspect", "--format", "text", "--output", file.toString(), pod.toString());
    assertThat(file).content().contains("1 error,").doesNotContain(ESCAPE);
    assertThat(Run.of("inspect", pod.toString()).out()).doesNotContain(ESCAPE);
  }

  @Test
  void aFolderWithoutManifestsIsRefusedAsByMatch() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Run run = Run.of("inspect", empty.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "empty': The file was not inspected: it is a folder without manifests (.yaml, .yml or"
                + " .json).");
    assertThat(Run.of("match", "--provider", "eks", "-f", empty.toString()).status()).isEqualTo(2);
  }

  @Test
  void whatCannotBeReadIsToldAndTheRestIsInspected() {
    Run run = Run.of("inspect", folder.resolve("none.yaml").toString(), pod.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("memory-in-thousandths", "file-unreadable");
    assertThat(run.err()).contains("none.yaml': The file was not inspected: it does not exist.");
    assertThat(Run.of("inspect", "-", pod.toString()).err())
        .contains("'-' is standard input, which is inspected alone; leave out '" + pod + "'");
  }

  @Test
  void aFixKeepsThePermissionsTheEncodingAndTheLink() throws IOException {
    Path windows =
        Files.write(
            folder.resolve("windows.yaml"),
            ("\uFEFF" + Files.readString(pod).replace("\n", "\r\n"))
                .getBytes(StandardCharsets.UTF_16LE));
    Files.setPosixFilePermissions(windows, PosixFilePermissions.fromString("rw-r--r--"));
    Path link = Files.createSymbolicLink(folder.resolve("link.yaml"), windows);

    Run run = Run.of("inspect", "--fix=all", link.toString());

    assertThat(run.status()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(windows)))
        .isEqualTo("rw-r--r--");
    assertThat(Files.readString(windows, StandardCharsets.UTF_16LE))
        .isEqualTo("\uFEFF" + Files.readString(pod).replace("\n", "\r\n").replace("512m", "512Mi"));
  }

  @Test
  void theEditionInTheFileBelongsToItsProvider() throws IOException {
    Path settings =
        Files.writeString(folder.resolve("settings.yaml"), "provider: tke\nedition: 2023-06\n");
    Path small =
        Files.writeString(
            folder.resolve("small.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: small
              annotations:
                eks.tke.cloud.tencent.com/gpu-type: V100
                eks.tke.cloud.tencent.com/gpu-count: '1'
                eks.tke.cloud.tencent.com/cpu: '2'
                eks.tke.cloud.tencent.com/mem: 2Gi
            spec:
              containers:
              - name: main
                image: registry.example/small:v1
                resources: {limits: {nvidia.com/gpu: 1}}
            """);

    assertThat(errors(settings, small)).contains("error");
    assertThat(errors(settings, small, "--provider", "tke")).isEqualTo(errors(settings, small));
    assertThat(errors(settings, small, "--edition", "2026-01"))
        .isEqualTo(errors(settings, small, "--provider", "tke", "--edition", "2026-01"))
        .isNotEqualTo(errors(settings, small));
    assertThat(Run.of(words(settings, small, "--provider", "eks")).err()).doesNotContain("2023-06");
    Files.writeString(settings, "edition: 2023-06\n");
    assertThat(Run.of(words(settings, small)).err())
        .contains("edition: belongs to a provider; add provider");
  }

  private static String[] words(Path settings, Path file, String... more) {
    return Stream.concat(
            Stream.of("inspect", "--config", settings.toString(), file.toString()), Stream.of(more))
        .toArray(String[]::new);
  }

  private static String errors(Path settings, Path file, String... more) {
    return Run.of(words(settings, file, more)).out();
  }

  @ParameterizedTest
  @CsvSource({
    "zh_CN.UTF-8, '', '', zh",
    "zh_TW, '', C, zh",
    "'', '', zh_CN.UTF-8, zh",
    "C, zh_CN, zh_CN, en",
    "'', en_US.UTF-8, zh_CN, en",
    "'', '', '', en"
  })
  void theFirstVariableThatIsSetDecides(String all, String messages, String lang, String language) {
    assertThat(Language.of(Map.of("LC_ALL", all, "LC_MESSAGES", messages, "LANG", lang)).locale())
        .isEqualTo(Locale.forLanguageTag(language));
  }
}
