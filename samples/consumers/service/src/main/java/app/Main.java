package app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Answers {@code GET /node/T4} with the node that a pod with this GPU gets on Amazon EKS. */
public final class Main {
  // Loaded once, because it reads the catalogs.
  private static final Gpus GPUS = Gpus.load();

  private Main() {}

  /** Takes the port. */
  public static void main(String[] arguments) throws IOException {
    HttpServer server = start(Integer.parseInt(arguments[0]));
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Answers on a port; 0 is one that is free. */
  public static HttpServer start(int port) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/node/", Main::answer);
    server.start();
    return server;
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String gpu = exchange.getRequestURI().getPath().substring("/node/".length());
    int status;
    String text;
    try {
      Match match = GPUS.in("eks").match(GpuRequest.of(gpu).cpu(3).memory("12Gi"));
      status = match.isFound() ? 200 : 404;
      text = match.toString();
    } catch (GpuSpecException e) {
      status = 400;
      text = e.getMessage();
    }
    byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
