package io.gpuspec.service;

import io.gpuspec.Gpus;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The program {@code java -jar gpuspec-service.jar [PORT [ADDRESS]]}; by default, port 8080 of the
 * loopback interface.
 */
public final class Main {
  private static final String USAGE = "usage: gpuspec-service [PORT [ADDRESS]]";

  /** Held, or the levels that are set would be lost with them. */
  private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

  private static final Logger JAVALIN = Logger.getLogger("io.javalin");

  private Main() {}

  /** Serves until the process is ended. */
  public static void main(String[] args) {
    if (args.length > 2) {
      fail(USAGE);
    }
    JETTY.setLevel(Level.WARNING);
    // The message only says that it cannot start, which is reported below with the fix.
    JAVALIN.setLevel(Level.OFF);
    String address = args.length > 1 ? args[1] : "127.0.0.1";
    try {
      int port = args.length > 0 ? port(args[0]) : 8080;
      GpuService service = GpuService.start(Gpus.load(), address, port);
      Runtime.getRuntime().addShutdownHook(new Thread(service::close));
      String host = address.contains(":") ? "[" + address + "]" : address;
      System.out.printf("http://%s:%d%n", host, service.port());
    } catch (IllegalArgumentException | ServiceException e) {
      fail(e.getMessage());
    }
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

  private static void fail(String message) {
    System.err.println("gpuspec-service: " + message);
    System.exit(2);
  }
}
