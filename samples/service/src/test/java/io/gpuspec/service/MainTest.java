package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service as a program. */
@Timeout(60)
class MainTest {
  /** What it says on standard error; Java closes the stream when a process is ended. */
  @TempDir private Path folder;

  private Process start(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("io.gpuspec.service.Main");
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(errors().toFile()).start();
  }

  private Path errors() {
    return folder.resolve("errors");
  }

  @Test
  void itSaysWhereItListensAndEndsWhenItIsToldTo() throws Exception {
    Process service = start("0");
    try (BufferedReader said = service.inputReader(StandardCharsets.UTF_8)) {
      String address = said.readLine();
      assertThat(address).matches("http://127\\.0\\.0\\.1:\\d+");
      assertThat(
              HttpClient.newHttpClient()
                  .send(
                      HttpRequest.newBuilder(URI.create(address + "/health")).build(),
                      BodyHandlers.ofString())
                  .body())
          .contains("\"up\"");

      service.destroy();

      assertThat(service.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(errors()).isEmptyFile();
    } finally {
      service.destroyForcibly();
    }
  }

  @Test
  void withACertificateItSpeaksHttps() throws Exception {
    TestKeys keys = TestKeys.create(folder, "EC");
    Process service =
        start("--tls-cert", keys.certificate() + "", "--tls-key", keys.key() + "", "0");
    try (BufferedReader said = service.inputReader(StandardCharsets.UTF_8)) {
      assertThat(said.readLine()).matches("https://127\\.0\\.0\\.1:\\d+");
    } finally {
      service.destroyForcibly();
    }
  }

  @Test
  void aPortThatIsTakenIsToldInOneLine() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(start(String.valueOf(other.getLocalPort())).waitFor()).isEqualTo(2);

      assertThat(errors())
          .content()
          .startsWith("gpuspec-service: 127.0.0.1:" + other.getLocalPort() + ": cannot be listened")
          .containsOnlyOnce("\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x | gpuspec-service: port: 'x' is none; write 0 to 65535",
        "65536 | gpuspec-service: port: '65536' is none; write 0 to 65535",
        "1 2 3 | gpuspec-service: Unmatched argument at index 2: '3'",
        "--tls 0 | gpuspec-service: Unknown option: '--tls'",
        "--tls-cert a 0 | gpuspec-service: Error: Missing required argument(s): --tls-key=FILE",
        "--tls-keystore a 0 | gpuspec-service: Error: Missing required argument(s): --tls-password-file=FILE",
        "--config none.yaml 0 | gpuspec-service: file: 'none.yaml' does not exist; give a file of settings",
      })
  void wordsThatItDoesNotUnderstandAreToldInOneLine(String words, String told) {
    StringWriter said = new StringWriter();

    int status = Main.command().setErr(new PrintWriter(said, true)).execute(words.split(" "));

    assertThat(status).isEqualTo(2);
    assertThat(said).hasToString(told + System.lineSeparator());
  }
}
