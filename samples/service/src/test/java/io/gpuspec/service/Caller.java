package io.gpuspec.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.Gpus;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A service on a port of loopback, and who calls it. */
record Caller(GpuService service, HttpClient client) implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What came back. */
  record Answer(int status, String type, String allow, String body) {
    JsonNode json() throws Exception {
      return JSON.readTree(body);
    }

    /** The problems that it tells. */
    List<String> problems() throws Exception {
      return json().get("problems").valueStream().map(JsonNode::asText).toList();
    }
  }

  static Caller start() {
    return new Caller(GpuService.start(Gpus.load(), "127.0.0.1", 0), HttpClient.newHttpClient());
  }

  Answer get(String path) throws Exception {
    return send(path, HttpRequest.newBuilder().GET());
  }

  Answer post(String path, String body, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder().POST(BodyPublishers.ofString(body));
    return send(path, headers.length == 0 ? request : request.headers(headers));
  }

  /** A body whose length is not told beforehand. */
  Answer postInChunks(String path, String body) throws Exception {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    BodyPublisher chunks = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
    return send(path, HttpRequest.newBuilder().POST(chunks));
  }

  private Answer send(String path, HttpRequest.Builder request) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + service.port() + path);
    HttpResponse<String> response =
        client.send(
            request.uri(uri).timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        response.headers().firstValue("Allow").orElse(""),
        response.body());
  }

  @Override
  public void close() {
    service.close();
  }
}
