package io.gpuspec.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.inspect.Inspector;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A service on a port of loopback, and who calls it. */
record Caller(GpuService service, HttpClient client, String scheme) implements AutoCloseable {
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
    return new Caller(
        GpuService.start(Gpus.load(), "127.0.0.1", 0), HttpClient.newHttpClient(), "http");
  }

  /** A service with a certificate, and a caller who trusts no other. */
  static Caller start(TestKeys keys, Tls tls) throws Exception {
    Gpus gpus = Gpus.load();
    GpuService service =
        GpuService.start(new Listening(gpus, Inspector.of(gpus), "127.0.0.1", 0, Optional.of(tls)));
    return new Caller(service, client(keys), "https");
  }

  /** The same service, called by who trusts another certificate. */
  Caller trusting(TestKeys keys) throws Exception {
    return new Caller(service, client(keys), scheme);
  }

  private static HttpClient client(TestKeys keys) throws Exception {
    return HttpClient.newBuilder().sslContext(keys.client()).build();
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

  /** Does not wait for the answer. */
  CompletableFuture<Answer> postLater(String path, String body) {
    HttpRequest.Builder request = HttpRequest.newBuilder().POST(BodyPublishers.ofString(body));
    return client.sendAsync(to(path, request), BodyHandlers.ofString()).thenApply(Caller::answer);
  }

  private HttpRequest to(String path, HttpRequest.Builder request) {
    URI uri = URI.create(scheme + "://127.0.0.1:" + service.port() + path);
    return request.uri(uri).timeout(Duration.ofSeconds(60)).build();
  }

  private Answer send(String path, HttpRequest.Builder request) throws Exception {
    return answer(client.send(to(path, request), BodyHandlers.ofString()));
  }

  private static Answer answer(HttpResponse<String> response) {
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
