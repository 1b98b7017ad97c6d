package io.gpuspec.manifest.internal.claim;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimObjectsTest {
  private static final String ALLOCATED =
      "status: {allocation: {devices: {results: [{request: gpu, driver: d, pool: p, device: a}]}}}";

  private static String object(String kind, String metadata, String spec) {
    return """
        ---
        apiVersion: resource.k8s.io/v1
        kind: %s
        metadata: {%s}
        spec: {%s}
        """
        .formatted(kind, metadata, spec);
  }

  private static String claim(String name, String devices) {
    return object("ResourceClaim", "name: " + name, "devices: {%s}".formatted(devices));
  }

  private static String template(String name, String devices) {
    return object(
        "ResourceClaimTemplate", "name: " + name, "spec: {devices: {%s}}".formatted(devices));
  }

  private static String exactly(String fields) {
    return "requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com%s}}]"
        .formatted(fields);
  }

  private static String first(String... alternatives) {
    return "requests: [{name: gpu, firstAvailable: [%s]}]"
        .formatted(String.join(", ", alternatives));
  }

  private static String alternative(String name) {
    return "{name: %s, deviceClassName: gpu.nvidia.com}".formatted(name);
  }

  /** Returns so many, each written with its number. */
  private static String many(int count, String each) {
    return IntStream.range(0, count)
        .mapToObj(i -> each.formatted(i))
        .collect(Collectors.joining(", "));
  }

  private static String requests(int count) {
    return "requests: ["
        + many(count, "{name: r%s, exactly: {deviceClassName: gpu.nvidia.com}}")
        + "]";
  }

  private static ClaimObjects objects(String... texts) {
    ClaimObjects objects = new ClaimObjects();
    YamlDocuments.of("claims.yaml", String.join("", texts)).forEach(objects::add);
    return objects;
  }

  private static YamlPlace spec(String fields) {
    List<YamlPlace> specs = new ArrayList<>();
    YamlDocuments.of("pod.yaml", "spec: {%s}".formatted(fields))
        .forEach(pod -> specs.add(pod.require("spec")));
    return specs.get(0);
  }

  private static List<String> names(List<Claim> claims) {
    return claims.stream().map(Claim::name).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "resource.k8s.io/v1, ResourceClaim, true",
    "resource.k8s.io/v1, ResourceClaimTemplate, true",
    "resource.k8s.io/v1, DeviceClass, true",
    "resource.k8s.io/v1, ResourceSlice, false",
    "example.com/v1, ResourceClaim, false",
    "resource.k8s.io/v1, [a], false",
    "[a], ResourceClaim, false",
  })
  void claimsTemplatesAndClassesAreAdded(String version, String kind, boolean isAdded) {
    String spec =
        switch (kind) {
          case "DeviceClass" -> "";
          case "ResourceClaimTemplate" -> "spec: {devices: {%s}}".formatted(exactly(""));
          default -> "devices: {%s}".formatted(exactly(""));
        };
    String text = object(kind, "name: c", spec).replace("resource.k8s.io/v1", version);

    YamlDocuments.of("a.yaml", text)
        .forEach(each -> assertThat(new ClaimObjects().add(each)).isEqualTo(isAdded));
  }

  @Test
  void whatIsNoMappingIsNotAdded() {
    YamlDocuments.of("a.yaml", "- a\n")
        .forEach(each -> assertThat(new ClaimObjects().add(each)).isFalse());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "count: 1, some: 1; some",
        "count: 2147483648; 2147483648",
        "count: -1; -1",
        "allocationMode: All, count: 1; ''",
        "capacity: {requests: {memory: 1GB}}; 1GB",
        "capacity: {requests: {memory: -1Gi}}; -1Gi",
        "tolerations: [{key: a, some: 1}]; some",
        "tolerations: [{key: a, operator: Is}]; Is",
        "selectors: [{cel: {expression: 'true'}, some: 1}]; some",
        "selectors: [{cel: {expression: ''}}]; ''",
      })
  void aRequestThatTheServerRefusesIsRefused(String fields, String value) {
    assertError(() -> objects(claim("c", exactly(", " + fields))), "manifest.malformed", value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "constraints: [{matchAttribute: d/a, some: 1}]; 'some' is not a field here",
        "constraints: [{matchAttribute: d/a, distinctAttribute: d/a}]; it must have one of",
        "constraints: [{requests: [gpu]}]; it must have one of",
        "constraints: [{matchAttribute: a}]; 'a' is not an attribute with its domain",
        "constraints: [{requests: [gpu/a], matchAttribute: d/a}]; 'gpu/a' is not a request of the claim; allowed: gpu",
        "config: [{requests: [b], opaque: {driver: d, parameters: {}}}]; 'b' is not a request of the claim",
        "config: [{opaque: {driver: d}}]; parameters",
        "some: 1; 'some' is not a field here",
      })
  void aClaimThatTheServerRefusesIsRefused(String more, String why) {
    assertThatThrownBy(() -> objects(claim("c", exactly("") + ", " + more)))
        .isInstanceOf(ManifestException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requests: [] | ''",
        "requests: [{name: gpu}] | ''",
        "requests: [{name: gpu, firstAvailable: []}] | ''",
        "requests: [{name: gpu, exactly: {deviceClassName: a}, some: 1}] | some",
        "requests: [{name: Gpu, exactly: {deviceClassName: a}}] | Gpu",
        "requests: [{name: a, exactly: {deviceClassName: a}}, {name: a, exactly: {deviceClassName: a}}] | a",
        "requests: [{name: a, firstAvailable: [{name: b, deviceClassName: a, adminAccess: true}]}] | adminAccess",
        "requests: [{name: a, firstAvailable: [{name: b, deviceClassName: a}, {name: b, deviceClassName: a}]}] | b",
      })
  void requestsThatTheServerRefusesAreRefused(String requests, String value) {
    assertError(() -> objects(claim("c", requests)), "manifest.malformed", value);
  }

  @Test
  void otherFieldsOfASpecificationAreRefused() {
    assertError(
        () -> objects(object("ResourceClaim", "name: c", "devices: {}, controller: a")),
        "manifest.malformed",
        "controller");
    assertError(
        () -> objects(object("DeviceClass", "name: c", "suitableNodes: {}")),
        "manifest.malformed",
        "suitableNodes");
  }

  @Test
  void aListHasAtMost32Items() {
    assertThat(objects(claim("c", requests(32))).all().get(0).requests()).hasSize(32);
    assertError(() -> objects(claim("c", requests(33))), "manifest.malformed");
    String constraint = "{matchAttribute: d/a%s}";
    assertThat(
            objects(claim("c", exactly("") + ", constraints: [" + many(32, constraint) + "]"))
                .all()
                .get(0)
                .constraints())
        .hasSize(32);
    assertError(
        () -> objects(claim("c", exactly("") + ", constraints: [" + many(33, constraint) + "]")),
        "manifest.malformed");
  }

  @Test
  void aRequestHasAtMostEightAlternatives() {
    String each = alternative("a%s");

    assertThat(
            objects(claim("c", first(many(8, each)))).all().get(0).requests().get(0).alternatives())
        .extracting(Claim.Request::fullName)
        .startsWith("gpu/a0", "gpu/a1")
        .hasSize(8);
    assertError(() -> objects(claim("c", first(many(9, each)))), "manifest.malformed");
  }

  /** The API server's defaults: ExactCount and 1. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "; 1",
        ", count: 0; 1",
        ", count: 2; 2",
        ", count: 2147483647; 2147483647",
        ", allocationMode: ExactCount; 1",
        ", allocationMode: All; 0",
        ", allocationMode: All, count: 0; 0",
      })
  void aCountIsOneUnlessItIsStated(String fields, long count) {
    Claim.Request request =
        objects(claim("c", exactly(fields == null ? "" : fields)))
            .all()
            .get(0)
            .requests()
            .get(0)
            .alternatives()
            .get(0);

    assertThat(request.count()).isEqualTo(count);
    assertThat(request.isAll()).isEqualTo(count == 0);
  }

  @Test
  void aConstraintNamesARequestOrAnAlternative() {
    Claim claim =
        objects(
                claim(
                    "c",
                    first(alternative("a"), alternative("b"))
                        + ", constraints: [{requests: [gpu/a], matchAttribute: d/x}, {requests: [gpu], matchAttribute: d/x}, {matchAttribute: d/x}]"))
            .all()
            .get(0);
    Claim.Request a = claim.requests().get(0).alternatives().get(0);
    Claim.Request b = claim.requests().get(0).alternatives().get(1);

    assertThat(claim.constraints()).extracting(each -> each.appliesTo("gpu", a)).containsOnly(true);
    assertThat(claim.constraints())
        .extracting(each -> each.appliesTo("gpu", b))
        .containsExactly(false, true, true);
  }

  @Test
  void aNameIsOnceInANamespace() {
    String claim = claim("c", exactly(""));
    String template = template("c", exactly(""));
    String elsewhere = claim.replace("name: c", "name: c, namespace: other");
    String given = claim + ALLOCATED + "\n";

    assertThat(objects(claim, template, elsewhere).all()).hasSize(3);
    for (String twice :
        List.of(claim + claim, given + claim, claim + given, given + given, template + template)) {
      assertError(() -> objects(twice), "manifest.malformed", "c");
    }
    assertError(
        () -> objects(claim, claim.replace("name: c", "name: c, namespace: default")),
        "manifest.malformed");
  }

  @Test
  void inAClusterItsOwnCountFirst() {
    ClaimObjects file =
        objects(
            claim("both", exactly(", count: 2")),
            claim("mine", exactly("")),
            claim("given", exactly("")),
            template("t", exactly("")));
    ClaimObjects cluster =
        objects(
            claim("both", exactly(", count: 3")),
            claim("given", exactly("")) + ALLOCATED + "\n",
            claim("theirs", exactly("")),
            template("u", exactly("")));
    ClaimObjects all = file.in(cluster);

    assertThat(names(all.all())).containsExactly("both", "mine", "theirs", "t", "u");
    assertThat(all.all().get(0).requests().get(0).alternatives().get(0).count()).isEqualTo(3);
    assertThat(all.inUse()).containsOnlyKeys(new Device.Id("d", "p", "a"));
    assertThat(all.isEmpty()).isFalse();
  }

  @Test
  void aClassServesAnExtendedResource() {
    ClaimObjects file =
        objects(object("DeviceClass", "name: a", "extendedResourceName: example.com/gpu"));
    ClaimObjects all = new ClaimObjects().in(file);

    assertThat(all.isOfClass("example.com/gpu")).isTrue();
    assertThat(all.isOfClass("deviceclass.resource.kubernetes.io/b")).isTrue();
    assertThat(all.isOfClass("example.com/other")).isFalse();
    assertThat(all.isOfDriversClass("nvidia.com/gpu")).isTrue();
    assertThat(all.isOfDriversClass("example.com/gpu")).isFalse();
    assertThat(
            objects(object("DeviceClass", "name: gpu.nvidia.com", ""))
                .isOfDriversClass("nvidia.com/gpu"))
        .isFalse();
  }

  @Test
  void thereIsNothingUnlessThereIsAClaimOrATemplate() {
    assertThat(objects(object("DeviceClass", "name: a", "")).isEmpty()).isTrue();
    assertThat(objects(claim("c", exactly(""))).isEmpty()).isFalse();
    assertThat(objects(template("c", exactly(""))).isEmpty()).isFalse();
    assertThat(objects(claim("c", exactly("")) + ALLOCATED).isEmpty()).isFalse();
  }

  @Test
  void aPodHasItsClaimsInItsOrder() {
    ClaimObjects objects =
        objects(
            claim("c", exactly("")),
            template("t", exactly("")),
            claim("given", exactly("")) + ALLOCATED + "\n");
    YamlPlace pod =
        spec(
            "resourceClaims: [{name: x, resourceClaimTemplateName: t}, {name: y1, resourceClaimName: given}, {name: z, resourceClaimName: c}],"
                + " containers: [{resources: {claims: [{name: x, request: gpu}, {name: y1}]}}],"
                + " initContainers: [{resources: {claims: [{name: z}]}}]");

    assertThat(names(objects.ofPod(pod, "default").orElseThrow())).containsExactly("t", "c");
    assertThat(objects.allocatedOfPod(pod, "default"))
        .extracting(Claim.Allocated::name)
        .containsExactly("given");
    assertThat(objects.ofPod(pod, "other")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "containers: [{resources: {claims: [{name: z}]}}] | z",
        "initContainers: [{resources: {claims: [{name: z}]}}] | z",
        "containers: [{resources: {claims: [{name: x, request: r}]}}] | r",
      })
  void aContainerNamesAClaimOfThePod(String containers, String value) {
    YamlPlace pod = spec("resourceClaims: [{name: x, resourceClaimName: c}], " + containers);

    assertError(
        () -> objects(claim("c", exactly(""))).ofPod(pod, "default"), "manifest.malformed", value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "name: x",
        "name: x, resourceClaimName: c, resourceClaimTemplateName: t",
      })
  void anEntryNamesAClaimOrATemplate(String entry) {
    assertError(
        () ->
            objects(claim("c", exactly("")))
                .ofPod(spec("resourceClaims: [{%s}]".formatted(entry)), "default"),
        "manifest.malformed");
  }

  @Test
  void aClaimThatSeveralPodsHaveIsShared() {
    ClaimObjects objects =
        objects(
            claim("c", exactly("")),
            claim("m", exactly("").replace("gpu.nvidia.com", "nic")),
            object(
                "DeviceClass",
                "name: nic",
                "selectors: [{cel: {expression: \"device.driver == 'nic.example.com'\"}}]"));
    YamlPlace gpu = spec("resourceClaims: [{name: x, resourceClaimName: c}]");
    YamlPlace nic = spec("resourceClaims: [{name: x, resourceClaimName: m}]");
    objects.countPods(gpu, "default", 1);
    objects.countPods(nic, "default", 2);

    assertThat(objects.sharedOfPod(gpu, "default")).isEmpty();
    assertThat(objects.sharedOfPod(nic, "default")).isEmpty();
    objects.countPods(gpu, "default", 1);
    assertThat(objects.sharedOfPod(gpu, "default")).hasValue("c");
    assertThat(objects.sharedOfPod(gpu, "other")).isEmpty();
  }
}
