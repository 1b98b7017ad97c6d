package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.inspect.InspectSettings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.value.GpuSpecException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * The program {@code java -jar gpuspec-service.jar [OPTIONS] [PORT [ADDRESS]]}; by default, port
 * 8080 of the loopback interface.
 */
@Command(
    name = "gpuspec-service",
    description = "Answers over HTTP, or HTTPS with a certificate.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Main implements Runnable {
  /** Held, or the levels that are set would be lost with them. */
  private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

  private static final Logger JAVALIN = Logger.getLogger("io.javalin");

  /** The files of a certificate. */
  static final class Certificate {
    @ArgGroup(exclusive = false)
    private @Nullable Pem pem;

    @ArgGroup(exclusive = false)
    private @Nullable Keys keys;

    private Tls tls() {
      if (pem != null) {
        return Tls.pem(Path.of(pem.certificates), Path.of(pem.key));
      }
      Keys both = Objects.requireNonNull(keys);
      return Tls.keyStore(Path.of(both.store), Path.of(both.password));
    }
  }

  /** PEM. */
  static final class Pem {
    @Option(
        names = "--tls-cert",
        required = true,
        paramLabel = "FILE",
        description = "Certificate, with those that signed it, as PEM.")
    private String certificates = "";

    @Option(
        names = "--tls-key",
        required = true,
        paramLabel = "FILE",
        description = "Its key, as unencrypted PKCS#8 in PEM.")
    private String key = "";
  }

  /** A key store. */
  static final class Keys {
    @Option(
        names = "--tls-keystore",
        required = true,
        paramLabel = "FILE",
        description = "Certificate and key as PKCS#12 or JKS.")
    private String store = "";

    @Option(
        names = "--tls-password-file",
        required = true,
        paramLabel = "FILE",
        description = "File with the password of the key store.")
    private String password = "";
  }

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings of the inspector, in the form of .gpuspec.yaml.")
  private @Nullable Path config;

  @ArgGroup(exclusive = true)
  private @Nullable Certificate certificate;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port; 0 is one that is free. By default, ${DEFAULT-VALUE}.")
  private String port = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen on. By default, ${DEFAULT-VALUE}.")
  private String address = "";

  private Main() {}

  /** Serves until the process is ended. */
  public static void main(String[] args) {
    JETTY.setLevel(Level.WARNING);
    // The message only says that it cannot start, which is reported below with the fix.
    JAVALIN.setLevel(Level.OFF);
    int status = command().execute(args);
    if (status != 0) {
      System.exit(status);
    }
  }

  static CommandLine command() {
    CommandLine command = new CommandLine(new Main());
    return command
        .setParameterExceptionHandler((e, words) -> fail(e, command.getErr()))
        .setExecutionExceptionHandler((e, same, words) -> fail(e, command.getErr()));
  }

  @Override
  public void run() {
    int number = port(port);
    Gpus gpus = Gpus.load();
    Inspector inspector = Inspector.of(gpus);
    if (config != null) {
      inspector = inspector.with(InspectSettings.read(config));
    }
    Optional<Tls> tls = Optional.ofNullable(certificate).map(Certificate::tls);
    GpuService service = GpuService.start(new Listening(gpus, inspector, address, number, tls));
    Runtime.getRuntime().addShutdownHook(new Thread(service::close));
    String host = address.contains(":") ? "[" + address + "]" : address;
    String scheme = tls.isPresent() ? "https" : "http";
    System.out.printf("%s://%s:%s%n", scheme, host, service.port());
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Told below, as a number that is out of range is.
    }
    throw new IllegalArgumentException("port: '%s' is none; write 0 to 65535".formatted(text));
  }

  private static int fail(Exception problem, PrintWriter told) throws Exception {
    boolean isTold =
        problem instanceof ParameterException
            || problem instanceof IllegalArgumentException
            || problem instanceof ServiceException
            || problem instanceof GpuSpecException;
    if (!isTold) {
      throw problem;
    }
    told.println("gpuspec-service: " + problem.getMessage());
    return 2;
  }
}
