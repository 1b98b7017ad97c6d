package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.gpuspec.Gpus;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.claim.ClaimFile;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.inspect.Inspector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Claims and slices before the API server: what we build, what we read, and what we refuse. */
class ClaimAdmissionJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Admission ADMISSION = new Admission(PLANE.client());
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());
  private static final String NAMESPACE = "claims";
  private static final Pattern PATH = Pattern.compile("^claims\\.json:\\d+:\\d+: ([^ ]+?): ");

  private static final Pattern THEIRS = Pattern.compile("spec\\.devices[\\w.\\[\\]]*");

  @BeforeAll
  static void adminAccessIsAllowed() {
    PLANE
        .client()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(NAMESPACE)
                .withLabels(Map.of("resource.kubernetes.io/admin-access", "true"))
                .endMetadata()
                .build())
        .serverSideApply();
  }

  @Test
  void whatWeBuildIsAdmittedAndKept() {
    Random random = Night.random(2601);
    int asked = Night.tries(150);
    int built = 0;
    try (Trial trial = trial("admits and keeps the claims that we build")) {
      for (int i = 0; i < asked; i++) {
        Optional<Manifests> manifests = BuiltClaims.random(random);
        if (manifests.isPresent()) {
          built++;
          keeps(trial, manifests.get().json());
        }
      }
    }
    // So that the law is about something.
    assertThat(built).isGreaterThan(asked / 2);
  }

  @Test
  void theSlicesOfADriverAreAdmittedAndKept() {
    Random random = Night.random(2602);
    try (Trial trial = trial("admits and keeps the slices that we say a driver publishes")) {
      for (int i = 0; i < Night.tries(40); i++) {
        ClaimFleet fleet = ClaimFleet.random(random, "n");
        for (KubeObject slice : fleet.slices()) {
          keeps(trial, ClaimObjectTexts.tree(slice).toString());
        }
      }
    }
  }

  private static void keeps(Trial trial, String json) {
    Admission.Verdict verdict = ADMISSION.of(json);
    JsonNode tree = KarpenterFilter.parse(json);
    JsonNode items = tree.path("items");
    StringBuilder lost = new StringBuilder();
    for (int i = 0; i < verdict.kept().size(); i++) {
      lost.append(Kept.lost(items.isArray() ? items.get(i) : tree, verdict.kept().get(i)));
    }
    trial.agreed(
        verdict.withoutWarning() && lost.toString().matches("(\\[\\])*"),
        () -> json + "\n// lost: " + lost + "\n// kube-apiserver: " + verdict.said());
  }

  @Test
  void whatWeReadIsAdmittedAndWhatWeRefuseIsRefusedAtTheSameField() {
    Random random = Night.random(2603);
    try (Trial trial = trial("admits the claims that we read, and refuses others at our field")) {
      for (int i = 0; i < Night.tries(60); i++) {
        ObjectNode claim = new RandomClaims(ClaimFleet.random(random, "n"), random).pod().get(0);
        judge(trial, "as it is", claim);
      }
      for (int i = 0; i < Night.tries(ClaimFault.values().length); i++) {
        ClaimFault fault = ClaimFault.values()[i % ClaimFault.values().length];
        ObjectNode claim = new RandomClaims(ClaimFleet.random(random, "n"), random).pod().get(0);
        fault.make(claim);
        judge(trial, fault.toString(), claim);
      }
    }
  }

  private static void judge(Trial trial, String what, ObjectNode claim) {
    claim.withObject("/metadata").put("namespace", NAMESPACE);
    Admission.Verdict verdict = ADMISSION.of(claim.toString());
    String ours = refusal(claim);
    trial.agreed(
        verdict.admitted() == ours.isEmpty() && isOfTheSameField(ours, verdict.said().toString()),
        () ->
            "%s: %s%n// ours: %s%n// kube-apiserver: %s"
                .formatted(what, claim.toPrettyString(), ours, verdict.said()));
  }

  /**
   * The same field, or one that has the other in it: of two fields that exclude each other, and of
   * two requests of one name, the server names what both are in. A text that it cannot decode it
   * refuses without a field.
   */
  private static boolean isOfTheSameField(String ours, String theirs) {
    if (ours.isEmpty() || theirs.contains("cannot be handled as")) {
      return true;
    }
    Matcher path = PATH.matcher(ours);
    return path.find()
        && THEIRS
            .matcher(theirs)
            .results()
            .map(MatchResult::group)
            .anyMatch(each -> path.group(1).startsWith(each) || each.startsWith(path.group(1)));
  }

  /**
   * CEL at which the scheduler stops for every node, and a constraint of which it would only see
   * one half.
   */
  @Test
  void whatWouldFailLaterIsAdmitted() {
    List<ObjectNode> claims = new ArrayList<>();
    for (String expression :
        List.of(
            "device.attributes['gpu.nvidia.com'].index == 0",
            "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('80GiB')) >= 0",
            "device.attributes['gpu.nvidia.com'].cudaComputeCapability.isGreaterThan(semver('8.9'))")) {
      claims.add(ClaimFault.claim(expression));
    }
    ObjectNode both = ClaimFault.claim("device.driver == 'gpu.nvidia.com'");
    both.withObject("/spec/devices")
        .putArray("constraints")
        .addObject()
        .put("matchAttribute", "gpu.nvidia.com/parentUUID")
        .put("distinctAttribute", "gpu.nvidia.com/uuid");
    claims.add(both);
    try (Trial trial = trial("admits claims that we refuse because they would fail later")) {
      for (ObjectNode claim : claims) {
        Admission.Verdict verdict = ADMISSION.of(claim.toString());
        String ours = refusal(claim);
        trial.agreed(verdict.admitted() && !ours.isEmpty(), () -> claim + ours + verdict.said());
      }
    }
  }

  @Test
  void theInspectorFindsTheSelectorsThatDoNotCompile() {
    Random random = Night.random(2604);
    int refused = 0;
    try (Trial trial = trial("refuses the selectors of which the inspector says so")) {
      for (int i = 0; i < Night.tries(400); i++) {
        ObjectNode claim = ClaimFault.claim(RandomSelector.of(random));
        Admission.Verdict verdict = ADMISSION.of(claim.toString());
        boolean isFound =
            INSPECTOR.parse("claim.json", claim.toString()).findings().stream()
                .anyMatch(finding -> finding.rule().id().equals("claim-selector-refused"));
        refused += isFound ? 1 : 0;
        trial.agreed(isFound != verdict.admitted(), () -> claim + "\n" + verdict.said());
      }
    }
    // So that the law is about something.
    assertThat(refused).isGreaterThan(50);
  }

  private static String refusal(ObjectNode claim) {
    try {
      ClaimFile.parse("claims.json", claim.toPrettyString());
      return "";
    } catch (ManifestException e) {
      return e.getMessage();
    }
  }

  private static Trial trial(String law) {
    return Trial.of("kube-apiserver", PLANE.version(), law);
  }
}
