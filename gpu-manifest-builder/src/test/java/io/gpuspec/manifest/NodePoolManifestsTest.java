package io.gpuspec.manifest;

import static io.gpuspec.manifest.DocumentExample.assertApproved;
import static io.gpuspec.manifest.DocumentExample.assertBuilt;
import static io.gpuspec.manifest.DocumentExample.assertMeans;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.Eks.NodeSelection;
import io.gpuspec.eks.GpuTier;
import io.gpuspec.manifest.DocumentExample.Difference;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.read.WorkloadFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The EKS GPU deployment guide's workloads with the node pools that they land on. */
class NodePoolManifestsTest {
  private static final Target EKS =
      Gpus.load()
          .in("eks")
          .with(Eks.NODE_SELECTION, NodeSelection.NODE_TYPE)
          .with(Eks.NODE_POOL, true)
          .with(Eks.CLUSTER_NAME, "ml");

  private static Manifests job() {
    return GpuWorkload.job(
            "pytorch-training", WorkloadContainer.of("pytorch", "pytorch/pytorch:latest"))
        .gpu("T4")
        .on(EKS);
  }

  @Test
  void theGuidesTrainingJobAndItsNodePool() {
    assertApproved("eks-guide-job-pytorch-training", job().yamlWithComments());
    assertMeans(2, "eks-guide-job-pytorch-training.yaml", job(), architecture());
  }

  @Test
  void theGuidesServingDeploymentAndItsNodePool() {
    Manifests deployment =
        GpuWorkload.deployment(
                "tensorflow-serving",
                WorkloadContainer.of("tensorflow-serving", "tensorflow/serving:latest-gpu"))
            .gpu("A10G", "L4")
            .replicas(2)
            .on(EKS);

    assertBuilt("eks-guide-deploy-tensorflow-serving.yaml", deployment, architecture());
  }

  @Test
  void theJobIsReadBackBesideItsNodePool() {
    assertThat(WorkloadFile.parse("job.yaml", job().yaml().toString()).on(EKS).matches())
        .singleElement()
        .asString()
        .startsWith("Job pytorch-training: g4dn.xlarge");
  }

  /** The guide's fragments: spot, and nodes without pods taken away after 30 s. */
  @Test
  void theGuidesFragmentsAreInTheDevelopmentPool() {
    Map<?, ?> spec = (Map<?, ?>) GpuTier.DEVELOPMENT.nodePool(EKS).toObject().tree().get("spec");
    Map<?, ?> template = (Map<?, ?>) ((Map<?, ?>) spec.get("template")).get("spec");

    Map<?, ?> spot = fragment("eks-guide-nodepool-spot.fragment.yaml");
    assertThat((List<?>) template.get("requirements"))
        .anyMatch(each -> each.equals(((List<?>) spot.get("requirements")).get(0)));
    Map<?, ?> disruption = fragment("eks-guide-nodepool-disruption.fragment.yaml");
    assertThat(spec.get("disruption")).isEqualTo(disruption.get("disruption"));
    assertApproved(
        "eks-guide-nodepool-development",
        KubeYaml.of(GpuTier.DEVELOPMENT.nodePool(EKS).toObject()));
  }

  private static Map<?, ?> fragment(String file) {
    return (Map<?, ?>) Trees.read(Documents.text(file)).get(0);
  }

  private static Difference architecture() {
    return new Difference(
        "the image is of one architecture, and of the instance types with a GPU some have the other",
        "+ spec template spec nodeSelector kubernetes.io/arch = amd64");
  }
}
