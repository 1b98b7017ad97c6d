package io.gpuspec.internal.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.scheduling.PodView.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pod asks for besides a target's own devices. */
class RequestedDevicesTest {
  private static final String ONE_GPU = "nvidia.com/gpu 1";

  /** A pod with a container for each line, such as {@code nvidia.com/gpu 1 rdma/hca 2}. */
  private static PodView pod(String... lines) {
    PodView pod = PodView.empty();
    for (String line : lines) {
      boolean isInit = line.startsWith("INIT ");
      Map<String, String> limits = new HashMap<>();
      String[] words = line.replaceFirst("INIT ", "").split(" ");
      for (int i = 0; i < words.length; i += 2) {
        limits.put(words[i], words[i + 1]);
      }
      pod =
          pod.container(
              new Container(
                  "c" + pod.containers().size(), isInit ? Role.INIT : Role.MAIN, Map.of(), limits));
    }
    return pod;
  }

  private static NodeTerm term(String requirement) {
    List<String> words = List.of(requirement.split(" "));
    return new NodeTerm(
        List.of(new NodeRequirement(words.get(0), words.get(1), words.subList(2, words.size()))));
  }

  private static RequestedDevices of(PodView pod) {
    return new RequestedDevices(pod, Set.of("nvidia.com/gpu"), false);
  }

  private static PodView asking(String resource) {
    return pod(resource + " 1");
  }

  /** Of a name that some target judges, another one says no by itself. */
  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu, true",
    "aliyun.com/gpu, true",
    "aliyun.com/gpu-mem, true",
    "aliyun.com/gpu-core.percentage, true",
    "tke.cloud.tencent.com/qgpu-core, true",
    "nvidia.com/mig-1g.5gb, false",
    "amd.com/gpu, false"
  })
  void aDeviceIsJudgedOrNot(String resource, boolean isJudged) {
    assertThat(of(asking(resource)).notJudged())
        .isEqualTo(isJudged ? List.of() : List.of(PodField.limit("c0", resource)));
    assertThat(new RequestedDevices(asking(resource), Set.of(resource), false).notJudged())
        .isEmpty();
  }

  /** The values that GPU Feature Discovery writes where a GPU is a part of a card. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvidia.com/gpu.product In Tesla-T4-SHARED",
        "nvidia.com/gpu.product In NVIDIA-A100-SXM4-40GB-MIG-1g.5gb",
        "nvidia.com/gpu.sharing-strategy In time-slicing",
        "nvidia.com/gpu.replicas In 4",
        "nvidia.com/mig.config In all-1g.5gb"
      })
  void nodesWithDividedCardsAreNotJudged(String requirement) {
    String key = requirement.split(" ")[0];
    PodView selecting = pod(ONE_GPU).nodeTerm(term(requirement));

    assertThat(of(selecting).notJudged()).containsExactly(PodField.nodeAffinity(key));
    assertThat(of(pod(ONE_GPU).nodeSelector(key, requirement.split(" ")[2])).notJudged())
        .containsExactly(PodField.nodeSelector(key));
    assertThat(new RequestedDevices(selecting, Set.of("nvidia.com/gpu"), true).notJudged())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvidia.com/gpu.product In Tesla-T4",
        "nvidia.com/gpu.product In Tesla-T4 Tesla-T4-SHARED",
        "nvidia.com/gpu.product NotIn Tesla-T4-SHARED",
        "nvidia.com/gpu.sharing-strategy In none",
        "nvidia.com/gpu.replicas In 1",
        "nvidia.com/mig.config In all-disabled",
        "nvidia.com/mig.config NotIn all-1g.5gb",
        "team In a"
      })
  void nodesThatMayHaveWholeCardsAre(String requirement) {
    assertThat(of(pod(ONE_GPU).nodeTerm(term(requirement))).notJudged()).isEmpty();
  }

  /** KAI reads a share from an annotation, without any resource. */
  @Test
  void claimsAndSharesByAnnotationsAreNotJudged() {
    PodView pod =
        pod(ONE_GPU).claim("gpu").annotation("gpu-fraction", "0.5").annotation("team", "a");

    assertThat(of(pod).notJudged())
        .containsExactly(PodField.claim("gpu"), PodField.annotation("gpu-fraction"));
    assertThat(of(pod(ONE_GPU).annotation("gpu-memory", "2000")).notJudged())
        .containsExactly(PodField.annotation("gpu-memory"));
  }

  @Test
  void whatANodeMustHaveBesidesIsCounted() {
    PodView pod =
        pod(
            "nvidia.com/gpu 1 rdma/hca 2 vpc.amazonaws.com/efa 1",
            "rdma/hca 1 aliyun.com/gpu-mem 4");

    assertThat(of(pod).resources()).isEqualTo(Map.of("rdma/hca", 3L, "vpc.amazonaws.com/efa", 1L));
    assertThat(new RequestedDevices(pod, Set.of("rdma/hca"), false).resources())
        .isEqualTo(Map.of("vpc.amazonaws.com/efa", 1L));
  }

  /** An init container runs before the others. */
  @Test
  void theMostOfAResourceThatThePodTakesAtOnceCounts() {
    PodView pod =
        pod(
            "INIT nvidia.com/mig-1g.5gb 3",
            "nvidia.com/mig-1g.5gb 1 nvidia.com/gpu 1",
            "nvidia.com/mig-1g.5gb 1 nvidia.com/mig-2g.10gb 1");

    assertThat(RequestedResources.of(pod, name -> name.startsWith("nvidia.com/mig-")))
        .isEqualTo(Map.of("nvidia.com/mig-1g.5gb", 3, "nvidia.com/mig-2g.10gb", 1));
  }

  @Test
  void moreThanThereIsIsSaid() {
    assertThat(RequestedResources.problem("rdma/hca", 2, 2, "it has none")).isEmpty();
    assertThat(RequestedResources.problem("rdma/hca", 3, 2, "it has none"))
        .contains("rdma/hca: 3 requested, the node has 2; request at most 2");
    assertThat(RequestedResources.problem("rdma/hca", 1, 0, "it has nvidia.com/gpu"))
        .contains("rdma/hca: the node does not have it; it has nvidia.com/gpu");
  }
}
