package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The cluster steps of docs/tutorial-admission.md, as they stand on the page: the API server gets
 * the files of the sample, and asks the program that their Deployment names, with the certificate
 * of the page, under the name of the Service.
 *
 * <p>No node is there. So the program runs on loopback, with what the API server keeps of its
 * Secret and ConfigMap in place of the mounts, and the Service is changed to lead there ({@code
 * ExternalName}, and its port in the webhook's configuration). All else is as on the page.
 */
class WebhookTutorialJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Path FOLDER =
      Path.of("target", "judges", "webhook-tutorial").toAbsolutePath();
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final String NAMESPACE = "gpuspec";

  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```(\\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$");

  private final List<Process> running = new ArrayList<>();

  @BeforeEach
  void anEmptyFolderWithTheCheckout() throws IOException {
    CommandLine.script(FOLDER.getParent(), "rm -rf " + FOLDER.getFileName());
    Files.createDirectories(FOLDER);
    Files.createSymbolicLink(FOLDER.resolve("samples"), ROOT.resolve("samples"));
    Files.writeString(FOLDER.resolve("pod.yaml"), blocks("yaml").get(0));
  }

  /** Other judges have a webhook of this name. */
  @AfterEach
  void nothingIsLeft() {
    running.forEach(Process::destroy);
    CommandLine.script(
        FOLDER,
        "kubectl delete --ignore-not-found --wait=false -f samples/service/deploy.yaml;"
            + " kubectl delete --ignore-not-found --grace-period=0 --force pod llm warned");
  }

  private static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(ROOT.resolve("docs/tutorial-admission.md")))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(3))
        .toList();
  }

  @Test
  void theClusterRefusesWhatTheTutorialSays() throws IOException {
    List<String> steps = blocks("bash");
    String shown = blocks("text").get(0);
    String command = shown.lines().findFirst().orElseThrow().substring(2);
    String answer = shown.substring(shown.indexOf('\n') + 1);
    try (Trial trial =
        Trial.of(
            "kube-apiserver", PLANE.version(), "asks the webhook of the tutorial, and refuses")) {
      for (String step : steps) {
        String said = CommandLine.script(FOLDER, step);
        trial.agreed(!said.startsWith("exit "), () -> step + said);
      }
      Process service = serve();

      Poll.until(
          "the API server asks",
          () -> !CommandLine.script(FOLDER, command + " --dry-run=server").contains("created"));
      String refused = CommandLine.script(FOLDER, command);
      trial.agreed(
          refused.startsWith("exit 1 ") && refused.endsWith("]\n" + answer),
          () -> command + "\n" + refused);

      String mended =
          CommandLine.script(
              FOLDER, "sed s/512m/512Mi/ pod.yaml | kubectl apply --dry-run=server -f -");
      trial.agreed(mended.equals("pod/llm created (server dry run)\n"), () -> mended);

      String warned = CommandLine.script(FOLDER, WARNED + "kubectl apply -f -");
      trial.agreed(
          warned.contains("Warning: env-every-card") && warned.contains("pod/warned created"),
          () -> warned);

      service.destroy();
      service.onExit().join();
      String unasked = CommandLine.script(FOLDER, command);
      trial.agreed(unasked.endsWith("\npod/llm created\n"), () -> unasked);
    }
  }

  private static final String WARNED =
      "sed -e s/512m/512Mi/ -e 's/name: llm$/name: warned/' -e"
          + " 's/^    image:.*/&\\n    env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]/' pod.yaml | ";

  /** Runs what the Deployment says, and lets the Service lead there. */
  private Process serve() throws IOException {
    Deployment deployment =
        PLANE.client().apps().deployments().inNamespace(NAMESPACE).withName("gpuspec").get();
    Container container = deployment.getSpec().getTemplate().getSpec().getContainers().get(0);
    Secret secret =
        PLANE.client().secrets().inNamespace(NAMESPACE).withName("gpuspec-webhook").get();
    for (Map.Entry<String, String> file : secret.getData().entrySet()) {
      write(
          "tls",
          file.getKey(),
          new String(Base64.getDecoder().decode(file.getValue()), StandardCharsets.US_ASCII));
    }
    Map<String, String> settings =
        PLANE
            .client()
            .configMaps()
            .inNamespace(NAMESPACE)
            .withName("gpuspec-settings")
            .get()
            .getData();
    for (Map.Entry<String, String> file : settings.entrySet()) {
      write("settings", file.getKey(), file.getValue());
    }
    List<String> command = new ArrayList<>();
    container.getCommand().forEach(word -> command.add(here(word)));
    container.getArgs().forEach(word -> command.add(here(word)));
    Process service =
        new ProcessBuilder(command).redirectError(FOLDER.resolve("log").toFile()).start();
    running.add(service);
    BufferedReader said = service.inputReader(StandardCharsets.UTF_8);
    String address = said.readLine();
    if (address == null) {
      throw new IllegalStateException(command + "\n" + Files.readString(FOLDER.resolve("log")));
    }
    String led =
        CommandLine.script(
            FOLDER,
            "kubectl -n gpuspec patch service gpuspec -p '"
                + "{\"spec\": {\"type\": \"ExternalName\", \"externalName\": \"127.0.0.1\"}}'\n"
                + "kubectl patch validatingwebhookconfiguration gpuspec --type=json -p '"
                + "[{\"op\": \"replace\", \"path\": \"/webhooks/0/clientConfig/service/port\","
                + " \"value\": "
                + URI.create(address).getPort()
                + "}]'");
    if (led.startsWith("exit ")) {
      throw new IllegalStateException(led);
    }
    return service;
  }

  private static void write(String folder, String file, String text) throws IOException {
    Files.writeString(Files.createDirectories(FOLDER.resolve(folder)).resolve(file), text);
  }

  /** A word of the container's command, with what is elsewhere on this machine. */
  private static String here(String word) {
    return switch (word) {
      case "java" -> JAVA.toString();
      case "/app/gpuspec-service.jar" ->
          ROOT.resolve("samples/service/target/gpuspec-service.jar").toString();
      case "8443" -> "0";
      case "0.0.0.0" -> "127.0.0.1";
      default -> word.replaceFirst("=/(tls|settings)/", "=" + FOLDER + "/$1/");
    };
  }
}
