package io.gpuspec.contract;

import io.gpuspec.GpuSpec;
import io.gpuspec.Target;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.spi.Placement.Entry;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Pods of all kinds for a target. Keys and values are those that its own placements write, and
 * others, so that they meet what its provider reads.
 */
final class Pods {
  /** Valid and invalid quantities. */
  private static final List<String> QUANTITIES =
      List.of(
          "0",
          "1",
          "2",
          "500m",
          "0.5",
          "16Gi",
          "1e3",
          "-1",
          "",
          " ",
          "1GiB",
          "4c",
          "all",
          "1e400",
          "100000",
          "2147483648",
          "9223372036854775807");

  private static final List<String> TEXTS =
      List.of("", " ", ",", "T4", "1/4*", "5/4*T4", "nobody", "true", "-1", "0", "1e9", "{}", "\n");

  private static final List<String> OPERATORS =
      List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "in", "");

  private final Target target;
  private final List<Entry> written;
  private final Arbitrary<String> values;
  private final String device;

  Pods(Target target, List<Placed> placed) {
    this.target = target;
    this.written = placed.stream().flatMap(each -> each.placement().entries().stream()).toList();
    this.values =
        Arbitraries.of(
            Stream.of(
                    TEXTS.stream(),
                    written.stream().map(Entry::value),
                    Subject.rows(target).stream().map(GpuSpec::name))
                .flatMap(each -> each)
                .distinct()
                .toList());
    this.device = keys(Kind.DEVICE).findFirst().orElseThrow();
  }

  /** The keys that placements write into some parts of a pod. */
  private Stream<String> keys(Kind... kinds) {
    return written.stream()
        .filter(entry -> List.of(kinds).contains(entry.field().kind()))
        .map(entry -> entry.field().key())
        .distinct();
  }

  /** Any pod, sound or not. */
  Arbitrary<SamplePod> any() {
    return Combinators.combine(
            texts(Kind.ANNOTATION),
            texts(Kind.LABEL),
            texts(Kind.NODE_SELECTOR, Kind.NODE_AFFINITY),
            nodeTerm().list().ofMaxSize(2),
            // Among broken containers only, a provider would not look at anything else.
            Arbitraries.oneOf(anyContainer(), soundContainer()).list().ofMaxSize(3))
        .as(
            (annotations, labels, nodeSelector, nodeTerms, containers) ->
                new SamplePod(target, annotations, labels, nodeSelector, nodeTerms, containers));
  }

  private Arbitrary<Map<String, String>> texts(Kind... kinds) {
    return Arbitraries.maps(key(kinds), values).ofMaxSize(4);
  }

  private Arbitrary<String> key(Kind... kinds) {
    return Arbitraries.of(Stream.concat(Stream.of("example.com/other"), keys(kinds)).toList());
  }

  private Arbitrary<NodeTerm> nodeTerm() {
    return Combinators.combine(
            key(Kind.NODE_SELECTOR, Kind.NODE_AFFINITY),
            Arbitraries.of(OPERATORS),
            values.list().ofMaxSize(2))
        .as(NodeRequirement::new)
        .list()
        .ofMaxSize(2)
        .map(NodeTerm::new);
  }

  private Arbitrary<Container> anyContainer() {
    Arbitrary<String> resources =
        Arbitraries.of(
            Stream.concat(Stream.of("cpu", "memory", "nvidia.com/mig-1g.5gb"), keys(Kind.DEVICE))
                .toList());
    Arbitrary<Map<String, String>> stated =
        Arbitraries.maps(resources, Arbitraries.of(QUANTITIES)).ofMaxSize(3);
    return Combinators.combine(Arbitraries.of(Role.values()), stated, stated)
        .as((role, requests, limits) -> new Container("c", role, requests, limits));
  }

  /** A pod that an API server takes, without anything that says where it goes. */
  Arbitrary<SamplePod> sound() {
    return soundContainer()
        .list()
        .ofMaxSize(4)
        .map(
            containers ->
                new SamplePod(target, Map.of(), Map.of(), Map.of(), List.of(), containers));
  }

  private Arbitrary<Container> soundContainer() {
    Arbitrary<Integer> amounts = Arbitraries.integers().between(0, 20);
    return Combinators.combine(Arbitraries.of(Role.values()), amounts, amounts, amounts)
        .as(
            (role, requested, more, devices) ->
                new Container(
                    "c",
                    role,
                    resources(requested, devices),
                    resources(requested + more, devices)));
  }

  private Map<String, String> resources(int amount, int devices) {
    return Map.of("cpu", "" + amount, "memory", amount + "Gi", device, "" + devices);
  }
}
