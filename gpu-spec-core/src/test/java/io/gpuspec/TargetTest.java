package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Errors.assertWording;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.rule.Rule;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.ObjectKind;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a target says is what its provider does. */
class TargetTest {
  private static final Citation PAGE = new Citation("A page", "2026", Citation.Status.DOCUMENTED);
  private static final Option<Optional<String>> ZONE =
      Option.optional("zone", "a zone", TargetTest::zone, "where to run", PAGE);
  private static final Taint GPU = new Taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE);
  private static final Note BY_PRICE = Note.of("price", "the cloud bills by row", PAGE);

  private static String zone(String text) {
    if (!text.startsWith("z")) {
      throw new IllegalArgumentException("write a zone, such as z1");
    }
    return text;
  }

  /** A provider that answers everything that can be asked. */
  private static final class Talkative extends FileProvider {
    Talkative() {
      super(
          "cloud/talk",
          "docs/talk.md",
          List.of("2025-03"),
          List.of(ZONE),
          file ->
              file.equals("2025-03.json")
                  ? new ByteArrayInputStream(
                      TestCloud.text("nodes-2025-03.json")
                          .replace("\"target\" : \"nodes\"", "\"target\" : \"cloud/talk\"")
                          .getBytes(StandardCharsets.UTF_8))
                  : null);
    }

    @Override
    public Optional<Note> cheapestFirst(Options options) {
      return Optional.of(BY_PRICE);
    }

    @Override
    public Optional<Note> claimsNote(Options options) {
      return Optional.of(Note.of("claims", "from 1.35 on"));
    }

    @Override
    public Optional<Citation> resourceTolerations() {
      return Optional.of(PAGE);
    }

    @Override
    public List<Taint> taints(Options options) {
      return List.of(GPU);
    }

    @Override
    public NodeAgents nodeAgents(SpecCatalog catalog, Options options) {
      return NodeAgents.of(new NodeTerm(List.of(NodeRequirement.in("gpu", "yes"))));
    }

    @Override
    public void checkKind(String kind, Options options) {
      if (kind.equals("DaemonSet")) {
        throw new InvalidValueException("kind.conflict", "kind: 'DaemonSet' is not for this");
      }
    }

    @Override
    public FieldMeaning meaning(PodField field, String value) {
      return FieldMeaning.REQUEST;
    }

    @Override
    public FieldMeaning meaning(String apiVersion, String kind) {
      return FieldMeaning.PROVIDER_SETTING;
    }

    @Override
    public List<ObjectKind<?>> objectKinds() {
      return List.of(ObjectKind.<String>of("Pool", "p", (t, n, s) -> n, made -> List.of()));
    }

    @Override
    public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
      PodField field = PodField.device("nvidia.com/gpu");
      PodReading reading =
          PodReading.of(GpuRequest.of(pod.annotation("gpu").orElse("T4")), field, List.of());
      return pod.annotation("prefer")
          .map(
              name ->
                  reading.preferring(List.of(PodReading.of(GpuRequest.of(name), field, List.of()))))
          .or(
              () ->
                  pod.annotation("note")
                      .map(
                          name ->
                              reading.noting(
                                  GpuRequest.of(name),
                                  shape -> Note.of("other", "or " + shape.spec().name()))))
          .orElse(reading);
    }

    @Override
    public Placement place(Match.Found found, Options options) {
      return Placement.empty()
          .with(PodField.annotation("zone"), options.get(ZONE).orElse("any"), "the zone", PAGE);
    }

    @Override
    public Optional<SharedNode> sharedNode(Match.Found found, Options options) {
      return found.shape().gpus() == 4
          ? Optional.of(SharedNode.of(found.shape(), Map.of("x/memory", 14)))
          : Optional.empty();
    }
  }

  private static final Target TALK = Gpus.of(new Talkative()).in("cloud/talk");
  private static final Target CLOUD = TestCloud.ofResources("cloud").target();

  private static PodView pod() {
    Map<String, String> one = Map.of("nvidia.com/gpu", "1");
    return PodView.empty().container("c", one, one);
  }

  private static Match.Found found(GpuRequest request) {
    return TALK.match(request).orThrow();
  }

  @Test
  void targetsOfOneCloudAreSiblings() {
    Gpus gpus =
        Gpus.of(TestCloud.ofResources("cloud"), new Talkative(), TestCloud.ofResources("other"));

    assertThat(gpus.in("cloud").siblings()).extracting(Target::id).containsExactly("cloud/talk");
    assertThat(gpus.in("cloud/talk").siblings()).extracting(Target::id).containsExactly("cloud");
    assertThat(gpus.in("other").siblings()).isEmpty();
    assertThat(TALK.cloud()).isEqualTo("cloud");
    assertThat(TALK).hasToString("cloud/talk 2025-03");
  }

  @Test
  void anOptionIsWrittenAsOnTheCommandLineOrByItsName() {
    assertThat(TALK.options()).containsExactly(ZONE);
    for (Target zoned : List.of(TALK.with(ZONE, "z1"), TALK.with("zone", "z1"))) {
      assertThat(zoned.place(zoned.match(GpuRequest.of("T4")).orThrow()).entries())
          .extracting(Placement.Entry::value)
          .containsExactly("z1");
    }
  }

  @Test
  void anotherDefaultHoldsWhereNoValueIsChosenBeforeOrLater() {
    Target usual = TALK.withDefault("zone", "z2");

    assertThat(zone(usual)).isEqualTo("z2");
    assertThat(usual.isChosen(ZONE)).isFalse();
    assertError(() -> TALK.place(usual.match(GpuRequest.of("T4")).orThrow()), "match.conflict");
    assertThat(zone(usual.with("zone", "z1"))).isEqualTo("z1");
    assertThat(zone(TALK.with("zone", "z1").withDefault("zone", "z2"))).isEqualTo("z1");
    assertError(() -> TALK.withDefault("zone", "a"), "option.malformed");
    assertError(() -> TALK.withDefault("zome", "z1"), "option.unknown");
  }

  private static String zone(Target target) {
    return target.place(target.match(GpuRequest.of("T4")).orThrow()).entries().get(0).value();
  }

  /** What is refused ends with the page of the target. */
  @Test
  void whatAnOptionDoesNotTakeIsRefusedWithThePage() {
    assertError(() -> TALK.with(ZONE, "a"), "option.malformed", "a");
    assertError(() -> TALK.with("zone", "a"), "option.malformed");
    assertError(() -> TALK.with("zome", "a"), "option.unknown");
    assertError(() -> TALK.edition("2024-01"), "edition.unknown");
    assertError(() -> TALK.with("spot", "true"), "option.unknown");
  }

  @Test
  void aTargetSaysWhatItsProviderDoes() {
    assertThat(TALK.claimsNote()).map(Note::id).contains("claims");
    assertThat(TALK.nodeAgents()).hasToString("GPU nodes: gpu In [yes]");
    assertThat(TALK.objectKinds()).extracting(Object::toString).containsExactly("Pool");
    assertThat(TALK.rules()).isEqualTo(List.<Rule>of());
    assertThat(TALK.meaning(PodField.label("a"), "b")).isEqualTo(FieldMeaning.REQUEST);
    assertThat(TALK.meaning("v1", "Pool")).isEqualTo(FieldMeaning.PROVIDER_SETTING);
    assertThat(TALK.taints(TALK.catalog().specs().get(0))).containsExactly(GPU);
    assertThat(CLOUD.claimsNote()).isEmpty();
    assertThat(CLOUD.taints(CLOUD.catalog().specs().get(0))).isEmpty();
    TALK.checkKind("Deployment");
    assertError(() -> TALK.checkKind("DaemonSet"), "kind.conflict", "DaemonSet");
  }

  @Test
  void aNodeTakesThePodsThatItsRowStatesAndAShapeMadeForOnePodTakesOne() {
    assertThat(TALK.podsPerNode(found(GpuRequest.of("T4").cpu(8)).shape().spec())).hasValue(58);
    assertThat(TALK.podsPerNode(found(GpuRequest.of(4, "T4")).shape().spec())).isEmpty();
    assertThat(CLOUD.podsPerNode(CLOUD.catalog().specs().get(0))).hasValue(1);
  }

  @Test
  void aNodeIsThatOfTheShapeWithTheTaintsOfTheCloud() {
    NodeView node = TALK.node(found(GpuRequest.of("T4").cpu(8)));

    assertThat(node.name()).isEqualTo("t.large");
    assertThat(node.taints()).containsExactly(GPU);
    assertThat(TALK.node(found(GpuRequest.of(4, "T4"))).cards()).hasSize(4);
  }

  @Test
  void aNodeWhoseCardsAreSharedIsThereWhereTheProviderHasOne() {
    assertThat(TALK.sharedNode(Devices.of(4, "T4")).resources())
        .containsExactly(Map.entry("x/memory", 56));
    assertError(() -> TALK.sharedNode(Devices.of("T4")), "share.unsupported");
  }

  @Test
  void aMatchOfAnotherTargetIsRefused() {
    Match.Found other = CLOUD.match(GpuRequest.of("T4")).orThrow();

    assertError(() -> TALK.node(other), "match.conflict");
    assertError(() -> TALK.sharedNode(other), "match.conflict", "cloud");
    assertError(() -> TALK.place(other), "match.conflict", "cloud");
  }

  @Test
  void aMatchWithOtherOptionsOrOfAnotherEditionIsRefused() {
    Match.Found found = found(GpuRequest.of("T4"));
    Target zoned = TALK.with(ZONE, "z1");

    assertError(() -> zoned.node(found), "match.conflict");
    assertThatThrownBy(() -> zoned.place(found)).isInstanceOf(InvalidValueException.class);
    assertThat(TALK.with(ZONE, "z1").place(zoned.match(GpuRequest.of("T4")).orThrow()).entries())
        .isNotEmpty();
    Match.Found newer = CLOUD.match(GpuRequest.of("T4")).orThrow();
    assertError(() -> CLOUD.edition("2022-11").place(newer), "match.conflict");
  }

  /** The cheapest that holds it is t.small for 0.50 USD an hour, or t.large on spot for 0.20. */
  @Test
  void theTargetsRuleDecidesUnlessTheRequestDoes() {
    GpuRequest request = GpuRequest.of("T4").capacityType(CapacityType.SPOT);
    Match.Found byPrice = found(request);

    assertThat(byPrice.shape().spec().name()).isEqualTo("t.large");
    assertThat(byPrice.explain().toString())
        .contains("cheapest that holds it: the cloud bills by row");
    assertThat(byPrice.request().isCheapest()).isTrue();
    assertThat(byPrice.request()).isEqualTo(request);
    assertThat(found(request.smallest()).shape().spec().name()).isEqualTo("t.small");
    assertThat(found(request.smallest()).request().isSmallest()).isTrue();
    assertThat(found(request.smallest().cheapest()).shape().spec().name()).isEqualTo("t.large");
    assertThat(found(request.cheapest()).explain().toString())
        .doesNotContain("the cloud bills by row");
    // What a target decides holds on that target alone.
    Target smallest =
        TestCloud.of("nodes", TestCloud.read(TestCloud.text("nodes-2025-03.json"))).target();
    assertThat(smallest.match(byPrice.request()).orThrow().shape().spec().name())
        .isEqualTo("t.small");
  }

  @Test
  void theAnswerNoCanHaveReasonsFromElsewhere() {
    Match none = TALK.none(GpuRequest.of("T4"), List.of(Rejection.of("claim", "devices", "none")));

    assertThat(none.isFound()).isFalse();
    assertThat(none.rejected())
        .extracting(Rejection::toString)
        .containsExactly("claim: devices: none");
    assertThat(none.request().isCheapest()).isTrue();
  }

  /** The plugin ExtendedResourceToleration, which this cloud runs. */
  @Test
  void aTolerationThatTheApiServerAddsIsTold() {
    Match match = TALK.match(pod()).orElseThrow();

    assertThat(TALK.admitted(pod()).tolerations())
        .extracting(Toleration::toString)
        .containsExactly("nvidia.com/gpu Exists NoSchedule");
    assertThat(CLOUD.admitted(pod()).tolerations()).isEmpty();
    assertThat(match.notes())
        .extracting(Note::toString)
        .contains(
            "toleration.added: the manifest does not tolerate the taint"
                + " nvidia.com/gpu=true:NoSchedule; the API server of cloud/talk adds the"
                + " toleration, because the pod requests nvidia.com/gpu");
    assertThat(
            TALK.match(pod().toleration(Toleration.exists("nvidia.com/gpu"))).orElseThrow().notes())
        .extracting(Note::id)
        .doesNotContain("toleration.added");
    assertThat(TALK.match(pod().annotation("gpu", "H100")).orElseThrow().isFound()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // The request is for a T4, or for what is preferred where there is one.
    "A10G, a.amd",
    "H100, t.small",
  })
  void whatAPodPrefersComesFirstWhereThereIsOne(String preferred, String row) {
    Match match = TALK.match(pod().annotation("prefer", preferred)).orElseThrow();

    assertThat(match.orThrow().shape().spec().name()).isEqualTo(row);
  }

  @Test
  void aPreferredShapeThatServesTheRequestTooHasItsAlternatives() {
    Match.Found found =
        TALK.match(
                pod().annotation("gpu", "t.small").annotation("prefer", "t.small"),
                GpuRequest::exactGpus)
            .orElseThrow()
            .orThrow();
    Match.Found other =
        TALK.match(pod().annotation("gpu", "T4").annotation("prefer", "t.large"))
            .orElseThrow()
            .orThrow();

    assertThat(found.request()).hasToString("t.small x1, exact GPU count");
    assertThat(other.shape().spec().name()).isEqualTo("t.large");
    assertThat(other.request()).hasToString("T4 x1");
    assertThat(other.alternatives()).extracting(shape -> shape.spec().name()).contains("t.small");
  }

  @Test
  void whatAnotherRequestWouldGetIsNotedIfItGetsSomething() {
    assertThat(TALK.match(pod().annotation("note", "A10G")).orElseThrow().notes())
        .extracting(Note::message)
        .contains("or a.amd");
    assertThat(TALK.match(pod().annotation("note", "H100")).orElseThrow().notes())
        .extracting(Note::id)
        .doesNotContain("other");
    assertThat(TALK.match(pod().annotation("note", "K9")).orElseThrow().notes())
        .extracting(Note::id)
        .doesNotContain("other");
  }

  @Test
  void aGpuThatNobodyKnowsIsAnErrorOfTheFieldThatNamesIt() {
    assertError(
        () -> TALK.match(pod().annotation("gpu", "T5")),
        "gpu.unknown",
        "resources[nvidia.com/gpu]",
        "T5");
  }

  /** Other resources of a pod are asked of the node too, and its own parts by the same rule. */
  @Test
  void aPodAsksForItsOtherResourcesToo() {
    Map<String, String> amounts = Map.of("nvidia.com/gpu", "1", "rdma/hca", "2", "cpu", "3");
    PodView pod = PodView.empty().container("c", amounts, amounts);

    assertThat(TALK.request(pod)).hasToString("any GPU x1, 3 cores, 2 rdma/hca");
    assertThat(TALK.match(pod).orElseThrow().rejected().get(0).toString())
        .contains("rdma/hca: 2 requested, has none");
  }

  @Test
  void anOverlayIsForItsTarget() {
    Overlay other = Overlay.of("other", PAGE);

    assertError(() -> TALK.overlay(other), "provider.conflict", "other");
  }

  /** What asks for GPUs in a way that is not judged is named, each with what it asks for. */
  @Test
  void whatIsNotJudgedIsNamedWithWhatItAsksFor() {
    Map<String, String> mig = Map.of("nvidia.com/mig-1g.5gb", "1");
    PodView pod =
        PodView.empty()
            .container("c", mig, mig)
            .claim("gpus")
            .nodeSelector("nvidia.com/mig.config", "all-1g.5gb")
            .annotation("gpu-fraction", "0.5");
    Match match = TALK.match(pod).orElseThrow();

    assertThat(match.isJudged()).isFalse();
    assertThat(match.isFound()).isFalse();
    assertThat(match.rejected()).isEmpty();
    assertThat(match.alternatives()).isEmpty();
    assertThat(match.notes())
        .hasSize(4)
        .allSatisfy(
            note -> {
              assertThat(note.id()).isEqualTo("gpu.not-judged");
              assertWording(note.id(), note.message());
            });
    assertThat(match)
        .hasToString(
            "not judged on cloud/talk: container 'c' resources.limits[nvidia.com/mig-1g.5gb],"
                + " spec.resourceClaims[gpus], spec.nodeSelector[nvidia.com/mig.config],"
                + " metadata.annotations[gpu-fraction]");
    Match.NotJudged unjudged = (Match.NotJudged) match;
    assertThat(unjudged.fields()).hasSize(4);
    assertThat(unjudged.fields()).allMatch(field -> unjudged.hint(field).isEmpty());
    assertThat(match.explain().toString()).startsWith("not judged on cloud/talk 2025-03\n  note ");
  }
}
