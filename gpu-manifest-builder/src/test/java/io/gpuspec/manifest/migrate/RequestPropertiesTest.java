package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.json.GpuJsonModule;
import io.gpuspec.json.RequestField;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.value.Arch;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No property of a request is lost where one is made from another. */
class RequestPropertiesTest {
  private static final Devices INSTANCES = Devices.of("A100-40GB").mig("1g.5gb");

  /** A request by each getter of devices, for which it has another answer than for any GPU. */
  private static final Map<String, Devices> DEVICES =
      Map.ofEntries(
          Map.entry("names", Devices.anyOf("T4", "V100")),
          Map.entry("isOrdered", Devices.of("T4", "V100")),
          Map.entry("count", Devices.of(2, "T4")),
          Map.entry("share", Devices.of("T4").share("4Gi", 25)),
          Map.entry("migProfile", INSTANCES),
          Map.entry("migConfig", INSTANCES.migConfig("all-balanced")),
          Map.entry("isReplica", Devices.of("T4").replica()),
          Map.entry("memoryAtLeast", Devices.of("T4").memoryAtLeast("8Gi")),
          Map.entry(
              "totalMemoryAtLeast", Devices.of("T4").totalMemoryAtLeast(MemorySize.parse("32Gi"))),
          Map.entry("architecture", Devices.of("T4").architecture("Turing")),
          Map.entry("computeCapabilityAtLeast", Devices.of("T4").computeCapabilityAtLeast("7.5")));

  private static final GpuRequest BARE = GpuRequest.of(Devices.any());

  /** The same of requests. */
  private static final Map<String, GpuRequest> REQUESTS =
      Map.ofEntries(
          Map.entry("cpu", BARE.cpu("500m")),
          Map.entry("memory", BARE.memory("4Gi")),
          Map.entry("resources", BARE.resource("vpc.amazonaws.com/efa", 4)),
          Map.entry("arch", BARE.arch(Arch.ARM64)),
          Map.entry("capacityType", BARE.capacityType(CapacityType.SPOT)),
          Map.entry("isCapacityTypeStated", BARE.capacityType(CapacityType.ON_DEMAND)),
          Map.entry("replicas", BARE.replicas(3)),
          Map.entry("isExplicit", BARE.cpu(8).memory("40Gi").explicit()),
          Map.entry("isExactGpus", BARE.exactGpus()),
          Map.entry("isCheapest", BARE.cheapest()),
          Map.entry("isSmallest", BARE.smallest()),
          Map.entry("isIncludeRetired", BARE.includeRetired()));

  /** What pods cannot state, so that an edit of pods has to keep it. */
  private static final Set<String> PREFERENCES =
      Set.of("isExactGpus", "isCheapest", "isSmallest", "isIncludeRetired");

  static Stream<String> ofDevices() {
    return getters(Devices.class);
  }

  static Stream<String> ofRequests() {
    return getters(GpuRequest.class);
  }

  private static Stream<String> getters(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(each -> Modifier.isPublic(each.getModifiers()))
        .filter(each -> !Modifier.isStatic(each.getModifiers()) && each.getParameterCount() == 0)
        .filter(each -> !Set.of(Devices.class, GpuRequest.class).contains(each.getReturnType()))
        .map(Method::getName)
        .filter(name -> !Set.of("hashCode", "toString").contains(name));
  }

  private static Object value(String getter, Object of) throws ReflectiveOperationException {
    return of.getClass().getMethod(getter).invoke(of);
  }

  @Test
  void everyPropertyHasAnExample() throws ReflectiveOperationException {
    assertThat(DEVICES.keySet()).isEqualTo(ofDevices().collect(Collectors.toSet()));
    assertThat(REQUESTS.keySet()).isEqualTo(ofRequests().collect(Collectors.toSet()));
    for (String getter : DEVICES.keySet()) {
      assertThat(value(getter, DEVICES.get(getter))).isNotEqualTo(value(getter, Devices.any()));
    }
    for (String getter : REQUESTS.keySet()) {
      assertThat(value(getter, REQUESTS.get(getter))).isNotEqualTo(value(getter, BARE));
    }
  }

