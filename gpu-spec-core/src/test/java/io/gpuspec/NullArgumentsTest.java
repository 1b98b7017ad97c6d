package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.mig.MigGpu;
import io.gpuspec.rule.Severity;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.CardKind;
import io.gpuspec.share.Cards;
import io.gpuspec.share.NodeParts;
import io.gpuspec.share.ShareAmount;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.ObjectField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Null is refused with an error of this library where users begin, for example in JShell; NullAway
 * proves the rest when the code is compiled.
 */
class NullArgumentsTest {
  private static final Target TARGET = TestCloud.ofResources("cloud").target();
  private static final GpuRequest REQUEST = GpuRequest.of("T4").cpu(2).memory("4Gi");
  private static final Citation CITATION = TestCloud.LIST;

  static Stream<ThrowingCallable> doors() {
    return Stream.of(
        () -> MemorySize.parse(null),
        () -> CpuAmount.parse(null),
        () -> Fraction.parse(null),
        () -> Gpus.of((GpuProvider) null),
        () -> GpuRequest.of((String) null),
        () -> GpuRequest.of((Devices) null),
        () -> REQUEST.cpu((String) null),
        () -> REQUEST.memory((String) null),
        () -> REQUEST.arch((Arch) null),
        () -> TARGET.match((GpuRequest) null),
        () -> TARGET.match((PodView) null),
        () -> TARGET.edition(null),
        () -> TARGET.with((String) null, "a"),
        () -> Overlay.of(null, CITATION),
        () -> Overlay.parse("a: 1", null),
        () -> Rates.to(null),
        () -> GpuModel.parse(null),
        () -> CardKind.of(TARGET, null),
        () -> Cards.of(TARGET, null, 1, 1),
        () -> ShareAmount.parse(null),
        () -> MigGpu.of(null),
        () -> MigGpu.of("A30").profile(null),
        () -> PodField.label(null),
        () -> PodView.empty().label(null, "a"),
        () -> Options.of(null),
        () -> Severity.ERROR.isAtLeast(null),
        () -> Placement.empty().with(null, "1", "one", CITATION));
  }

  @ParameterizedTest
  @MethodSource("doors")
  void nullIsRefused(ThrowingCallable door) {
    assertThatThrownBy(door).isInstanceOf(GpuSpecException.class);
  }

  static Stream<ThrowingCallable> elements() {
    Map<String, String> requests = new HashMap<>();
    requests.put("cpu", null);
    return Stream.of(
        () -> Devices.of("T4", null),
        () -> Devices.anyOf((String) null),
        () -> Listing.copyOf(Arrays.asList("a", null)),
        () -> NodeRequirement.in("a", (String) null),
        () -> new UnknownNameException("a.b", "GPU", "a", Arrays.asList("a", null)),
        () -> ObjectField.text("a", "b", (String) null),
        () -> ObjectField.objects("a", "b", (ObjectField) null),
        () -> SpecCatalog.together(Arrays.asList((SpecCatalog) null)),
        () -> NodeParts.of(Options.of("2026-01"), (Note) null),
        () -> TARGET.match(REQUEST).orThrow().withNotes(Collections.singletonList((Note) null)),
        () -> PodView.empty().container("c", requests, Map.of()));
  }

  @ParameterizedTest
  @MethodSource("elements")
  void nullAmongElementsIsRefused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(GpuSpecException.class);
  }

  static Stream<ThrowingCallable> answers() {
    PodView pod = PodView.empty().container("c", Map.of(), Map.of()).nodeSelector("a", "b");
    return Stream.of(
        () -> pod.withContainers(c -> null),
        () -> pod.withNodeRequirements(r -> null),
        () -> TARGET.match(pod, null),
        () ->
            TARGET
                .catalog()
                .withAllocatable(shape -> null, Note.of("a.b", "c"))
                .gpu("T4")
                .specs()
                .get(0)
                .shapes()
                .get(0)
                .allocatable());
  }

  @ParameterizedTest
  @MethodSource("answers")
  void nullFromAFunctionIsRefused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(GpuSpecException.class);
  }

  static Stream<ThrowingCallable> ofParts() {
    CardParts parts = NodeParts.of(Options.of("2026-01"));
    Devices one = Devices.of("A100-40G").mig("1g.5gb");
    GpuSpec row = TARGET.catalog().specs().get(0);
    return Stream.of(
        () -> parts.check(null),
        () -> parts.count(null, one),
        () -> parts.count(row, null),
        () -> parts.whyNone(null, one),
        () -> parts.whyNone(row, null),
        () -> parts.resource(null),
        () -> parts.labels(null, one),
        () -> parts.labels(row, null),
        () -> parts.nodeLabels(null),
        () -> parts.notes(null, one),
        () -> parts.notes(row, null),
        () -> parts.whole(null),
        () -> parts.refusals(null),
        () -> parts.asked(null, one),
        () -> parts.asked(PodView.empty(), null));
  }

  @ParameterizedTest
  @MethodSource("ofParts")
  void nullIsRefusedByThePartsOfACatalog(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(GpuSpecException.class);
  }
}
