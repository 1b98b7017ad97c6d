package io.gpuspec.fuzz;

import io.gpuspec.service.GpuService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/**
 * Bodies of the sample service, over a socket of the loopback interface.
 *
 * <p>The first line of the input is the path and the query, the rest is the body. Whatever it is,
 * the answer is JSON, or what the query wants, and never the error of the server.
 */
final class Bodies {
  private static final List<String> PATHS =
      List.of(
          "/match",
          "/build",
          "/build?provider=eks",
          "/inspect",
          "/inspect?provider=eks&format=sarif",
          "/inspect?format=junit",
          "/diagnose",
          "/admission",
          "/mig/fit",
          "/mig/plan");
  private static final Set<Integer> STATUSES = Set.of(200, 400, 413, 422);

  private static final GpuService SERVICE = GpuService.start(Clouds.ALL, "127.0.0.1", 0);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Bodies() {}

  static void answer(String input) {
    String[] parts = input.split("\n", 2);
    String path = PATHS.contains(parts[0]) ? parts[0] : Clouds.pick(PATHS, parts[0].hashCode());
    String body = parts.length == 2 ? parts[1] : input;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVICE.port() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      Laws.check(
          STATUSES.contains(answer.statusCode()), path + ": " + answer.statusCode(), answer.body());
      Laws.check(!answer.body().isEmpty(), path, "an empty answer");
      if (answer.headers().firstValue("Content-Type").orElse("").contains("json")) {
        Laws.json(answer.body());
      } else {
        Laws.output(answer.body());
      }
    } catch (IOException e) {
      throw new AssertionError(path + ": no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
