package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TenancyTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final Target ACK = Gpus.load().in("ack");
  private static final String EIGHT_A100 = "ecs.gn7-c13g1.26xlarge";

  /** Case two of the best-practice document: twelve nodes of eight A100. */
  private static final Tenancy SHARED =
      Tenancy.of(GPU, 96).team("ml", 32).team("nlp", 24).team("vision", 16).reserve("buffer", 8);

  private static Stream<String> names(PlatformObjects objects) {
    return objects.objects().stream()
        .map(
            object ->
                object.getKind()
                    + " "
                    + (object.getMetadata().getNamespace() == null
                        ? ""
                        : object.getMetadata().getNamespace() + "/")
                    + object.getMetadata().getName());
  }

  private static Object quota(PlatformObjects objects, String queue, int resource, String field) {
    HasMetadata found =
        objects.objects().stream()
            .filter(object -> object.getKind().equals("ClusterQueue"))
            .filter(object -> object.getMetadata().getName().equals(queue))
            .findFirst()
            .orElseThrow();
    return ((GenericKubernetesResource) found)
        .get("spec", "resourceGroups", 0, "flavors", 0, "resources", resource, field);
  }

  @Test
  void theDocumentsTableLeavesSixteenCardsToNobody() {
    assertThat(SHARED.assigned()).isEqualTo(72);
    assertThat(SHARED.reserved()).isEqualTo(8);
    assertThat(SHARED.unassigned()).isEqualTo(16);
    assertThat(SHARED)
        .hasToString(
            "96 nvidia.com/gpu: ml 32, nlp 24, vision 16, buffer 8 in reserve, 16 unassigned");
    assertThat(SHARED.notes())
        .extracting(Note::toString)
        .containsExactly(
            "tenancy.unassigned: 16 of 96 are no team's and in no reserve; give them to somebody, or reserve them");
    assertThat(SHARED.objects().notes()).isEqualTo(SHARED.notes());
    assertThat(SHARED.volcano().notes()).isEqualTo(SHARED.notes());
    assertThat(SHARED.kueue("shared", ACK, EIGHT_A100).notes()).isEqualTo(SHARED.notes());
  }

  @Test
  void onEksTheDefaultOfALimitForAPodIsATolerationToo() {
    Target eks = Gpus.load().in("eks/nodegroup");
    Tenancy limited = Tenancy.of(GPU, 8).team(GpuTeam.of("ml", 8).perPod(2));

    assertThat(limited.kueue("shared", eks, "g4dn.xlarge").notes())
        .extracting(Note::message)
        .containsExactly(
            "perPod sets nvidia.com/gpu to 0 where a container states none, and the API server of eks/nodegroup takes that for a request: pods without GPUs tolerate the taint nvidia.com/gpu; give the nodes of g4dn.xlarge a second taint with a key of your own, and pods with GPUs its toleration");
    assertThat(limited.kueue("shared", ACK, EIGHT_A100).notes()).isEmpty();
    assertThat(Tenancy.of(GPU, 8).team("ml", 8).kueue("shared", eks, "g4dn.xlarge").notes())
        .isEmpty();
  }

  @Test
  void thePoolsOfCaseOneAreCountedEachByItself() {
    Tenancy training = Tenancy.of(GPU, 64).team("team-training", 48);
    Tenancy inference = Tenancy.of(GPU, 16).team("team-inference", 12);

    assertThat(training.unassigned()).isEqualTo(16);
    assertThat(inference.unassigned()).isEqualTo(4);
  }

  @Test
  void aTableThatGivesOutEveryCardOnceHasNoNotes() {
    assertThat(SHARED.reserve("spare", 16).notes()).isEmpty();
    assertThat(SHARED.reserve("spare", 16).unassigned()).isZero();
  }

  @Test
  void moreThanThereAreIsToldAndBuilt() {
    Tenancy tenancy = Tenancy.of(GPU, 40).team("ml", 32).team("nlp", 24);

    assertThat(tenancy.unassigned()).isEqualTo(-16);
    assertThat(tenancy).hasToString("40 nvidia.com/gpu: ml 32, nlp 24, 16 more than there are");
    assertThat(tenancy.notes()).hasSize(1);
    assertThat(tenancy.notes().get(0).id()).isEqualTo("tenancy.over-assigned");
    assertThat(tenancy.objects().yamlWithComments().toString()).contains("16 more than there are");
  }

  /** The teams of the document's second case. */
  @Test
  void theUseOfTheirCardsIsComparedWithThem() {
    Tenancy tenancy =
        Tenancy.of(GPU, 72)
            .team(GpuTeam.of("ml", 32).utilization(90))
            .team(GpuTeam.of("nlp", 24).utilization(85))
            .team(GpuTeam.of("vision", 16).utilization(80));

    assertThat(tenancy.notes())
        .extracting(Note::toString)
        .containsExactly(
            "tenancy.utilization: about 62 of 72 cards are used on average: ml 90 % of 32, nlp 85 % of 24, vision 80 % of 16; queues lend what a team does not use");
    assertError(() -> GpuTeam.of("ml", 1).utilization(101), "tenancy.out-of-range", "101");
  }

  @Test
  void aQuotaThatStopsNothingIsTold() {
    assertThat(Tenancy.of(GPU, 8).team("ml", 16).notes())
        .extracting(Note::id)
        .containsExactly("tenancy.over-assigned", "tenancy.never-reached");
  }

  @Test
  void thePoolIsWhatTheNodesHave() {
    NodeView node = NodeView.of("a").allocatable(Map.of(GPU, "8", "cpu", "96"));
    NodeView cordoned = NodeView.of("b").allocatable(Map.of(GPU, "8")).unschedulable();
    NodeView plain = NodeView.of("c").allocatable(Map.of("cpu", "8"));

    assertThat(Tenancy.of(GPU, List.of(node, cordoned, plain)).pool()).isEqualTo(16);
    assertError(
        () -> Tenancy.of("nvidia.com/mig-1g.10gb", List.of(node, plain)),
        "tenancy.out-of-range",
        "0");
  }

  @Test
  void eachTeamGetsANamespaceAndAQuotaAndLimitsWhereItHasSome() {
    PlatformObjects objects =
        Tenancy.of(GPU, 96)
            .team(GpuTeam.of("ml", 32).namespace("team-ml").perPod(8).pods(100))
            .team("nlp", 24)
            .priority(GpuPriorityClass.of("gpu-batch", 100))
            .exclude("default")
            .objects();

    assertThat(names(objects))
        .containsExactly(
            "PriorityClass gpu-batch",
            "Namespace team-ml",
            "ResourceQuota team-ml/gpu-quota",
            "LimitRange team-ml/gpu-limits",
            "Namespace nlp",
            "ResourceQuota nlp/gpu-quota",
            "ResourceQuota default/gpu-quota");
  }

  @Test
  void anExcludedNamespaceGetsNoCardsByClaimsEither() {
    PlatformObjects objects = Tenancy.of(GPU, 8).team("ml", 8).exclude("default").objects();
    ResourceQuota none = (ResourceQuota) objects.objects().get(2);
    assertThat(none.getSpec().getHard())
        .containsOnlyKeys(
            "requests.nvidia.com/gpu",
            "gpu.nvidia.com.deviceclass.resource.k8s.io/devices",
            "mig.nvidia.com.deviceclass.resource.k8s.io/devices",
            "vfio.gpu.nvidia.com.deviceclass.resource.k8s.io/devices");
    assertThat(none.getSpec().getHard().values()).containsOnly(new Quantity("0"));
  }

  @Test
  void withKueueTeamsAreQueuesOfOneCohortAndReservesAreLentToAll() {
    PlatformObjects objects = SHARED.kueue("shared", ACK, EIGHT_A100);

    assertThat(names(objects))
        .containsExactly(
            "Namespace ml",
            "Namespace nlp",
            "Namespace vision",
            "ResourceFlavor ecs.gn7-c13g1.26xlarge",
            "ClusterQueue ml",
            "LocalQueue ml/ml",
            "ClusterQueue nlp",
            "LocalQueue nlp/nlp",
            "ClusterQueue vision",
            "LocalQueue vision/vision",
            "ClusterQueue buffer");
    assertThat(quota(objects, "ml", 2, "nominalQuota")).isEqualTo("32");
    assertThat(quota(objects, "buffer", 2, "nominalQuota")).isEqualTo("8");
    assertThat(quota(objects, "ml", 2, "borrowingLimit")).isNull();
  }

  @Test
  void whatWasSaidOfATeamsPodsHoldsBesideQueuesToo() {
    Tenancy tenancy =
        Tenancy.of(GPU, 96)
            .team(GpuTeam.of("ml", 64).perPod(8).pods(100))
            .team("nlp", 32)
            .exclude("default");

    assertThat(names(tenancy.kueue("shared", ACK, EIGHT_A100)))
        .startsWith(
            "Namespace ml",
            "ResourceQuota ml/gpu-quota",
            "LimitRange ml/gpu-limits",
            "Namespace nlp",
            "ResourceQuota default/gpu-quota");
    assertThat(names(tenancy.volcano()))
        .containsExactly(
            "Namespace ml",
            "ResourceQuota ml/gpu-quota",
            "LimitRange ml/gpu-limits",
            "Namespace nlp",
            "ResourceQuota default/gpu-quota",
            "Queue ml",
            "Queue nlp");
    assertThat(((ResourceQuota) tenancy.volcano().objects().get(1)).getSpec().getHard())
        .containsOnly(Map.entry("pods", new Quantity("100")));
  }

  @Test
  void whatQuotasAndVolcanoCannotLendIsTold() {
    Tenancy tenancy = Tenancy.of(GPU, 32).team(GpuTeam.of("ml", 32).borrows(8).lends(4));

    assertThat(tenancy.objects().notes())
        .extracting(Note::toString)
        .containsExactly(
            "tenancy.unread: team ml: quotas have no borrows and lends; use Kueue's queues, or remove them");
    assertThat(tenancy.volcano().notes())
        .extracting(Note::toString)
        .containsExactly(
            "tenancy.unread: team ml: Volcano's queues have no lends; use Kueue's queues, or remove them");
    assertThat(tenancy.kueue("shared", ACK, EIGHT_A100).notes()).isEmpty();
  }

  @Test
  void whatATeamBorrowsAndLendsIsLimitedInCardsAndTheirNodes() {
    PlatformObjects objects =
        Tenancy.of(GPU, 96)
            .team(GpuTeam.of("ml", 32).borrows(8).lends(0))
            .team("nlp", 64)
            .kueue("shared", ACK, EIGHT_A100);

    assertThat(quota(objects, "ml", 2, "borrowingLimit")).isEqualTo("8");
    assertThat(quota(objects, "ml", 2, "lendingLimit")).isEqualTo("0");
    // 32 cards are on four nodes of eight, 8 on one.
    assertThat(quota(objects, "ml", 0, "nominalQuota")).isEqualTo("414680m");
    assertThat(quota(objects, "ml", 0, "borrowingLimit")).isEqualTo("103670m");
    assertThat(quota(objects, "ml", 0, "lendingLimit")).isEqualTo("0");
  }

  @Test
  void theCardsOfTheRowAreThoseOfThePool() {
    assertError(
        () ->
            Tenancy.of("nvidia.com/mig-1g.10gb", 7).team("ml", 7).kueue("shared", ACK, EIGHT_A100),
        "tenancy.conflict");
  }

  @Test
  void withVolcanoAQueueWeighsItsCards() {
    assertThat(
            Tenancy.of(GPU, 96).team(GpuTeam.of("ml", 32).borrows(8)).volcano().yaml().toString())
        .endsWith(
            """
            apiVersion: scheduling.volcano.sh/v1beta1
            kind: Queue
            metadata:
              name: ml
            spec:
              weight: 32
              capability:
                nvidia.com/gpu: "40"
              deserved:
                nvidia.com/gpu: "32"
              reclaimable: true
            """);
  }

  @Test
  void whatIsThereTwiceIsRefused() {
    assertError(() -> SHARED.team("ml", 1), "tenancy.duplicate", "ml");
    assertError(() -> SHARED.reserve("nlp", 1), "tenancy.duplicate", "nlp");
    assertError(() -> SHARED.team(GpuTeam.of("web", 1).namespace("ml")), "tenancy.duplicate", "ml");
    Tenancy tenancy = SHARED.priority(GpuPriorityClass.of("a", 1).globalDefault());
    assertError(() -> tenancy.priority(GpuPriorityClass.of("a", 2)), "tenancy.duplicate", "a");
    assertError(
        () -> tenancy.priority(GpuPriorityClass.of("b", 1).globalDefault()),
        "tenancy.conflict",
        "b");
  }

  @Test
  void whatNobodySharesIsRefused() {
    Tenancy empty = Tenancy.of(GPU, 8).reserve("buffer", 8);

    assertError(empty::objects, "tenancy.missing");
    assertThatThrownBy(empty::volcano).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> empty.kueue("c", ACK, EIGHT_A100))
        .isInstanceOf(InvalidValueException.class);
    assertError(() -> SHARED.team("web", Integer.MAX_VALUE), "tenancy.out-of-range");
  }

  @Test
  void aTeamsOwnNamespaceGetsItsCards() {
    GpuTeam ml = GpuTeam.of("ml", 8).namespace("team-ml");

    assertError(
        () -> Tenancy.of(GPU, 8).team(ml).exclude("default", "team-ml"),
        "tenancy.invalid",
        "team-ml");
    assertError(() -> Tenancy.of(GPU, 8).exclude("team-ml").team(ml), "tenancy.invalid", "team-ml");
    assertThat(Tenancy.of(GPU, 8).team(ml).exclude("ml").objects().yaml().toString())
        .contains("namespace: ml\n");
  }

  @Test
  void aTeamCannotGiveAPodOrLendMoreThanItHas() {
    Tenancy pool = Tenancy.of(GPU, 96).exclude("ml");

    assertThatThrownBy(() -> pool.team(GpuTeam.of("ml", 8).perPod(20).lends(64)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            """
            perPod: '20' is more than team ml can have, 8 of its own and 0 that it borrows; give at most that
            lends: '64' is more than the 8 of team ml; give at most that
            exclude: 'ml' is the namespace of team ml, which has 8; remove it"""
                + "; see docs/tenancy.md");
    assertError(() -> pool.team(GpuTeam.of("nlp", 8).perPod(13).borrows(4)), "tenancy.invalid");
    assertThat(pool.team(GpuTeam.of("nlp", 8).perPod(12).borrows(4).lends(8)).assigned())
        .isEqualTo(8);
  }

  @Test
  void aResourceThatNothingOffersIsRefusedWithTheOneThatWasMeant() {
    assertError(() -> Tenancy.of("nvidia.com/vgpu", 8), "tenancy.unsupported", "nvidia.com/vgpu");
    assertError(
        () -> GpuQuota.of("q").hard("requests.aliyun.com/gpu-core", "8"), "tenancy.unsupported");
    assertError(
        () -> GpuLimitRange.of("l").perPod("nvidia.com/vgpu", 1),
        "tenancy.unsupported",
        "nvidia.com/vgpu");
    assertThat(Tenancy.of("example.com/own-device", 8).pool()).isEqualTo(8);
  }

  @Test
  void cardsAndThoseBorrowedAreOneNumberOf32Bits() {
    Tenancy tenancy =
        Tenancy.of("nvidia.com/gpu", 7).team(GpuTeam.of("ml", 99).borrows(2147483646));

    assertError(tenancy::volcano, "tenancy.out-of-range", "ml", "99", "2147483646");
  }
}
