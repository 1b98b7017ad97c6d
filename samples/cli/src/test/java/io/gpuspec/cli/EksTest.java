package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands on EKS, where a row is a node of which pods can use a part. */
class EksTest {

  // catalog

  @Test
  void aRowHasItsPriceAndWhatPodsCanUse() {
    JsonNode specs = Run.line("catalog --provider eks --gpu g5.xlarge -o json").json().get("specs");

    assertThat(specs).hasSize(1);
    JsonNode row = specs.get(0);
    assertThat(row.get("name").asText()).isEqualTo("g5.xlarge");
    assertThat(row.get("gpu").asText()).isEqualTo("A10G");
    assertThat(row.get("gpuMemory").asText()).isEqualTo("24Gi");
    assertThat(row.get("gpuMemoryReported").asText()).isEqualTo("22888Mi");
    assertThat(row.get("cpu").asText()).isEqualTo("4");
    assertThat(row.get("memory").asText()).isEqualTo("16Gi");
    assertThat(row.get("allocatable"))
        .isEqualTo(Run.json("{\"cpu\": \"3920m\", \"memory\": \"14162Mi\"}"));
    assertThat(row.at("/price/amount").asText()).isEqualTo("1.006");
    assertThat(row.at("/price/capacityType").asText()).isEqualTo("on-demand");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 65",
    "--include-retired, 68",
    "--gpu L4, 10",
    "--gpu 1/2*L4, 2",
    "--gpu V100, 1",
    "--gpu V100 --include-retired, 4",
    "--arch arm64, 6",
    "--min-gpu-memory 140Gi, 4",
    "--gpus 2 --arch amd64, 2"
  })
  void theCatalogIsNarrowed(String flags, int rows) {
    assertThat(Run.line("catalog --provider eks -o json " + flags).json().get("specs"))
        .hasSize(rows);
  }

  // match

  @ParameterizedTest
  @CsvSource({
    "--gpu A10G --cpu 4 --memory 16Gi, g5.2xlarge",
    "--gpu A10G --cpu 3 --memory 12Gi, g5.xlarge",
    "'--any-of A10G,L4 --cpu 3 --prefer cheapest', g6.xlarge",
    "--min-gpu-memory 40Gi, g6e.xlarge",
    "--gpu T4g, g5g.xlarge",
    "--arch arm64, g5g.xlarge",
    "--gpu V100 --include-retired, p3.2xlarge",
    "--gpu g5.4xlarge, g5.4xlarge",
    "--gpu T4 --gpus 3, g4dn.12xlarge",
    "--gpu A10G --cpu 4 --set daemonset-cpu=4, g5.4xlarge"
  })
  void aRequestLandsOnAnInstanceType(String flags, String type) {
    Run run = Run.line("match --provider eks -o json " + flags);

    assertThat(run.status()).isZero();
    assertThat(run.json().at("/spec/name").asText()).isEqualTo(type);
  }

  @Test
  void whatPodsCannotUseIsToldAsTheReason() {
    Run run = Run.line("match --provider eks --gpu A10G --cpu 4 --memory 16Gi");

    assertThat(run.out())
        .startsWith("g5.2xlarge · 8 cores · 32Gi  on eks (over by 3.91 cores, about 12.6Gi)\n")
        .contains(
            "not       g5.xlarge: cpu: 4 requested, 3.92 allocatable of 4, short 0.08; memory:");
  }

  @Test
  void moreThanAnyInstanceHasIsNo() {
    Run run = Run.line("match --provider eks --gpu A10G --gpus 16 -o json");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.json().get("rejected")).isNotEmpty();
  }

  @Test
  void anExistingManifestIsReadByItsNodeSelector(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("pod.yaml");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: p
        spec:
          nodeSelector:
            karpenter.k8s.aws/instance-gpu-name: l40s
          containers:
          - name: main
            image: i
            resources:
              requests:
                cpu: "6"
              limits:
                nvidia.com/gpu: "1"
        """);

    Run run = Run.of("match", "--provider", "eks", "-f", file.toString(), "-o", "json");

    assertThat(run.status()).isZero();
    assertThat(run.json().at("/workloads/0/spec/name").asText()).isEqualTo("g6e.2xlarge");
  }

  // build

  @ParameterizedTest
  @CsvSource({
    "--kind pod --gpu A10G --cpu 4 --memory 16Gi, Pod w: g5.2xlarge · 8 cores · 32Gi",
    "--kind job --gpu A100 --gpus 8 --exact-gpus, Job w: p4d.24xlarge · 96 cores · 1152Gi",
    "--kind pod --gpu 1/4*L4, Pod w: g6f.2xlarge · 8 cores · 32Gi",
    "--kind pod --gpu g5.4xlarge, Pod w: g5.4xlarge · 16 cores · 64Gi",
    "--kind deployment --gpu L4 --replicas 2 --port 80 --set node-selection=instance-type, Deployment w: 2 x g6.xlarge",
    "--kind pod, Pod w: g4dn.xlarge · 4 cores · 16Gi"
  })
  void whatIsBuiltLandsAsAsked(String flags, String match) {
    Run run = Run.line("build --provider eks --name w --image r/i:v1 " + flags);

    assertThat(run.status()).isZero();
    FileMatches matches = WorkloadFile.parse("out", run.out()).on(Gpus.load().in("eks"));
    assertThat(matches.problems()).isEmpty();
    assertThat(matches.matches()).singleElement().asString().startsWith(match);
  }

  @Test
  void spotCapacityIsSelectedByKarpentersLabel() {
    Run run =
        Run.line(
            "build --provider eks --kind pod --name w --image i --gpu T4 --capacity-type spot");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("    karpenter.sh/capacity-type: spot\n");
  }

  @Test
  void aShapeCannotBeStated() {
    Run run =
        Run.line(
            "build --provider eks --kind pod --name w --image i --gpu T4 --cpu 4 --memory 16Gi"
                + " --explicit");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("no pod can state its shape on eks");
  }
}
