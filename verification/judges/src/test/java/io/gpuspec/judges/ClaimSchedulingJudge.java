package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.gpuspec.judges.ClaimAllocator.Answer;
import io.gpuspec.judges.ClaimAllocator.Question;
import io.gpuspec.kube.KubeObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Pods with claims before the real scheduler: our slices are posted, the controller makes the
 * claims of the templates, and what we say that a pod gets is what its claims are allocated.
 */
class ClaimSchedulingJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final KubernetesClient CLIENT = PLANE.client();
  private static final Admission ADMISSION = new Admission(CLIENT);
  private static final String VERSION = "resource.k8s.io/v1";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECONDS = 20;

  /** What became of a pod: its node, what its claims were given, and what was said of it. */
  private record Outcome(Optional<String> node, List<String> devices, String said) {}

  @BeforeAll
  static void schedulerAndController() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
    PLANE.startControllers();
    ClaimObjectTexts.classes().forEach(each -> ADMISSION.create(each.toString()));
    RandomClaims.classes().forEach(each -> ADMISSION.create(each.toString()));
  }

  /** While a class serves nvidia.com/gpu, the scheduler looks for claims of other judges' pods. */
  @AfterAll
  static void theClassesAreGone() {
    CLIENT.genericKubernetesResources(VERSION, "DeviceClass").delete();
  }

  @Test
  void aPodIsBoundWhereWeSayAndGetsTheDevicesThatWeSay() {
    Random random = Night.random(2626);
    Map<String, Integer> seen = new TreeMap<>();
    int cases = Night.IS_NOW ? 200 : 30;
    try (Trial trial =
        Trial.of(
            "kube-scheduler",
            PLANE.version(),
            "binds a pod with claims where we say, with the devices that we say")) {
      for (int i = 0; i < cases; i++) {
        List<ClaimFleet> fleets = new ArrayList<>();
        for (int node = 0; node <= random.nextInt(2); node++) {
          fleets.add(ClaimFleet.random(random, "claims-%d-%d".formatted(i, node)));
        }
        List<ObjectNode> claims = claims(fleets.get(0), random);
        Map<String, Answer> ours = new LinkedHashMap<>();
        for (ClaimFleet fleet : fleets) {
          Question question =
              new Question(fleet.node(), fleet.slices(), RandomClaims.classes(), List.of(claims));
          ours.put(fleet.node(), question.ours(claims));
        }
        Outcome outcome = outcome("claims-" + i, fleets, claims, ours);
        seen.merge(outcome.node().isPresent() ? "bound" : "pending", 1, Integer::sum);
        trial.agreed(
            agrees(ours, outcome),
            () ->
                "%s%n// %s%n// ours: %s%n// the scheduler: %s"
                    .formatted(ClaimObjectTexts.list(claims), fleets, ours, outcome));
      }
    }
    // So that the law is about something.
    assertThat(seen.get("bound")).as("%s", seen).isGreaterThan(cases / 5);
    assertThat(seen.get("pending")).as("%s", seen).isGreaterThan(cases / 5);
  }

  /** Claims that can be in any namespace, of every two cases one whose devices are there. */
  private static List<ObjectNode> claims(ClaimFleet fleet, Random random) {
    boolean isToBeFound = random.nextBoolean();
    RandomClaims some = new RandomClaims(fleet, random);
    while (true) {
      List<ObjectNode> claims = some.pod();
      boolean isFound =
          new Question(fleet.node(), fleet.slices(), RandomClaims.classes(), List.of(claims))
              .ours(claims)
              .isFound();
      if (!claims.toString().contains("adminAccess")
          && claims.stream().noneMatch(ClaimSchedulingJudge::isReadOtherwise)
          && (isFound || !isToBeFound)) {
        return claims;
      }
    }
  }

  /**
   * Until 1.36 the scheduler remembers one value for a request, the last, so that its devices are
   * not all compared with each other. We answer as 1.37.
   *
   * <p>Source: Kubernetes 1.36.3 and 1.37.2, dynamic-resource-allocation, constraint.go.
   */
  private static boolean isReadOtherwise(ObjectNode claim) {
    String text = claim.toString();
    return PLANE.minor() < 37
        && text.contains("\"distinctAttribute\"")
        && (text.contains("\"allocationMode\":\"All\"")
            || RandomClaims.SEVERAL.matcher(text).find());
  }

  private static boolean agrees(Map<String, Answer> ours, Outcome outcome) {
    boolean stops = ours.values().stream().anyMatch(Answer::isError);
    boolean fits = !stops && ours.values().stream().anyMatch(Answer::isFound);
    if (outcome.node().isEmpty()) {
      return !fits && stops != isNone(outcome.said());
    }
    Answer there = Objects.requireNonNull(ours.get(outcome.node().get()));
    return !stops && there.isFound() && there.devices().equals(outcome.devices());
  }

  /** What the scheduler says where the devices are not there, and not where it stops. */
  private static boolean isNone(String said) {
    return said.contains("cannot allocate all claims");
  }

  private static Outcome outcome(
      String name, List<ClaimFleet> fleets, List<ObjectNode> claims, Map<String, Answer> ours) {
    // Pods of other judges that wait for a node would be bound to one of these.
    new Cluster(PLANE).close();
    List<String> slices = new ArrayList<>();
    for (ClaimFleet fleet : fleets) {
      for (KubeObject slice : fleet.slices()) {
        ADMISSION.create(ClaimObjectTexts.tree(slice).toString());
        slices.add(slice.name());
      }
      node(fleet.node());
    }
    List<PodResourceClaim> named = new ArrayList<>();
    for (ObjectNode claim : claims) {
      String own = claim.at("/metadata/name").asText();
      ObjectNode template = ClaimObjectTexts.object("ResourceClaimTemplate", name + "-" + own);
      template.putObject("spec").set("spec", claim.get("spec"));
      ADMISSION.create(template.toString());
      named.add(
          new PodResourceClaimBuilder()
              .withName(own)
              .withResourceClaimTemplateName(name + "-" + own)
              .build());
    }
    Pod pod = CLIENT.resource(pod(name, named)).create();
    try {
      boolean fits =
          ours.values().stream().noneMatch(Answer::isError)
              && ours.values().stream().anyMatch(Answer::isFound);
      Pod decided = decided(pod, fits);
      return new Outcome(
          Optional.ofNullable(decided.getSpec().getNodeName()), given(decided), said(decided));
    } finally {
      CLIENT.resource(pod).withGracePeriod(0).delete();
      fleets.forEach(fleet -> CLIENT.nodes().withName(fleet.node()).delete());
      slices.forEach(
          slice ->
              CLIENT.genericKubernetesResources(VERSION, "ResourceSlice").withName(slice).delete());
    }
  }

  private static void node(String name) {
    Map<String, Quantity> amounts =
        Map.of(
            "cpu",
            Quantity.parse("8"),
            "memory",
            Quantity.parse("16Gi"),
            "pods",
            new Quantity("9"));
    CLIENT
        .resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewStatus()
                .withAllocatable(amounts)
                .endStatus()
                .build())
        .create();
  }

  private static Pod pod(String name, List<PodResourceClaim> claims) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withResourceClaims(claims)
        .addNewContainer()
        .withName("c")
        .withImage("r/i:v1")
        .endContainer()
        .endSpec()
        .build();
  }

  /** A pod that is to be bound may be looked at before all slices were seen; it is given time. */
  private static Pod decided(Pod pod, boolean fits) {
    try {
      return CLIENT
          .resource(pod)
          .waitUntilCondition(
              now -> now != null && (isBound(now) || !fits && isDecided(said(now))),
              SECONDS,
              TimeUnit.SECONDS);
    } catch (KubernetesClientTimeoutException e) {
      return CLIENT.resource(pod).require();
    }
  }

  private static boolean isBound(Pod pod) {
    return pod.getSpec().getNodeName() != null;
  }

  private static boolean isDecided(String said) {
    return isNone(said) || said.contains("CEL") || said.contains("0/") || said.contains("class");
  }

  private static String said(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals("PodScheduled"))
        .findFirst()
        .map(PodCondition::getMessage)
        .orElse("");
  }

  /** What the claims of a pod were allocated, in its order. */
  private static List<String> given(Pod pod) {
    List<String> devices = new ArrayList<>();
    if (!isBound(pod)) {
      return devices;
    }
    for (PodResourceClaim named : pod.getSpec().getResourceClaims()) {
      String claim =
          pod.getStatus().getResourceClaimStatuses().stream()
              .filter(status -> status.getName().equals(named.getName()))
              .findFirst()
              .orElseThrow()
              .getResourceClaimName();
      JsonNode tree =
          JSON.valueToTree(
              CLIENT
                  .genericKubernetesResources(VERSION, "ResourceClaim")
                  .inNamespace("default")
                  .withName(claim)
                  .require());
      for (JsonNode result : tree.at("/status/allocation/devices/results")) {
        devices.add(Answer.of(named.getName(), result));
      }
    }
    return devices;
  }
}
