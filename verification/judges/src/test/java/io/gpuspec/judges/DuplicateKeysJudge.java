package io.gpuspec.judges;

import static io.gpuspec.judges.HandWritten.container;
import static io.gpuspec.judges.HandWritten.metadata;
import static io.gpuspec.judges.HandWritten.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.PodView;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A key that a manifest has twice: strict validation rejects it, and without that kubectl has the
 * server keep what we read.
 */
class DuplicateKeysJudge {
  private static final Kubectl KUBECTL = new Kubectl(ControlPlane.shared(), "");
  private static final Admission ADMISSION = new Admission(ControlPlane.shared().client());
  private static Trial trial;

  @BeforeAll
  static void begin() {
    trial =
        Trial.of(
            "kube-apiserver",
            ControlPlane.shared().version(),
            "keeps of a duplicate key the one that we read, through kubectl");
  }

  @AfterAll
  static void end() {
    trial.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: {a: one, a: two}",
        "labels: {a: one, b: three, a: two, a: four}",
        "labels: {a: one}, labels: {b: two}",
        "labels: {b: one}, labels: {a: two}",
        "labels: {a: one, \"a\": two}"
      })
  void ofLabels(String fields) {
    check(metadata(fields));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resources: {limits: {cpu: 8, cpu: 4}}",
        "resources: {limits: {cpu: 8}}, resources: {limits: {memory: 4Gi}}",
        "resources: {limits: {cpu: 8}, limits: {cpu: 4}}"
      })
  void ofResources(String fields) {
    check(container(fields));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodeSelector: {a: one}\n  nodeSelector: {a: two}",
        "nodeSelector: {a: two, a: one}"
      })
  void ofASpec(String fields) {
    check(spec(fields));
  }

  /** Of mappings in JSON that is sent as it is, the server makes one; kubectl takes the last. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p\", \"labels\": {\"a\": \"one\", \"a\": \"two\"}}, \"spec\": {\"containers\": [{\"name\": \"p\", \"image\": \"r/i\"}]}}",
        "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p\", \"labels\": {\"a\": \"one\"}, \"labels\": {\"b\": \"two\"}}, \"spec\": {\"containers\": [{\"name\": \"p\", \"image\": \"r/i\"}]}}"
      })
  void ofJson(String text) {
    check(text);
  }

  private static void check(String manifest) {
    Admission.Verdict strict = ADMISSION.asPod(manifest);
    Tools.Output applied = applied(manifest);
    WorkloadFile file = WorkloadFile.parse("f.yaml", manifest);
    boolean agreed =
        !strict.admitted()
            && strict.said().toString().matches("(?s).*(already set|duplicate field).*")
            && applied.exit() == 0
            && isSame(Trees.read(applied.out()), file.workloads().get(0).pod())
            && file.notes().stream().allMatch(note -> note.id().equals("yaml.duplicate-key"))
            && !file.notes().isEmpty();
    trial.agreed(agreed, () -> manifest + strict + "\n" + applied + "\n" + file.notes());

    assertThat(agreed).as(() -> manifest + strict + applied).isTrue();
  }

  private static Tools.Output applied(String manifest) {
    return KUBECTL.sh(
        "kubectl apply --dry-run=server --validate=ignore -o json -f - <<'EOF'\n%s\nEOF\n"
            .formatted(manifest));
  }

  private static boolean isSame(JsonNode kept, PodView pod) {
    JsonNode spec = kept.path("spec");
    PodView.Container container = pod.containers().get(0);
    return label(kept, "a").equals(pod.label("a"))
        && label(kept, "b").equals(pod.label("b"))
        && text(spec.path("nodeSelector"), "a")
            .equals(Optional.ofNullable(pod.nodeSelector().get("a")))
        && amounts(spec.path("containers").path(0).path("resources").path("limits"))
            .equals(container.limits());
  }

  private static Optional<String> label(JsonNode kept, String key) {
    return text(kept.path("metadata").path("labels"), key);
  }

  private static Optional<String> text(JsonNode fields, String key) {
    return Optional.ofNullable(fields.get(key)).map(JsonNode::asText);
  }

  private static Map<String, String> amounts(JsonNode limits) {
    return limits.properties().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().asText()));
  }
}
