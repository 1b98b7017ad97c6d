package io.gpuspec.manifest.internal.claim;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which devices claims get, as the documentation of Kubernetes has it: structured parameters,
 * partitionable devices (KEP-4815), consumable capacity (KEP-5075), taints (KEP-5055).
 */
class AllocationTest {
  /** A node with one pool; what others have is lists of results by the claims' names. */
  private record Node(String devices, String counters, int slices, Map<String, String> inUse) {
    static Node of(String devices) {
      return new Node(devices, "[]", 1, Map.of());
    }

    Node counters(String amounts) {
      return new Node(devices, "[{name: set, counters: {%s}}]".formatted(amounts), slices, inUse);
    }

    Node ofSlices(int count) {
      return new Node(devices, counters, count, inUse);
    }

    Node inUse(Map<String, String> results) {
      return new Node(devices, counters, slices, results);
    }

    private Slices read() {
      List<Map<String, Object>> trees = new ArrayList<>();
      YamlDocuments.of(
              "slice.yaml",
              """
              apiVersion: resource.k8s.io/v1
              kind: ResourceSlice
              metadata: {name: s}
              spec:
                driver: gpu.example.com
                pool: {name: p, generation: 1, resourceSliceCount: %s}
                sharedCounters: %s
                devices: [%s]
              """
                  .formatted(slices, counters, devices))
          .forEach(place -> trees.add(YamlTree.mapping(YamlTree.of(place.node()))));
      return Slices.of(trees, Map.of());
    }

    Allocator asked(String... claims) {
      StringBuilder text = new StringBuilder(CLASSES);
      inUse.forEach((name, results) -> text.append(IN_USE.formatted(name, results)));
      for (int i = 0; i < claims.length; i++) {
        text.append(CLAIM.formatted(i, claims[i]));
      }
      ClaimObjects objects = new ClaimObjects();
      YamlDocuments.of("claims.yaml", text.toString()).forEach(objects::add);
      return new Allocator(objects.all(), objects.classes(), read(), objects.inUse());
    }

    /** Returns what claims get, such as {@code x=a z=b}; none if they cannot be had. */
    String gives(String... claims) {
      return asked(claims)
          .allocate()
          .map(
              given ->
                  given.stream()
                      .map(each -> each.request() + "=" + each.device().name())
                      .collect(Collectors.joining(" ")))
          .orElse("none");
    }

    /** Returns the reasons against a device. */
    List<String> reasons(String device, String... claims) {
      Allocator allocator = asked(claims);
      assertThat(allocator.allocate()).isEmpty();
      return allocator.reasons().get(new Device.Id("gpu.example.com", "p", device));
    }
  }

