package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** What the API server says to a manifest, sent byte for byte and not kept. */
final class Admission {
  private static final Pattern DOCUMENTS = Pattern.compile("(?m)^---$");
  private static final String STRICTLY = "?dryRun=All&fieldValidation=Strict";
  private static final int SECONDS = 30;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final KubernetesClient client;
  private final Map<String, List<APIResource>> resources = new HashMap<>();

  Admission(KubernetesClient client) {
    this.client = client;
  }

  /**
   * What the server said.
   *
   * @param admitted whether it would keep the object
   * @param said why not, and every warning
   * @param kept the objects as it would keep them, with its defaults
   */
  record Verdict(boolean admitted, List<String> said, List<JsonNode> kept) {
    boolean withoutWarning() {
      return admitted && said.isEmpty();
    }
  }

  /** Every object of a YAML stream or a JSON List, each by itself; admitted if all are. */
  Verdict of(String text) {
    boolean admitted = true;
    List<String> said = new ArrayList<>();
    List<JsonNode> kept = new ArrayList<>();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (String object : objects(text)) {
      answers.add(send(object, address(tree(object), STRICTLY)));
    }
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      Verdict one = verdict(got(answer));
      admitted &= one.admitted();
      said.addAll(one.said());
      kept.addAll(one.kept());
    }
    return new Verdict(admitted, List.copyOf(said), List.copyOf(kept));
  }

  /** A text that may be no object at all, sent to where pods are created. */
  Verdict asPod(String text) {
    return verdict(post(text, address("v1", "Pod", "default", STRICTLY)));
  }

  private static Verdict verdict(HttpResponse<String> response) {
    List<String> said = new ArrayList<>(response.headers("Warning"));
    if (response.isSuccessful()) {
      return new Verdict(true, said, List.of(tree(response.body())));
    }
    said.add(tree(response.body()).path("message").asText());
    return new Verdict(false, said, List.of());
  }

  /** A List is for clients, which take it apart; everything else is sent as it is written. */
  private static List<String> objects(String text) {
    List<String> objects = new ArrayList<>();
    for (String split : DOCUMENTS.split(text)) {
      if (split.isBlank()) {
        continue;
      }
      // The line break is that of the marker before it.
      String document = split.startsWith("\n") ? split.substring(1) : split;
      JsonNode object = tree(document);
      if (object.path("kind").asText().equals("List")) {
        object.path("items").forEach(item -> objects.add(item.toString()));
      } else {
        objects.add(document);
      }
    }
    return objects;
  }

  /**
   * Creates an object for good, such as one that others name.
   *
   * @throws IllegalStateException if the server refuses it
   */
  void create(String object) {
    HttpResponse<String> response = post(object, address(tree(object), ""));
    if (!response.isSuccessful()) {
      throw new IllegalStateException(response.body() + "\n" + object);
    }
  }

  private HttpResponse<String> post(String document, URI address) {
    return got(send(document, address));
  }

  private CompletableFuture<HttpResponse<String>> send(String document, URI address) {
    return client
        .getHttpClient()
        .sendAsync(
            client
                .getHttpClient()
                .newHttpRequestBuilder()
                .uri(address)
                .post(isJson(document) ? "application/json" : "application/yaml", document)
                .build(),
            String.class);
  }

  private static HttpResponse<String> got(CompletableFuture<HttpResponse<String>> answer) {
    try {
      return answer.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the API server did not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private URI address(JsonNode object, String how) {
    return address(
        object.path("apiVersion").asText(),
        object.path("kind").asText(),
        object.path("metadata").path("namespace").asText("default"),
        how);
  }

  private List<APIResource> served(String version) {
    return Optional.ofNullable(client.getApiResources(version))
        .map(APIResourceList::getResources)
        .orElse(List.of());
  }

  private URI address(String version, String kind, String namespace, String how) {
    APIResource resource =
        resources.computeIfAbsent(version, this::served).stream()
            .filter(r -> r.getKind().equals(kind) && !r.getName().contains("/"))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("no '%s' in '%s'".formatted(kind, version)));
    return URI.create(
        client.getMasterUrl()
            + (version.contains("/") ? "apis/" : "api/")
            + version
            + (resource.getNamespaced() ? "/namespaces/" + namespace : "")
            + "/"
            + resource.getName()
            + how);
  }

  /** Not all JSON is YAML: characters such as DEL stand in it as they are. */
  private static boolean isJson(String text) {
    return text.startsWith("{");
  }

  private static JsonNode tree(String text) {
    try {
      return (isJson(text) ? JSON : YAML).readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
