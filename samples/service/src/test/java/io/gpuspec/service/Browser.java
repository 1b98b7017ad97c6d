package io.gpuspec.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Headless Chromium, driven by the WebDriver protocol of the W3C. */
record Browser(Process driver, HttpClient client, String session) implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");

  /** The property that holds the id of an element, as the protocol names it. */
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

  private static final int LONGEST_MILLISECONDS = 60_000;

  /** Keys without a character, as the protocol numbers them. */
  static final String TAB = "\uE004";

  static final String ENTER = "\uE007";
  static final String CONTROL = "\uE009";
  static final String RIGHT = "\uE014";

  /** A program that is needed and not on the path. */
  static Optional<String> missing() {
    return Stream.of("chromium", "chromedriver").filter(name -> onPath(name).isEmpty()).findFirst();
  }

  private static Optional<Path> onPath(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts it; what it keeps is in a folder. */
  static Browser start(Path home) throws Exception {
    Process driver =
        new ProcessBuilder(onPath("chromedriver").orElseThrow().toString(), "--port=0")
            .redirectErrorStream(true)
            .start();
    try {
      String address = "http://127.0.0.1:" + port(driver) + "/session";
      HttpClient client = HttpClient.newHttpClient();
      Map<String, Object> options =
          Map.of(
              "binary",
              onPath("chromium").orElseThrow().toString(),
              "args",
              List.of(
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--disable-quic",
                  "--no-first-run",
                  "--disable-background-networking",
                  "--disable-component-update",
                  "--disable-sync",
                  "--disable-dev-shm-usage",
                  "--hide-scrollbars",
                  "--lang=en-US",
                  "--user-data-dir=" + home,
                  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"));
      Map<String, Object> wanted =
          Map.of(
              "capabilities",
              Map.of(
                  "alwaysMatch",
                  Map.of(
                      "goog:chromeOptions",
                      options,
                      "goog:loggingPrefs",
                      Map.of("performance", "ALL", "browser", "ALL"),
                      "timeouts",
                      Map.of("script", LONGEST_MILLISECONDS, "pageLoad", LONGEST_MILLISECONDS))));
      JsonNode session = send(client, "POST", address, wanted);
      return new Browser(driver, client, address + "/" + session.get("sessionId").asText());
    } catch (Exception | AssertionError e) {
      driver.destroy();
      throw e;
    }
  }

  private static String port(Process driver) throws IOException {
    BufferedReader said = driver.inputReader(StandardCharsets.UTF_8);
    StringBuilder all = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        return started.group(1);
      }
      all.append(line).append('\n');
    }
    throw new AssertionError("chromedriver did not start: " + all);
  }

  private static JsonNode send(HttpClient client, String method, String address, Object body)
      throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .timeout(Duration.ofMillis(2 * LONGEST_MILLISECONDS))
            .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build();
    HttpResponse<String> response;
    try {
      response = client.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new InterruptedIOException(address);
    }
    JsonNode value = JSON.readTree(response.body()).get("value");
    if (response.statusCode() != 200) {
      throw new AssertionError(address + ": " + value.path("message").asText());
    }
    return value;
  }

  private JsonNode post(String command, Object body) throws Exception {
    return send(client, "POST", session + "/" + command, body);
  }

  void open(String address) throws Exception {
    post("url", Map.of("url", address));
  }

  /** The value of a script, whose arguments are {@code arguments[0]} and so on. */
  JsonNode script(String script, Object... arguments) throws Exception {
    return post("execute/sync", Map.of("script", script, "args", List.of(arguments)));
  }

  /** Waits until an expression is true. */
  void await(String expression) throws Exception {
    String look =
        "const done = arguments[0]; const look = () => %s ? done(true) : setTimeout(look, 20); look();";
    post("execute/async", Map.of("script", look.formatted(expression), "args", List.of()));
  }

  String text(String selector) throws Exception {
    return script("return document.querySelector(arguments[0]).innerText", selector).asText();
  }

  void click(String selector) throws Exception {
    post("element/" + element(selector) + "/click", Map.of());
  }

  private String element(String selector) throws Exception {
    return post("element", Map.of("using", "css selector", "value", selector))
        .get(ELEMENT)
        .asText();
  }

  /** The name of an element for a screen reader. */
  String label(String selector) throws Exception {
    String address = session + "/element/" + element(selector) + "/computedlabel";
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return JSON.readTree(client.send(request, BodyHandlers.ofString()).body())
        .get("value")
        .asText();
  }

  /** Types into what has the focus. */
  void type(String keys) throws Exception {
    List<Map<String, String>> actions =
        keys.codePoints()
            .mapToObj(Character::toString)
            .flatMap(
                key ->
                    Stream.of(
                        Map.of("type", "keyDown", "value", key),
                        Map.of("type", "keyUp", "value", key)))
            .toList();
    act(actions);
  }

  /** Presses a key while another is held. */
  void chord(String held, String key) throws Exception {
    act(
        List.of(
            Map.of("type", "keyDown", "value", held),
            Map.of("type", "keyDown", "value", key),
            Map.of("type", "keyUp", "value", key),
            Map.of("type", "keyUp", "value", held)));
  }

  private void act(List<Map<String, String>> actions) throws Exception {
    Map<String, Object> keyboard = Map.of("type", "key", "id", "keyboard", "actions", actions);
    post("actions", Map.of("actions", List.of(keyboard)));
  }

  /** A screen of a width, of a system that is light or dark. */
  void screen(String scheme, int width) throws Exception {
    tell(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
    tell(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private void tell(String command, Object parameters) throws Exception {
    post("goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  void screenshot(Path file) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(session + "/screenshot")).build();
    JsonNode image = JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(image.get("value").asText()));
  }

  /** The addresses that were requested since this was last called. */
  List<String> requested() throws Exception {
    return log("performance")
        .map(entry -> read(entry.get("message").asText()).get("message"))
        .filter(event -> event.get("method").asText().equals("Network.requestWillBeSent"))
        .map(event -> event.at("/params/request/url").asText())
        .toList();
  }

  /** What the console shows as an error since this was last called. */
  List<String> errors() throws Exception {
    return log("browser")
        .filter(entry -> entry.get("level").asText().equals("SEVERE"))
        .map(entry -> entry.get("message").asText())
        .toList();
  }

  private Stream<JsonNode> log(String type) throws Exception {
    return post("se/log", Map.of("type", type)).valueStream();
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      send(client, "DELETE", session, Map.of());
    } finally {
      driver.destroy();
      driver.onExit().join();
    }
  }
}
