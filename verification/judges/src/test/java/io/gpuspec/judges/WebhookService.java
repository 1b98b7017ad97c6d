package io.gpuspec.judges;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Our service as a program, on loopback, with a certificate that the JDK's keytool signs. */
record WebhookService(Process process, String address, String authority) implements AutoCloseable {
  private static final Path FOLDER = Path.of("target", "judges", "webhook").toAbsolutePath();
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");
  private static final Path JAR =
      Path.of("..", "..", "samples", "service", "target", "gpuspec-service.jar").toAbsolutePath();
  private static final String PASSWORD = "changeit";

  static WebhookService start() {
    try {
      Files.createDirectories(FOLDER);
      Path store = FOLDER.resolve("keys.p12");
      Files.deleteIfExists(store);
      Path password = Files.writeString(FOLDER.resolve("password"), PASSWORD);
      keytool(
          store,
          "-genkeypair",
          "-keyalg",
          "EC",
          "-dname",
          "CN=gpuspec",
          "-ext",
          "san=ip:127.0.0.1");
      String certificate = keytool(store, "-exportcert", "-rfc");
      Process service =
          new ProcessBuilder(
                  JAVA.resolve("java").toString(),
                  "-jar",
                  JAR.toString(),
                  "--tls-keystore=" + store,
                  "--tls-password-file=" + password,
                  "0")
              .redirectError(FOLDER.resolve("log").toFile())
              .start();
      BufferedReader said = service.inputReader(StandardCharsets.UTF_8);
      String address = said.readLine();
      if (address == null) {
        throw new IllegalStateException(Files.readString(FOLDER.resolve("log")));
      }
      byte[] pem = certificate.getBytes(StandardCharsets.US_ASCII);
      return new WebhookService(service, address, Base64.getEncoder().encodeToString(pem));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String keytool(Path store, String... arguments) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(JAVA.resolve("keytool").toString()),
                Stream.concat(
                    Stream.of(arguments),
                    Stream.of(
                        "-alias",
                        "service",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())))
            .collect(Collectors.toList());
    Process tool = new ProcessBuilder(command).start();
    return new String(tool.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
