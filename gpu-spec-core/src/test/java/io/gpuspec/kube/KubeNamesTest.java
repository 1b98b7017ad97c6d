package io.gpuspec.kube;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases of Kubernetes' own validation_test.go and helpers_test.go among them. */
class KubeNamesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // name | label | subdomain | key | label value | extended resource
        "a | true | true | true | true | false",
        "a--1 | true | true | true | true | false",
        "0 | true | true | true | true | false",
        "a.b-c.d | false | true | true | true | false",
        "A_b.c | false | false | true | true | false",
        "-a | false | false | false | false | false",
        "a- | false | false | false | false | false",
        "a..b | false | false | true | true | false",
        "a b | false | false | false | false | false",
        "nvidia.com/gpu | false | false | true | false | true",
        "Nvidia.com/gpu | false | false | false | false | false",
        "a/b/c | false | false | false | false | false",
        "/gpu | false | false | false | false | false",
        "nvidia.com/ | false | false | false | false | false",
        "'' | false | false | false | true | false",
        "pod.alpha.kubernetes.io/opaque-int-resource-foo | false | false | true | false | false",
        "kubernetes.io/resource-foo | false | false | true | false | false",
        "foo.kubernetes.io/bar | false | false | true | false | false",
        "requests.nvidia.com/gpu | false | false | true | false | false",
        "rdma/hca | false | false | true | false | true",
        "k8s.io/resource-foo | false | false | true | false | true",
        "hugepages-2Mi | false | false | true | true | false",
      })
  void eachKindOfNameHasItsOwnRule(
      String name, boolean label, boolean subdomain, boolean key, boolean value, boolean resource) {
    assertThat(KubeNames.isLabel(name)).isEqualTo(label);
    assertThat(KubeNames.isSubdomain(name)).isEqualTo(subdomain);
    assertThat(KubeNames.isKey(name)).isEqualTo(key);
    assertThat(KubeNames.isLabelValue(name)).isEqualTo(value);
    assertThat(KubeNames.isExtendedResource(name)).isEqualTo(resource);
  }

  @ParameterizedTest
  @CsvSource({
    "beta.kubernetes.io/arch, kubernetes.io/arch",
    "failure-domain.beta.kubernetes.io/zone, topology.kubernetes.io/zone",
    "node-role.kubernetes.io/master, node-role.kubernetes.io/control-plane",
    "topology.ebs.csi.aws.com/zone,",
    "kubernetes.io/arch,",
  })
  void nodeLabelsThatKubernetesRenamedAreKnown(String label, String now) {
    assertThat(KubeNames.renamed(label)).isEqualTo(Optional.ofNullable(now));
  }

  @ParameterizedTest
  @CsvSource({
    "hugepages-2Mi, true",
    "hugepages-1Gi, true",
    "memory, false",
    "x/hugepages-2Mi, false"
  })
  void hugePagesAreToldByTheBeginningOfTheName(String name, boolean isHugePages) {
    assertThat(KubeNames.isHugePages(name)).isEqualTo(isHugePages);
  }

  @Test
  void lengthsAreLimited() {
    String longest = "a".repeat(63);

    assertThat(KubeNames.isLabel(longest)).isTrue();
    assertThat(KubeNames.isLabel(longest + "a")).isFalse();
    assertThat(KubeNames.isSubdomain("a".repeat(253))).isTrue();
    assertThat(KubeNames.isSubdomain("a".repeat(254))).isFalse();
    assertThat(KubeNames.isKey("a".repeat(253) + "/" + longest)).isTrue();
    assertThat(KubeNames.isKey("a".repeat(254) + "/b")).isFalse();
    assertThat(KubeNames.isKey(longest + "a")).isFalse();
    assertThat(KubeNames.isExtendedResource("a".repeat(244) + "/b")).isTrue();
    assertThat(KubeNames.isExtendedResource("a".repeat(245) + "/b")).isFalse();
    assertThat(KubeNames.isLabelValue(longest + "a")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, true",
    "ephemeral-storage, true",
    "hugepages-2Mi, true",
    "nvidia.com/gpu, true",
    "nvidia.com/mig-1g.5gb.me, true",
    "kubernetes.io/batch-cpu, true",
    "nvidia.com/mig-1g.5gb+me, false",
    "foo bar/x, false",
    "rdma, false",
    "storage, false",
    "requests.example.com/a, false",
  })
  void aContainerRequestsStandardResourcesAndThoseWithADomain(String name, boolean can) {
    assertThat(KubeNames.isContainerResource(name)).isEqualTo(can);
  }

  @Test
  void whatIsRefusedIsNamedWithWhatIsAllowed() {
    assertThat(KubeNames.label("team", "a")).isEqualTo("a");
    assertThat(KubeNames.subdomain("node", "a.b")).isEqualTo("a.b");
    assertThat(KubeNames.key("taint", "example.com/a")).isEqualTo("example.com/a");
    assertThat(KubeNames.labelValue("label pool", "")).isEmpty();
    assertThat(KubeNames.labelValue("label pool", "A")).isEqualTo("A");
    assertError(() -> KubeNames.label("team", "A"), "name.malformed", "A");
    assertError(() -> KubeNames.subdomain("node", "A"), "name.malformed", "A");
    assertError(() -> KubeNames.key("taint", "a b"), "name.malformed", "a b");
    assertError(() -> KubeNames.labelValue("label pool", "a b"), "name.malformed", "a b");
  }
}