  @ParameterizedTest
  @MethodSource("ofDevices")
  void devicesAreLikeOthersButForTheirNames(String getter) throws ReflectiveOperationException {
    Devices devices = DEVICES.get(getter);
    Devices made = Devices.of("T4", "V100").like(devices);

    assertThat(made.names()).containsExactly("T4", "V100");
    if (!Set.of("names", "isOrdered").contains(getter)) {
      assertThat(value(getter, made)).isEqualTo(value(getter, devices));
    }
  }

  @ParameterizedTest
  @MethodSource("ofDevices")
  void aMigrationKeepsWhatIsRequested(String getter) {
    Devices devices = DEVICES.get(getter);

    assertThat(MigratedDevices.named(devices.names(), devices)).isEqualTo(devices);
  }

  @ParameterizedTest
  @MethodSource("ofRequests")
  void anEditKeepsPreferencesAndNothingElse(String getter) {
    GpuRequest request = REQUESTS.get(getter);

    assertThat(BARE.preferringLike(request))
        .isEqualTo(PREFERENCES.contains(getter) ? request : BARE);
    assertThat(request.preferringLike(BARE))
        .isEqualTo(PREFERENCES.contains(getter) ? BARE : request);
  }

  @ParameterizedTest
  @MethodSource("ofDevices")
  void devicesThatDifferArePrintedDifferently(String getter) {
    assertThat(DEVICES.get(getter)).doesNotHaveToString(Devices.any().toString());
    assertThat(INSTANCES.migConfig("all-balanced")).doesNotHaveToString(INSTANCES.toString());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyPropertyIsAField(GpuRequest request) {
    assertThat(said(BARE, request)).isEqualTo(request);
  }

  /** Returns a request with every field of another that says something. */
  private static GpuRequest said(GpuRequest before, GpuRequest other) {
    GpuRequest request = before;
    for (RequestField field : RequestField.all()) {
      Optional<Object> value = field.of(other);
      if (!value.equals(field.of(BARE))) {
        request = field.with(request, value.orElseThrow());
      }
    }
    return request;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void jsonRepeatsEveryProperty(GpuRequest example) throws JsonProcessingException {
    Devices devices = example.devices();
    // In JSON, the least memory stands instead of names.
    GpuRequest request =
        devices.memoryAtLeast().isPresent()
            ? example.devices(Devices.any().like(devices))
            : example;
    ObjectMapper mapper = new ObjectMapper().registerModule(new GpuJsonModule());
    Map<String, Object> json =
        mapper.readValue(mapper.writeValueAsString(request), new TypeReference<>() {});
    if (!request.isSmallest()) {
      // Which shape comes first is answered even where it was not requested.
      json.remove("prefer", "smallest");
    }

    assertThat(RequestField.request(BARE, json, RequestPropertiesTest::thrown)).isEqualTo(request);
  }

  private static void thrown(GpuSpecException problem) {
    throw problem;
  }

  @ParameterizedTest
  @MethodSource("notOfPods")
  void anIntentRepeatsEveryPropertyThatItsPodsDoNotSay(GpuRequest request) {
    GpuWorkload bare = GpuWorkload.deployment("w", "r/i:1");
    GpuWorkload workload =
        bare.devices(request.devices())
            .matched(before -> said(before, request.devices(before.devices())));
    String yaml = Intent.of(workload).yaml().toString();

    assertThat(yaml).isNotEqualTo(Intent.of(bare).yaml().toString());
    assertThat(IntentFile.parse("w.yaml", yaml).intents().get(0).yaml()).hasToString(yaml);
  }

  static Stream<GpuRequest> notOfPods() {
    return examples().filter(request -> request.replicas() == 1 && request.resources().isEmpty());
  }

  static Stream<GpuRequest> examples() {
    return Stream.concat(DEVICES.values().stream().map(GpuRequest::of), REQUESTS.values().stream());
  }
}