  private static final String CLASSES =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: any}
      spec: {}
      ---
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: nics}
      spec: {selectors: [{cel: {expression: "device.driver == 'nic.example.com'"}}]}
      """;

  private static final String CLAIM =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: claim-%s}
      spec: {devices: {%s}}
      """;

  private static final String IN_USE =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: %s}
      spec: {devices: {requests: [{name: r, exactly: {deviceClassName: any}}]}}
      status: {allocation: {devices: {results: [%s]}}}
      """;

  private static String result(String device, String more) {
    return "{request: r, driver: gpu.example.com, pool: p, device: %s%s}".formatted(device, more);
  }

  private static String requests(String... all) {
    return "requests: [" + String.join(", ", all) + "]";
  }

  private static String exactly(String name, String fields) {
    return "{name: %s, exactly: {deviceClassName: any%s}}".formatted(name, fields);
  }

  private static String first(String name, String... forms) {
    return "{name: %s, firstAvailable: [%s]}".formatted(name, String.join(", ", forms));
  }

  private static String form(String name, int count) {
    return "{name: %s, deviceClassName: any, count: %s}".formatted(name, count);
  }

  private static String memory(String amount) {
    return ", capacity: {requests: {memory: %s}}".formatted(amount);
  }

  /** Selects a device by its attribute n. */
  private static String only(int number) {
    return ", selectors: [{cel: {expression: \"device.attributes['gpu.example.com'].n == %s\"}}]"
        .formatted(number);
  }

  private static String device(String name, String fields) {
    return "{name: %s%s}".formatted(name, fields);
  }

  private static String numbered(String name, int number, String fields) {
    return device(name, ", attributes: {n: {int: %s}}%s".formatted(number, fields));
  }

  private static String share(String name, int number) {
    return numbered(
        name, number, ", allowMultipleAllocations: true, capacity: {memory: {value: 10Gi}}");
  }

  private static String consumes(int units) {
    return ", consumesCounters: [{counterSet: set, counters: {units: {value: '%s'}}}]"
        .formatted(units);
  }

  private static Node many(int count) {
    return Node.of(
        IntStream.range(0, count)
            .mapToObj(i -> device("d" + i, ""))
            .collect(Collectors.joining(", ")));
  }

  /** A card of 10Gi. With steps of 2Gi from 1Gi on, 1, 3, 5 and 7Gi may be had. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "| | 10Gi",
        "| 5Gi | 5Gi",
        "| 10Gi | 10Gi",
        "| 10241Mi | none",
        "default: 2Gi | | 2Gi",
        "default: 2Gi | 5Gi | 5Gi",
        "default: 3Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi} | | 3Gi",
        "default: 3Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi} | 512Mi | 1Gi",
        "default: 3Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi} | 1Gi | 1Gi",
        "default: 3Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi} | 2Gi | 3Gi",
        "default: 3Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi} | 3Gi | 3Gi",
        "default: 3Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi} | 3073Mi | 5Gi",
        "default: 3Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi} | 7Gi | 7Gi",
        "default: 3Gi, validRange: {min: 1Gi, max: 8Gi, step: 2Gi} | 8Gi | none",
        "default: 1Gi, validRange: {min: 1Gi, max: 4Gi} | 1536Mi | 1536Mi",
        "default: 1Gi, validRange: {min: 1Gi, max: 4Gi} | 4Gi | 4Gi",
        "default: 1Gi, validRange: {min: 1Gi, max: 4Gi} | 4097Mi | none",
        "default: 1Gi, validRange: {min: 1Gi} | 9Gi | 9Gi",
        "default: 1Gi, validRange: {min: 1Gi, step: 3Gi} | 8Gi | 10Gi",
        "default: 1, validRange: {min: 1, max: 8, step: 500m} | 1200m | 1.5",
        "default: 1, validRange: {min: 1, max: 8, step: 500m} | 1500m | 1.5",
        "default: 1, validRange: {min: 1, max: 8, step: 500m} | 1501m | 2",
        "default: 1, validRange: {min: 1, max: 8, step: 500m} | 8100m | none",
        "default: 2Gi, validValues: [1Gi, 2Gi, 4Gi] | | 2Gi",
        "default: 2Gi, validValues: [1Gi, 2Gi, 4Gi] | 1Gi | 1Gi",
        "default: 2Gi, validValues: [1Gi, 2Gi, 4Gi] | 1025Mi | 2Gi",
        "default: 2Gi, validValues: [1Gi, 2Gi, 4Gi] | 3Gi | 4Gi",
        "default: 2Gi, validValues: [1Gi, 2Gi, 4Gi] | 4Gi | 4Gi",
        "default: 2Gi, validValues: [1Gi, 2Gi, 4Gi] | 5Gi | none",
      })
  void aShareIsRoundedUpToWhatThePolicyAllows(String policy, String asked, String given) {
    Node node =
        Node.of(
            device(
                "a",
                ", allowMultipleAllocations: true, capacity: {memory: {value: 10Gi%s}}"
                    .formatted(policy == null ? "" : ", requestPolicy: {%s}".formatted(policy))));

    String consumed =
        node.asked(requests(exactly("x", asked == null ? "" : memory(asked))))
            .allocate()
            .map(all -> all.get(0).consumed().get("memory").toString())
            .orElse("none");

    assertThat(consumed).isEqualTo(given);
  }

  @Test
  void aDeviceForOneClaimIsAskedForItsCapacityAndIsGivenWhole() {
    Node node = Node.of(device("a", ", capacity: {memory: {value: 10Gi}}"));

    assertThat(node.gives(requests(exactly("x", memory("10Gi"))))).isEqualTo("x=a");
    assertThat(node.reasons("a", requests(exactly("x", memory("11Gi")))))
        .containsExactly("x: memory 10Gi < 11Gi");
    assertThat(node.reasons("a", requests(exactly("x", ", capacity: {requests: {cores: 1}}"))))
        .containsExactly("x: has no capacity cores");
    assertThat(node.gives(requests(exactly("x", memory("1Gi")), exactly("z", memory("1Gi")))))
        .isEqualTo("none");
  }

  @Test
  void sharesOfADeviceAddUp() {
    Node node = Node.of(share("a", 1) + ", " + share("b", 2));

    assertThat(node.gives(requests(exactly("x", memory("4Gi")), exactly("z", memory("6Gi")))))
        .isEqualTo("x=a z=a");
    assertThat(node.gives(requests(exactly("x", memory("4Gi")), exactly("z", memory("7Gi")))))
        .isEqualTo("x=a z=b");
    // Those of one request are of different devices.
    assertThat(node.gives(requests(exactly("x", ", count: 2" + memory("1Gi")))))
        .isEqualTo("x=a x=b");
    assertThat(node.gives(requests(exactly("x", ", count: 3" + memory("1Gi"))))).isEqualTo("none");
  }

  @Test
  void aShareIsTakenBackWhereALaterRequestNeedsIt() {
    Node node = Node.of(share("a", 1) + ", " + share("b", 2));

    assertThat(
            node.gives(
                requests(exactly("x", memory("6Gi")), exactly("z", only(1) + memory("10Gi")))))
        .isEqualTo("x=b z=a");
    // What an earlier request has of the device stays.
    assertThat(
            node.gives(
                requests(
                    exactly("w", only(1) + memory("2Gi")),
                    exactly("x", memory("6Gi")),
                    exactly("z", only(1) + memory("8Gi")))))
        .isEqualTo("w=a x=b z=a");
    assertThat(
            node.gives(
                requests(
                    exactly("w", only(1) + memory("2Gi")),
                    exactly("x", memory("6Gi")),
                    exactly("z", only(1) + memory("9Gi")))))
        .isEqualTo("none");
  }

  @Test
  void sharesOfOthersCount() {
    Node node =
        Node.of(share("a", 1))
            .inUse(
                Map.of(
                    "o1", result("a", ", shareID: s1, consumedCapacity: {memory: 3Gi}"),
                    "o2", result("a", ", shareID: s2, consumedCapacity: {memory: 4Gi}")));

    assertThat(node.gives(requests(exactly("x", memory("3Gi"))))).isEqualTo("x=a");
    assertThat(node.reasons("a", requests(exactly("x", memory("4Gi")))))
        .containsExactly("x: memory 3Gi < 4Gi");
  }

  @Test
  void theCountersOfASharedDeviceAreTakenOnce() {
    String devices =
        share("a", 1).replace("}}}", "}}" + consumes(1) + "}") + ", " + device("b", consumes(1));
    Map<String, String> others =
        Map.of(
            "o1", result("a", ", shareID: s1, consumedCapacity: {memory: 3Gi}"),
            "o2", result("a", ", shareID: s2, consumedCapacity: {memory: 3Gi}"));
    String both = requests(exactly("x", memory("4Gi")), exactly("z", ""));
    Node node = Node.of(devices);

    assertThat(node.counters("units: {value: '2'}").inUse(others).gives(both)).isEqualTo("x=a z=b");
    assertThat(node.counters("units: {value: '1'}").inUse(others).gives(both)).isEqualTo("none");
    // So are those of two requests.
    String three =
        requests(exactly("w", memory("4Gi")), exactly("x", memory("4Gi")), exactly("z", ""));
    assertThat(node.counters("units: {value: '2'}").gives(three)).isEqualTo("w=a x=a z=b");
    assertThat(node.counters("units: {value: '1'}").gives(three)).isEqualTo("none");
  }

  @Test
  void aCounterOfADeviceInUseIsTaken() {
    Node node =
        Node.of(device("a", consumes(2)) + ", " + device("b", consumes(1)))
            .inUse(Map.of("o", result("a", "")));

    assertThat(node.counters("units: {value: '3'}").gives(requests(exactly("x", ""))))
        .isEqualTo("x=b");
    assertThat(node.counters("units: {value: '2'}").gives(requests(exactly("x", ""))))
        .isEqualTo("none");
  }

  /** Two units in all: what a device took that does not meet a constraint is there again. */
  @Test
  void countersAreGivenBackWhereAConstraintIsNotMet() {
    Node node =
        Node.of(
                numbered("a", 1, consumes(1))
                    + ", "
                    + numbered("b", 2, consumes(1))
                    + ", "
                    + numbered("c", 2, consumes(1)))
            .counters("units: {value: '2'}");

    assertThat(
            node.gives(
                requests(exactly("x", ", count: 2"))
                    + ", constraints: [{matchAttribute: gpu.example.com/n}]"))
        .isEqualTo("x=b x=c");
  }

  @Test
  void allDevicesOfAMatchHaveTheSameValue() {
    Node node =
        Node.of(numbered("a", 1, "") + ", " + numbered("b", 2, "") + ", " + numbered("c", 2, ""));
    String match = ", constraints: [{matchAttribute: gpu.example.com/n}]";

    assertThat(node.gives(requests(exactly("x", "")) + match)).isEqualTo("x=a");
    assertThat(node.gives(requests(exactly("x", ", count: 2")) + match)).isEqualTo("x=b x=c");
    assertThat(node.gives(requests(exactly("x", ", count: 3")) + match)).isEqualTo("none");
    assertThat(node.gives(requests(exactly("x", ""), exactly("z", "")) + match))
        .isEqualTo("x=b z=c");
    // A constraint counts for a claim, and for the requests that it names.
    assertThat(node.gives(requests(exactly("x", "")) + match, requests(exactly("z", "")) + match))
        .isEqualTo("x=a z=b");
    assertThat(
            node.gives(
                requests(exactly("x", ""), exactly("z", ", count: 2"))
                    + ", constraints: [{requests: [z], matchAttribute: gpu.example.com/n}]"))
        .isEqualTo("x=a z=b z=c");
  }

  @Test
  void aMatchIsOfTheTypeToo() {
    Node node =
        Node.of(
            "{name: a, attributes: {n: {int: 1}}}, {name: b, attributes: {n: {string: '1'}}},"
                + " {name: c}, {name: d, attributes: {gpu.example.com/n: {string: '1'}}}");

    assertThat(
            node.gives(
                requests(exactly("x", ", count: 2"))
                    + ", constraints: [{matchAttribute: gpu.example.com/n}]"))
        .isEqualTo("x=b x=d");
  }

  /** The API: its type and value are unique across the devices; a and c have the same. */
  @Test
  void allDevicesOfADistinctAttributeHaveOtherValues() {
    Node node =
        Node.of(
            numbered("a", 1, "")
                + ", "
                + numbered("b", 2, "")
                + ", "
                + numbered("c", 1, "")
                + ", "
                + numbered("d", 3, ""));
    String distinct = ", constraints: [{distinctAttribute: gpu.example.com/n}]";

    assertThat(node.gives(requests(exactly("x", ", count: 3")) + distinct))
        .isEqualTo("x=a x=b x=d");
    assertThat(node.gives(requests(exactly("x", ", count: 4")) + distinct)).isEqualTo("none");
    assertThat(node.gives(requests(exactly("x", ", count: 2"), exactly("z", only(1))) + distinct))
        .isEqualTo("x=b x=d z=a");
    assertThat(node.gives(requests(exactly("x", "")) + distinct.replace("/n", "/other")))
        .isEqualTo("none");
  }

  /** That b has a value of its own is forgotten, because its m is another one: c has the same n. */
  @Test
  void aConstraintForgetsADeviceThatAnotherOneRefuses() {
    Node node =
        Node.of(
            "{name: a, attributes: {n: {int: 1}, m: {int: 1}}},"
                + " {name: b, attributes: {n: {int: 2}, m: {int: 2}}},"
                + " {name: c, attributes: {n: {int: 2}, m: {int: 1}}}");

    assertThat(
            node.gives(
                requests(exactly("x", ", count: 2"))
                    + ", constraints: [{distinctAttribute: gpu.example.com/n}, {matchAttribute: gpu.example.com/m}]"))
        .isEqualTo("x=a x=c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: broken, value: xid, effect: NoSchedule} | | none",
        "{key: broken, value: xid, effect: NoExecute} | | none",
        "{key: broken, value: xid, effect: None} | | x=a",
        "{key: broken, effect: NoSchedule} | {key: broken, operator: Exists} | x=a",
        "{key: broken, effect: NoSchedule} | {key: other, operator: Exists} | none",
        "{key: broken, value: xid, effect: NoSchedule} | {key: broken, value: xid} | x=a",
        "{key: broken, effect: NoSchedule} | {key: broken, operator: Exists, effect: NoExecute} | none",
        "{key: a, effect: NoSchedule}, {key: b, effect: NoExecute} | {key: a, operator: Exists} | none",
        "{key: a, effect: NoSchedule}, {key: b, effect: NoExecute} | {key: a, operator: Exists}, {key: b, operator: Exists} | x=a",
        "{key: a, effect: NoSchedule}, {key: b, effect: NoExecute} | {operator: Exists} | x=a",
      })
  void aTaintKeepsADeviceFromRequestsThatDoNotTolerateIt(
      String taints, String tolerations, String given) {
    Node node = Node.of(device("a", ", taints: [%s]".formatted(taints)));
    String fields = tolerations == null ? "" : ", tolerations: [%s]".formatted(tolerations);

    assertThat(node.gives(requests(exactly("x", fields)))).isEqualTo(given);
    assertThat(node.gives(requests(exactly("x", ", allocationMode: All" + fields))))
        .isEqualTo(given);
  }

  @Test
  void adminAccessIsGivenBesideOthersAndNotTwiceInAClaim() {
    Node node = Node.of(device("a", ""));
    String admin = exactly("m", ", adminAccess: true");

    assertThat(node.inUse(Map.of("o", result("a", ""))).gives(requests(admin))).isEqualTo("m=a");
    assertThat(node.gives(requests(exactly("x", "")), requests(admin))).isEqualTo("x=a m=a");
    assertThat(node.gives(requests(admin), requests(admin))).isEqualTo("m=a m=a");
    assertThat(node.gives(requests(exactly("x", ""), admin))).isEqualTo("none");
    assertThat(node.gives(requests(admin, exactly("m2", ", adminAccess: true")))).isEqualTo("none");
    assertThat(
            node.gives(requests(admin, exactly("m2", ", adminAccess: true, allocationMode: All"))))
        .isEqualTo("none");
  }

  @Test
  void allIsEveryDeviceThatMatches() {
    String all = ", allocationMode: All";
    Node node =
        Node.of(numbered("a", 1, "") + ", " + numbered("b", 2, "") + ", " + numbered("c", 2, ""));

    assertThat(node.gives(requests(exactly("x", all)))).isEqualTo("x=a x=b x=c");
    assertThat(node.gives(requests(exactly("x", all + only(2))))).isEqualTo("x=b x=c");
    assertThat(node.gives(requests(exactly("x", all + only(3))))).isEqualTo("none");
    assertThat(node.gives(requests(exactly("w", only(2)), exactly("x", all)))).isEqualTo("none");
    assertThat(
            node.gives(
                requests(
                    first(
                        "x",
                        "{name: other, deviceClassName: nics, allocationMode: All}",
                        form("one", 1)))))
        .isEqualTo("x/one=a");
    assertError(
        () ->
            node.gives(
                requests(exactly("x", all))
                    + ", constraints: [{matchAttribute: gpu.example.com/n}]"),
        "manifest.malformed");
    assertError(() -> node.ofSlices(2).gives(requests(exactly("x", all))), "manifest.malformed");
  }

  @Test
  void aClaimHas32DevicesAtMost() {
    assertThat(many(40).asked(requests(exactly("x", ", count: 32"))).allocate().orElseThrow())
        .hasSize(32);
    assertError(
        () -> many(40).gives(requests(exactly("x", ", count: 20"), exactly("z", ", count: 13"))),
        "manifest.malformed");
    assertError(
        () -> many(33).gives(requests(exactly("x", ", allocationMode: All"))),
        "manifest.malformed");
    String most = ", count: 2147483647";
    assertError(
        () -> many(1).gives(requests(exactly("x", most), exactly("z", most))),
        "manifest.malformed");
    // Several claims of a pod can have more.
    assertThat(
            many(40)
                .asked(requests(exactly("x", ", count: 32")), requests(exactly("z", ", count: 8")))
                .allocate()
                .orElseThrow())
        .hasSize(40);
  }

  @Test
  void theFirstAlternativeIsTakenThatLeavesTheClaimWith32Devices() {
    String five = exactly("z", ", count: 5");

    assertThat(many(40).gives(requests(first("x", form("most", 27), form("one", 1)), five)))
        .startsWith("x/most=d0 ")
        .endsWith(" z=d31");
    assertThat(many(40).gives(requests(first("x", form("most", 28), form("one", 1)), five)))
        .isEqualTo("x/one=d0 z=d1 z=d2 z=d3 z=d4 z=d5");
    // No choice of 20 devices leaves room for 15 more, so none but the first is tried.
    assertThat(
            many(40)
                .gives(
                    requests(
                        first("x", form("most", 20), form("one", 1)),
                        first("z", form("most", 20), form("some", 15)))))
        .startsWith("x/one=d0 z/most=d1 ")
        .endsWith(" z/most=d20");
  }

  @Test
  void whatIsAskedForTwiceIsToldOnce() {
    String nic = requests("{name: x, exactly: {deviceClassName: nics}}");

    assertThat(Node.of(device("a", "")).reasons("a", nic, nic))
        .containsExactly("x: device.driver == \"nic.example.com\" is false (class nics)");
  }

  @Test
  void eachRequestHasItsReason() {
    Node node =
        Node.of(
                numbered("a", 1, ", taints: [{key: broken, effect: NoSchedule}]")
                    + ", "
                    + numbered("b", 2, ""))
            .inUse(Map.of("o", result("b", "")));
    String all = requests(exactly("x", ""), exactly("z", only(3)));

    assertThat(node.reasons("a", all))
        .hasSize(2)
        .contains("x: taint broken is not tolerated")
        .last()
        .asString()
        .startsWith("z: ")
        .contains("3");
    assertThat(node.reasons("b", all)).startsWith("x: the claim o has it");
    assertThat(Node.of(device("a", "")).ofSlices(2).reasons("a", requests(exactly("x", ""))))
        .containsExactly("the pool p is incomplete");
    // An administrator's request is not kept away by what others have.
    assertThat(node.reasons("b", requests(exactly("x", ", adminAccess: true" + only(3)))))
        .noneMatch(reason -> reason.contains("the claim o has it"));
  }

  @Test
  void aShareThatThePolicyDoesNotAllowIsAReason() {
    Node node =
        Node.of(
            device(
                "a",
                ", allowMultipleAllocations: true, capacity: {memory: {value: 10Gi, requestPolicy: {default: 1Gi, validValues: [1Gi, 2Gi]}}}"));

    assertThat(node.reasons("a", requests(exactly("x", memory("3Gi")))))
        .containsExactly("x: memory 3Gi is not allowed");
  }

  /** The first request finds nothing, so the second one's selector is not evaluated before. */
  @Test
  void aSelectorAtWhichTheSchedulerStopsIsAReason() {
    assertThat(
            Node.of(device("a", ""))
                .reasons(
                    "a",
                    requests("{name: x, exactly: {deviceClassName: nics}}", exactly("z", only(1)))))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("z: ")
        .contains("CEL runtime error at the device a");
  }
}
