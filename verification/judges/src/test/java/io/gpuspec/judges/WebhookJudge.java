package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The API server asks our service, which runs as a program with a certificate, about each pod. */
class WebhookJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Admission ADMISSION = new Admission(PLANE.client());
  private static final String NAMESPACE = "webhook";
  private static final int MANY = 1000;

  private static final String GOOD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: NAME, namespace: webhook}
      spec:
        containers:
        - name: main
          image: registry.example/llm:v1
          env: [{name: LOG, value: info}]
          resources:
            limits: {memory: 8Gi, nvidia.com/gpu: 1}
      """;
  private static final String BAD = GOOD.replace("8Gi", "512m");
  private static final String WARNED =
      GOOD.replace("name: LOG, value: info", "name: NVIDIA_VISIBLE_DEVICES, value: all");
  private static final String OWNED =
      BAD.replace(
          "namespace: webhook",
          "namespace: webhook, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a,"
              + " uid: a1, controller: true}]");

  private static WebhookService service;

  @BeforeAll
  static void theApiServerAsksUs() throws IOException {
    service = WebhookService.start();
    PLANE
        .client()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .serverSideApply();
    ADMISSION.create(configuration().toString());
    Poll.until("the API server asks", () -> !ADMISSION.of(pod(BAD, "first")).admitted());
  }

  @AfterAll
  static void nobodyIsAsked() {
    PLANE
        .client()
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName("gpuspec")
        .delete();
    service.close();
  }

  /** Our sample's, for this namespace alone; a lost answer refuses. */
  private static ObjectNode configuration() throws IOException {
    Path sample = Path.of("..", "..", "samples", "service", "deploy.yaml");
    JsonNode found =
        List.of(Files.readString(sample).split("(?m)^---\n")).stream()
            .map(Trees::read)
            .filter(each -> each.path("kind").asText().equals("ValidatingWebhookConfiguration"))
            .findFirst()
            .orElseThrow();
    ObjectNode webhook = (ObjectNode) found.path("webhooks").get(0);
    webhook.put("failurePolicy", "Fail").put("timeoutSeconds", 30);
    webhook
        .putObject("clientConfig")
        .put("url", service.address() + "/admission")
        .put("caBundle", service.authority());
    ((ArrayNode) webhook.path("namespaceSelector").path("matchExpressions"))
        .removeAll()
        .addObject()
        .put("key", "kubernetes.io/metadata.name")
        .put("operator", "In")
        .putArray("values")
        .add(NAMESPACE);
    return (ObjectNode) found;
  }

  private static String pod(String form, String name) {
    return form.replace("NAME", name);
  }

  @Test
  void itDeniesWarnsAndAllowsAsTheServiceSays() {
    try (Trial trial = trial("denies, warns and allows as our webhook says")) {
      Admission.Verdict bad = ADMISSION.of(pod(BAD, "bad"));
      String denied =
          "admission webhook \"inspect.gpuspec.io\" denied the request: memory-in-thousandths"
              + " (spec.containers[0].resources.";
      trial.agreed(
          !bad.admitted()
              && bad.said().stream().anyMatch(each -> each.startsWith(denied))
              && bad.said().toString().contains("Fix: Write Mi for mebibytes."),
          () -> "denied: " + bad);

      Admission.Verdict warned = ADMISSION.of(pod(WARNED, "warned"));
      trial.agreed(
          warned.admitted()
              && warned.said().stream()
                  .anyMatch(
                      each ->
                          each.contains("env-every-card")
                              && each.contains("See docs/rules/env-every-card.md")),
          () -> "warned: " + warned);

      Admission.Verdict good = ADMISSION.of(pod(GOOD, "good"));
      trial.agreed(
          good.admitted() && good.said().stream().noneMatch(each -> each.contains("docs/rules")),
          () -> "allowed: " + good);

      Admission.Verdict owned = ADMISSION.of(pod(OWNED, "owned"));
      trial.agreed(owned.admitted(), () -> "of a controller: " + owned);
    }
  }

  @Test
  void aThousandPodsAtOnceAreEachAnswered() {
    List<String> forms = List.of(BAD, GOOD, WARNED);
    String all =
        IntStream.range(0, MANY)
            .mapToObj(i -> pod(forms.get(i % forms.size()), "p-" + i))
            .collect(Collectors.joining("---\n"));
    try (Trial trial = trial("1,000 pods at once: none is lost, each gets its answer")) {
      Admission.Verdict verdict = ADMISSION.of(all);
      List<String> kept =
          verdict.kept().stream().map(each -> each.at("/metadata/name").asText()).toList();
      for (int i = 0; i < MANY; i++) {
        String name = "p-" + i;
        boolean isBad = i % forms.size() == 0;
        trial.agreed(isBad != kept.contains(name), () -> name + ": " + verdict.said());
      }
      long denied = count(verdict, "memory-in-thousandths");
      long warned = count(verdict, "env-every-card");
      trial.agreed(denied == 334 && warned == 333, () -> denied + " denied, " + warned + " warned");
    }
  }

  private static long count(Admission.Verdict verdict, String rule) {
    return verdict.said().stream().filter(each -> each.contains(rule)).count();
  }

  private static Trial trial(String law) {
    return Trial.of("kube-apiserver", PLANE.version(), law);
  }
}
