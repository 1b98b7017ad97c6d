package io.gpuspec.scheduling;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Finding;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeFitTest {
  private static final String GPU = "nvidia.com/gpu";

  private static final NodeView NODE =
      NodeView.of("gpu-1")
          .label("gpu", "t4")
          .allocatable(Map.of("cpu", "3920m", "memory", "14162Mi", GPU, "4"));

  private static final PodView POD = asking(Map.of("cpu", "1", "memory", "1Gi", GPU, "1"));

  private static PodView asking(Map<String, String> amounts) {
    return PodView.empty().container("main", amounts, amounts);
  }

  private static List<String> texts(NodeFit fit) {
    return fit.reasons().stream().map(Finding::message).toList();
  }

  @Test
  void aPodThatHasEverythingFits() {
    NodeFit fit = POD.fits(NODE);

    assertThat(fit.fits()).isTrue();
    assertThat(fit.reasons()).isEmpty();
    assertThat(fit).hasToString("fits gpu-1");
  }

  /** The scheduler binds the pod, and the device plugin of the node refuses it by default. */
  @Test
  void whetherMpsGivesAContainerSeveralReplicasIsNotKnown() {
    NodeView mps = NODE.label("nvidia.com/gpu.sharing-strategy", "mps");
    NodeView slices = NODE.label("nvidia.com/gpu.sharing-strategy", "time-slicing");
    PodView two = asking(Map.of(GPU, "2"));

    assertThat(two.fits(mps).fits()).isTrue();
    assertThat(two.fits(mps).unknown())
        .extracting(Note::toString)
        .containsExactly(
            "replicas.several: whether the device plugin gives container 'main' its 2 replicas of cards shared by MPS; it refuses more than 1, unless failRequestsGreaterThanOne is set to false");
    assertThat(two.fits(slices).isJudged()).isTrue();
    assertThat(POD.container("b", Map.of(GPU, "1"), Map.of(GPU, "1")).fits(mps).isJudged())
        .isTrue();
  }

  @Test
  void everyReasonIsGivenInTheOrderOfTheSchedulersFilters() {
    NodeView full =
        NODE.unschedulable()
            .taint(GPU, "true", Taint.Effect.NO_SCHEDULE)
            .allocatable(Map.of("pods", "1"))
            .pod(asking(Map.of("cpu", "3500m", GPU, "4")));
    PodView pod =
        asking(Map.of("memory", "1Gi", GPU, "1", "cpu", "1"))
            .nodeSelector("zone", "a")
            .nodeTerm(new NodeTerm(List.of(NodeRequirement.in("gpu", "v100"))));

    NodeFit fit = pod.fits(full);

    assertThat(fit.reasons())
        .extracting(Finding::id)
        .containsExactly(
            "node.unschedulable",
            "node.taint",
            "node.selector",
            "node.affinity",
            "node.pods",
            "node.resource",
            "node.resource");
    assertThat(fit.reasons())
        .extracting(Finding::subject)
        .containsExactly("", GPU, "zone", "", "pods", "cpu", GPU);
    assertThat(texts(fit))
        .containsExactly(
            "node(s) were unschedulable: gpu-1 is cordoned",
            "node(s) had untolerated taint(s): nvidia.com/gpu=true:NoSchedule",
            "node(s) didn't match Pod's node affinity/selector: zone=a requested, the node has no such label",
            "node(s) didn't match Pod's node affinity/selector: not met is gpu In [v100]",
            "Too many pods: 1 run there, of at most 1",
            "Insufficient cpu: 1 requested, 420m of 3920m free",
            "Insufficient nvidia.com/gpu: 1 requested, 0 of 4 free");
  }

  @Test
  void theAnswerComesFirstWhenItIsPrinted() {
    NodeFit fit = asking(Map.of(GPU, "8")).fits(NODE.pod(asking(Map.of(GPU, "3"))));

    assertThat(fit)
        .hasToString("does not fit gpu-1: Insufficient nvidia.com/gpu: 8 requested, 1 of 4 free");
    assertThat(fit.reasons())
        .hasToString(
            "Insufficient nvidia.com/gpu: 8 requested, 1 of 4 free; request at most 1, or take a larger node");
  }

  @Test
  void theFixSaysHowMuchWouldHaveToBeFreed() {
    NodeView node = NODE.pod(asking(Map.of(GPU, "3")));

    assertThat(asking(Map.of(GPU, "2")).fits(node).reasons())
        .extracting(reason -> reason.fix().orElseThrow())
        .containsExactly("request at most 1, or free 1 on the node");
    // All of the node would be enough.
    assertThat(asking(Map.of(GPU, "4")).fits(node).reasons())
        .extracting(reason -> reason.fix().orElseThrow())
        .containsExactly("request at most 1, or free 3 on the node");
    assertThat(asking(Map.of(GPU, "2")).fits(node.pod(asking(Map.of(GPU, "1")))).reasons())
        .extracting(reason -> reason.fix().orElseThrow())
        .containsExactly("free 2 on the node");
  }

  @Nested
  class Unschedulable {
    private final NodeView cordoned = NODE.unschedulable();

    @Test
    void aCordonedNodeTakesNoPod() {
      assertThat(POD.fits(cordoned).reasons())
          .singleElement()
          .extracting(Finding::fix)
          .hasToString("Optional[kubectl uncordon gpu-1]");
    }

    /** The scheduler's own case: a toleration with no operator means the taint's empty value. */
    @Test
    void unlessThePodToleratesTheTaintThatSaysSo() {
      String key = "node.kubernetes.io/unschedulable";

      assertThat(POD.toleration(new Toleration(key, "", "", "NoSchedule")).fits(cordoned).fits())
          .isTrue();
      assertThat(POD.toleration(Toleration.exists("")).fits(cordoned).fits()).isTrue();
      assertThat(POD.toleration(new Toleration(key, "", "", "NoExecute")).fits(cordoned).fits())
          .isFalse();
    }
  }

  @Nested
  class Taints {

    @ParameterizedTest
    @CsvSource({"NO_SCHEDULE,false", "NO_EXECUTE,false", "PREFER_NO_SCHEDULE,true"})
    void oneThatOnlyPrefersDoesNotKeepAPodOff(Taint.Effect effect, boolean fits) {
      NodeView tainted = NODE.taint("dedicated", "user1", effect);

      assertThat(POD.fits(tainted).fits()).isEqualTo(fits);
      assertThat(POD.toleration(Toleration.equal("dedicated", "user1")).fits(tainted).fits())
          .isTrue();
    }

    @Test
    void allOfThemMustBeTolerated() {
      NodeView tainted =
          NODE.taint("dedicated", "user2", Taint.Effect.NO_SCHEDULE)
              .taint("foo", "bar", Taint.Effect.NO_SCHEDULE);
      PodView one = POD.toleration(Toleration.equal("dedicated", "user2"));

      assertThat(one.fits(tainted).reasons()).extracting(Finding::subject).containsExactly("foo");
      assertThat(one.toleration(Toleration.exists("foo")).fits(tainted).fits()).isTrue();
    }

    /** The API server's DefaultTolerationSeconds gives every pod both, unless it says otherwise. */
    @ParameterizedTest
    @CsvSource({"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"})
    void aNodeThatIsNotReadyIsToleratedForAWhile(String key) {
      NodeView leaving = NODE.taint(key, "", Taint.Effect.NO_EXECUTE);

      assertThat(POD.fits(leaving).fits()).isTrue();
      assertThat(POD.fits(NODE.taint(key, "", Taint.Effect.NO_SCHEDULE)).fits()).isFalse();
      assertThat(
              POD.toleration(new Toleration(key, "Equal", "other", "NoExecute"))
                  .fits(leaving)
                  .fits())
          .isFalse();
      assertThat(POD.toleration(new Toleration(key, "", "other", "")).fits(leaving).fits())
          .isFalse();
    }

    /** Kubernetes' DefaultTolerationSeconds looks at the key and the effect, where it has one. */
    @Test
    void aTolerationOfSomethingElseLeavesThat() {
      String key = "node.kubernetes.io/not-ready";
      NodeView leaving = NODE.taint(key, "", Taint.Effect.NO_EXECUTE);

      assertThat(
              POD.toleration(Toleration.exists("spot").effect(Taint.Effect.NO_EXECUTE))
                  .toleration(Toleration.exists(key).effect(Taint.Effect.NO_SCHEDULE))
                  .fits(leaving)
                  .fits())
          .isTrue();
    }
  }

  @Nested
  class Selection {

    private NodeFit fit(NodeTerm... terms) {
      PodView pod = POD;
      for (NodeTerm term : terms) {
        pod = pod.nodeTerm(term);
      }
      return pod.fits(NODE);
    }

    private NodeRequirement name(String operator, String... names) {
      return new NodeRequirement("metadata.name", operator, List.of(names));
    }

    private NodeTerm named(NodeRequirement... fields) {
      return new NodeTerm(List.of(), List.of(fields));
    }

    @Test
    void everyLabelOfTheSelectorMustBeThere() {
      PodView pod = POD.nodeSelector("gpu", "t4");

      assertThat(pod.fits(NODE).fits()).isTrue();
      assertThat(texts(pod.fits(NODE.label("gpu", "v100"))))
          .containsExactly(
              "node(s) didn't match Pod's node affinity/selector: gpu=t4 requested, the node has 'v100'");
      assertThat(pod.nodeSelector("zone", "a").fits(NODE).fits()).isFalse();
    }

    @Test
    void selectorAndAffinityMustBothHold() {
      NodeTerm holds = new NodeTerm(List.of(NodeRequirement.in("gpu", "t4")));

      assertThat(POD.nodeSelector("gpu", "v100").nodeTerm(holds).fits(NODE).reasons())
          .extracting(Finding::id)
          .containsExactly("node.selector");
    }

    @Test
    void oneTermThatHoldsIsEnough() {
      NodeTerm holds = new NodeTerm(List.of(NodeRequirement.in("gpu", "t4")));
      NodeTerm not = new NodeTerm(List.of(NodeRequirement.in("diffkey", "wrong", "value2")));

      assertThat(fit(not, holds).fits()).isTrue();
      assertThat(texts(fit(not, new NodeTerm(List.of()))))
          .containsExactly(
              "node(s) didn't match Pod's node affinity/selector: not met is diffkey In [wrong, value2], nor nothing, which admits no node");
    }

    @Test
    void aTermNamesWhatOfItIsNotMet() {
      NodeTerm half =
          new NodeTerm(List.of(NodeRequirement.in("gpu", "t4"), NodeRequirement.in("zone", "a")));

      assertThat(texts(fit(half))).singleElement().asString().endsWith("not met is zone In [a]");
    }

    /** The cases of Kubernetes' own tests of {@code matchFields}. */
    @Test
    void aTermMayAskForTheNodeByItsName() {
      assertThat(fit(named(name("In", "gpu-1"))).fits()).isTrue();
      assertThat(fit(named(name("In", "gpu-2"))).fits()).isFalse();
      assertThat(fit(named(name("NotIn", "gpu-2"))).fits()).isTrue();
      assertThat(fit(named(name("In", "gpu-1"), name("In", "gpu-2"))).fits()).isFalse();
      assertThat(
              fit(new NodeTerm(
                      List.of(NodeRequirement.in("gpu", "t4")), List.of(name("In", "gpu-2"))))
                  .fits())
          .isFalse();
      assertThat(
              fit(
                      named(name("In", "gpu-2")),
                      new NodeTerm(List.of(NodeRequirement.in("gpu", "t4"))))
                  .fits())
          .isTrue();
    }

    @Test
    void aNameIsComparedWithOneNameAlone() {
      assertThat(fit(named(name("In", "gpu-1", "gpu-2"))).fits()).isFalse();
      assertThat(fit(named(name("Exists"))).fits()).isFalse();
      assertThat(fit(named(new NodeRequirement("spec.x", "NotIn", List.of("a")))).fits()).isFalse();
    }

    @Test
    void aNodeMayHaveALongerNameThanAnyLabel() {
      String name = "a".repeat(63) + ".compute.internal";

      assertThat(POD.nodeTerm(named(name("In", name))).fits(nodeCalled(name)).fits()).isTrue();
    }

    @Test
    void aLabelThatIsCalledLikeTheFieldIsALabel() {
      NodeTerm label = new NodeTerm(List.of(name("In", "gpu-1")));

      assertThat(fit(label).fits()).isFalse();
      assertThat(POD.nodeTerm(label).fits(NODE.label("metadata.name", "gpu-1")).fits()).isTrue();
    }

    private NodeView nodeCalled(String name) {
      return NodeView.of(name).allocatable(NODE.allocatable());
    }
  }

  @Nested
  class Pods {

    private NodeView with(int running) {
      return IntStream.range(0, running)
          .boxed()
          .reduce(NodeView.of("full"), (node, i) -> node.pod(PodView.empty()), (a, b) -> b);
    }

    @Test
    void aNodeTakes110PodsUnlessItSaysOtherwise() {
      assertThat(PodView.empty().fits(with(109)).fits()).isTrue();
      assertThat(texts(PodView.empty().fits(with(110))))
          .containsExactly("Too many pods: 110 run there, of at most 110");
      assertThat(PodView.empty().fits(with(110).allocatable(Map.of("pods", "111"))).fits())
          .isTrue();
    }

    @Test
    void aNodeThatTakesNoneTakesNone() {
      assertThat(PodView.empty().fits(NODE.allocatable(Map.of("pods", "0"))).reasons())
          .extracting(Finding::id)
          .containsExactly("node.pods");
    }
  }

  /** The cases of the scheduler's own tests, on its node of 10m CPU, 20 bytes and five of A. */
  @Nested
  class Resources {
    private static final String A = "example.com/aaa";
    private static final String B = "example.com/bbb";
    private static final String PAGES = "hugepages-2Mi";

    private final NodeView node =
        NodeView.of("n")
            .allocatable(
                Map.of(
                    "cpu",
                    "10m",
                    "memory",
                    "20",
                    "pods",
                    "32",
                    A,
                    "5",
                    "ephemeral-storage",
                    "20",
                    PAGES,
                    "5"));

    private Map<String, String> amounts(String stated) {
      Map<String, String> amounts = new LinkedHashMap<>();
      for (String amount : stated.isEmpty() ? new String[0] : stated.split(" ")) {
        String[] parts = amount.split("=");
        amounts.put(parts[0].equals("A") ? A : parts[0].equals("B") ? B : parts[0], parts[1]);
      }
      return amounts;
    }

    private PodView pod(Role role, PodView before, String containers) {
      PodView pod = before;
      for (String container : containers.isEmpty() ? new String[0] : containers.split(" \\+ ")) {
        pod = pod.container(new Container("c", role, amounts(container), amounts(container)));
      }
      return pod;
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            # running            | init containers                  | containers         | what is short
            cpu=10m memory=20    | ''                               | ''                 | ''
            cpu=10m memory=20    | ''                               | cpu=1m memory=1    | cpu memory
            cpu=8m memory=19     | cpu=3m memory=1                  | cpu=1m memory=1    | cpu
            cpu=8m memory=19     | cpu=3m memory=1 + cpu=2m memory=1 | cpu=1m memory=1   | cpu
            cpu=9m memory=19     | cpu=1m memory=3                  | cpu=1m memory=1    | memory
            cpu=9m memory=19     | cpu=1m memory=3 + cpu=1m memory=2 | cpu=1m memory=1   | memory
            cpu=9m memory=19     | cpu=1m memory=1                  | cpu=1m memory=1    | ''
            cpu=9m memory=19     | cpu=1m memory=1 + cpu=1m memory=1 | cpu=1m memory=1   | ''
            cpu=5m memory=5      | ''                               | cpu=1m memory=1    | ''
            cpu=9m memory=5      | ''                               | cpu=2m memory=1    | cpu
            cpu=5m memory=19     | ''                               | cpu=1m memory=2    | memory
            cpu=5m memory=19     | ''                               | cpu=5m memory=1    | ''
            cpu=5m memory=19     | cpu=5m memory=1                  | cpu=4m memory=1    | ''
            ''                   | ''                               | A=1                | ''
            ''                   | A=1                              | ''                 | ''
            A=0                  | ''                               | cpu=1m memory=1 A=10 | A
            A=0                  | cpu=1m memory=1 A=10             | ''                 | A
            A=5                  | ''                               | cpu=1m memory=1 A=1 | A
            A=5                  | cpu=1m memory=1 A=1              | ''                 | A
            A=2                  | ''                               | A=3 + A=3          | A
            A=2                  | A=3 + A=3                        | ''                 | ''
            A=2                  | A=6 + A=3                        | ''                 | A
            ''                   | ''                               | cpu=1m B=1         | B
            ''                   | cpu=1m B=1                       | ''                 | B
            ''                   | ''                               | hugepages-2Mi=10   | hugepages-2Mi
            hugepages-2Mi=2      | ''                               | hugepages-2Mi=3 + hugepages-2Mi=3 | hugepages-2Mi
            ''                   | ''                               | ephemeral-storage=20 | ''
            ephemeral-storage=10 | ''                               | ephemeral-storage=11 | ephemeral-storage
            A=6                  | ''                               | A=0 cpu=1m         | ''
            memory=30            | ''                               | memory=0 cpu=10m   | ''
            """)
    void whatIsAskedMustBeFree(String running, String init, String main, String lacking) {
      NodeView busy = node.pod(pod(Role.MAIN, PodView.empty(), running));
      PodView pod = pod(Role.MAIN, pod(Role.INIT, PodView.empty(), init), main);

      assertThat(pod.fits(busy).reasons())
          .extracting(Finding::subject)
          .containsExactlyElementsOf(
              amounts(lacking.isEmpty() ? "" : lacking.replaceAll("( |$)", "=1$1")).keySet());
    }

    @Test
    void aSidecarIsCountedBesideWhatComesAfterIt() {
      PodView first =
          pod(Role.MAIN, pod(Role.INIT, pod(Role.SIDECAR, PodView.empty(), "A=2"), "A=3"), "A=3");
      PodView tooMuch = pod(Role.INIT, first, "A=4");

      assertThat(first.fits(node).fits()).isTrue();
      assertThat(texts(tooMuch.fits(node)))
          .containsExactly("Insufficient example.com/aaa: 6 requested, 5 of 5 free");
    }

    @Test
    void overheadIsAdded() {
      NodeView busy = node.pod(pod(Role.MAIN, PodView.empty(), "cpu=5m memory=5"));
      PodView pod = pod(Role.MAIN, PodView.empty(), "cpu=1m memory=1");

      assertThat(pod.overhead(Map.of("cpu", "3m", "memory", "13")).fits(busy).fits()).isTrue();
      assertThat(pod.overhead(Map.of("cpu", "1m", "memory", "15")).fits(busy).reasons())
          .extracting(Finding::subject)
          .containsExactly("memory");
    }

    @ParameterizedTest
    @CsvSource({"1m,2,5,''", "7m,2,5,cpu", "3m,2,19,memory"})
    void whatAPodRequestsAsAWholeIsCounted(
        String cpu, String memory, String taken, String lacking) {
      NodeView busy = node.pod(asking(Map.of("cpu", "5m", "memory", taken)));
      PodView pod = pod(Role.MAIN, PodView.empty(), "cpu=1m memory=1");

      assertThat(pod.resources(Map.of("cpu", cpu, "memory", memory), Map.of()).fits(busy).reasons())
          .extracting(Finding::subject)
          .isEqualTo(lacking.isEmpty() ? List.of() : List.of(lacking));
    }

    @Test
    void whatAPodStatesAsAWholeTakesThePlaceOfItsContainers() {
      PodView pod = pod(Role.MAIN, PodView.empty(), "cpu=1m memory=1 A=1");

      assertThat(texts(pod.resources(Map.of("cpu", "11m"), Map.of()).fits(node)))
          .containsExactly("Insufficient cpu: 11m requested, 10m of 10m free");
      assertThat(pod.resources(Map.of("cpu", "5m", A, "9"), Map.of()).fits(node).fits()).isTrue();
    }

    /** Where a container requests some, the API server makes that the pod's request. */
    @Test
    void aLimitOfAWholePodCountsOnlyWhereNoContainerRequestsAny() {
      Map<String, String> limits = Map.of("cpu", "11m");

      assertThat(
              pod(Role.MAIN, PodView.empty(), "cpu=1m")
                  .resources(Map.of(), limits)
                  .fits(node)
                  .fits())
          .isTrue();
      assertThat(
              pod(Role.MAIN, PodView.empty(), "memory=1")
                  .resources(Map.of(), limits)
                  .fits(node)
                  .fits())
          .isFalse();
      assertThat(
              pod(Role.MAIN, PodView.empty(), "hugepages-2Mi=1")
                  .resources(Map.of(), Map.of(PAGES, "6"))
                  .fits(node)
                  .fits())
          .isFalse();
    }

    @Test
    void aLimitAloneCountsAsTheRequest() {
      PodView pod = PodView.empty().container("c", Map.of(), Map.of("cpu", "11m"));

      assertThat(pod.fits(node).fits()).isFalse();
      assertThat(
              PodView.empty()
                  .container("c", Map.of("cpu", "0"), Map.of("cpu", "11m"))
                  .fits(node)
                  .fits())
          .isTrue();
    }

    /** Two containers of half a byte make one byte; two of one and a half make three. */
    @Test
    void partsAreAddedBeforeTheyAreRoundedUp() {
      NodeView three = NodeView.of("n").allocatable(Map.of("memory", "3"));

      assertThat(pod(Role.MAIN, PodView.empty(), "memory=1.5 + memory=1.5").fits(three).fits())
          .isTrue();
      assertThat(pod(Role.MAIN, PodView.empty(), "memory=1.5 + memory=1501m").fits(three).fits())
          .isFalse();
    }

    @Test
    void amountsBeyondAnyNodeAreComparedExactly() {
      NodeView large = NodeView.of("n").allocatable(Map.of("memory", "9223372036854775806"));

      assertThat(asking(Map.of("memory", "9223372036854775806")).fits(large).fits()).isTrue();
      assertThat(asking(Map.of("memory", "9223372036854775807")).fits(large).fits()).isFalse();
    }

    @Test
    void amountsPrintInTheUnitOfTheirResource() {
      NodeView bare = NodeView.of("n");

      assertThat(
              texts(
                  asking(Map.of("cpu", "1500m", "memory", "16384Mi", PAGES, "4Mi", A, "1000"))
                      .fits(bare)))
          .containsExactly(
              "Insufficient cpu: 1500m requested, 0 of 0 free",
              "Insufficient memory: 16Gi requested, 0 of 0 free",
              "Insufficient example.com/aaa: 1000 requested, 0 of 0 free",
              "Insufficient hugepages-2Mi: 4Mi requested, 0 of 0 free");
    }

    /** Seven exbibytes and one make 2^63 bytes, which a long number does not hold. */
    @Test
    void amountsBeyondAnyNodePrintExactly() {
      NodeView bare = NodeView.of("n");

      assertThat(texts(asking(Map.of("memory", "10000Ti")).fits(bare)))
          .containsExactly("Insufficient memory: 10000Ti requested, 0 of 0 free");
      assertThat(texts(pod(Role.MAIN, PodView.empty(), "memory=7Ei + memory=1Ei").fits(bare)))
          .containsExactly("Insufficient memory: 9223372036854775808 requested, 0 of 0 free");
      assertThat(texts(pod(Role.MAIN, PodView.empty(), "cpu=9000T + cpu=1000T").fits(bare)))
          .containsExactly("Insufficient cpu: 10000000000000000 requested, 0 of 0 free");
    }

    @Test
    void anAmountThatIsNoneIsSaidInTheWordsOfItsResource() {
      assertError(
          () -> node.allocatable(Map.of(A, "many")),
          "quantity.malformed",
          "allocatable[example.com/aaa]",
          "many");
      assertError(
          () -> node.allocatable(Map.of(PAGES, "many")),
          "quantity.malformed",
          "allocatable[hugepages-2Mi]",
          "many");
    }

    @Test
    void whatTheApiServerDoesNotTakeIsAnError() {
      assertError(
          () -> PodView.empty().container("c", Map.of(A, "1"), Map.of()).fits(node),
          "pod.limit-not-request",
          "c",
          "1");
      assertError(() -> asking(Map.of(A, "500m")).fits(node), "pod.malformed", "500m");
      assertError(
          () -> PodView.empty().resources(Map.of("cpu", "2"), Map.of("cpu", "1")).fits(node),
          "pod.limit-below-request",
          "resources.requests[cpu]",
          "2",
          "1");
    }
  }

  @Nested
  class OfAPlacement {
    private static final Citation SOURCE =
        new Citation("A page", "2026", Citation.Status.DOCUMENTED);

    private final Placement placement =
        Placement.empty()
            .with(PodField.nodeSelector("gpu"), "t4", "why", SOURCE)
            .with(PodField.nodeAffinity("zone"), "a,b", "why", SOURCE)
            .with(PodField.toleration(GPU), "", "why", SOURCE)
            .with(PodField.device(GPU), "2", "why", SOURCE)
            .with(PodField.annotation("a"), "1", "why", SOURCE);

    private final NodeView node =
        NODE.label("zone", "b").taint(GPU, "true", Taint.Effect.NO_SCHEDULE);

    @Test
    void whatItAsksIsThere() {
      assertThat(placement.fits(node)).hasToString("fits gpu-1");
      assertThat(placement.tolerations())
          .containsExactly(new Toleration(GPU, "Exists", "", "NoSchedule"));
    }

    @Test
    void orIsNot() {
      NodeView other =
          NODE.label("gpu", "v100")
              .label("zone", "c")
              .taint(GPU, "true", Taint.Effect.NO_EXECUTE)
              .allocatable(Map.of(GPU, "1"));

      assertThat(placement.fits(other).reasons())
          .extracting(Finding::id)
          .containsExactly("node.taint", "node.selector", "node.affinity", "node.resource");
    }

    @Test
    void aPlacementThatAsksNothingFitsAnywhere() {
      assertThat(Placement.empty().fits(NodeView.of("bare")).fits()).isTrue();
    }
  }

  @Nested
  class Node {

    @ParameterizedTest
    @CsvSource({"-1,negative", "lots,'allocatable[cpu]: cpu: ''lots'' is not a quantity'"})
    void amountsAreChecked(String amount, String message) {
      assertThatThrownBy(() -> NODE.allocatable(Map.of("cpu", amount)))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining(message);
      assertThatThrownBy(() -> NODE.card(Map.of("cpu", amount)))
          .isInstanceOf(InvalidValueException.class);
      assertThatThrownBy(() -> POD.overhead(Map.of("cpu", amount)))
          .isInstanceOf(InvalidValueException.class);
    }

    @Test
    void whatIsStatedAgainReplacesWhatWas() {
      NodeView node = NODE.allocatable(Map.of("cpu", "8")).label("gpu", "a10");

      assertThat(node.allocatable()).containsEntry("cpu", "8").containsEntry(GPU, "4");
      assertThat(node.labels()).containsExactly(Map.entry("gpu", "a10"));
      assertThat(NODE.labels()).containsExactly(Map.entry("gpu", "t4"));
    }

    @Test
    void nodesAreEqualThatSayTheSame() {
      assertThat(NODE.pod(POD).unschedulable())
          .isEqualTo(
              NODE.unschedulable().pod(asking(Map.of("cpu", "1", "memory", "1Gi", GPU, "1"))))
          .isNotEqualTo(NODE.pod(POD))
          .isNotEqualTo(NODE.toString());
      assertThat(NODE.pod(POD)).hasSameHashCodeAs(NODE.pod(POD));
    }

    @Test
    void itPrintsWhatItHas() {
      assertThat(
              NodeView.of("n")
                  .allocatable(Map.of("cpu", "4"))
                  .unschedulable()
                  .taint("a", "", Taint.Effect.NO_EXECUTE)
                  .pod(POD))
          .hasToString("n: {cpu=4}, cordoned, taints [a:NoExecute], running [pod of main]");
    }
  }
}
