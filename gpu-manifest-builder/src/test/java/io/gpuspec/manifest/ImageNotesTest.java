package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An image whose CUDA the driver of its GPU does not run is told where pods are matched. */
class ImageNotesTest {
  private static final Target TKE = Gpus.load().in("tke");
  private static final Target EKS = Gpus.load().in("eks");
  private static final String TOO_NEW = "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel";

  private static List<Note> ofImages(Match match) {
    return match.notes().stream().filter(note -> note.id().equals("image.cuda")).toList();
  }

  private static Match built(String gpu, String image, Target target) {
    return GpuWorkload.pod("p", image).gpu(gpu).requests("4", "8Gi").on(target).match();
  }

  private static Match read(String image) {
    String manifest =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: p
          annotations: {eks.tke.cloud.tencent.com/gpu-type: T4}
        spec:
          containers:
          - {name: c, image: '%s', resources: {limits: {nvidia.com/gpu: 1}}}
        """;
    return WorkloadFile.parse("p.yaml", manifest.formatted(image))
        .on(TKE)
        .matches()
        .get(0)
        .match()
        .orElseThrow();
  }

  /** TKE documents driver 470 for a T4, whose CUDA is 11.4. */
  @Test
  void cuda12OnADriverOf11IsTold() {
    for (Match match : List.of(built("T4", TOO_NEW, TKE), read(TOO_NEW))) {
      assertThat(ofImages(match))
          .singleElement()
          .satisfies(
              note -> {
                assertThat(note.message())
                    .startsWith(
                        "image " + TOO_NEW + " does not run on T4 of tke: driver branch 470")
                    .endsWith("or a GPU with driver 525.60.13 or newer");
                assertThat(note.citation()).isPresent();
              });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime",
        "nvidia/cuda:11.4.3-base-ubuntu20.04",
        "r/llm:v1",
        "nvcr.io/nvidia/pytorch:23.10-py3",
        "r/i@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
      })
  void whatRunsOrSaysNoCudaIsNot(String image) {
    assertThat(ofImages(built("T4", image, TKE))).isEmpty();
    assertThat(ofImages(read(image))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"A10*PNV4", "L20"})
  void aNewerDriverRunsIt(String gpu) {
    assertThat(ofImages(built(gpu, "nvidia/cuda:12.4.0-base-ubuntu22.04", TKE))).isEmpty();
  }

  @Test
  void whereNoDriverIsDocumentedNothingIsSaid() {
    assertThat(ofImages(built("T4", TOO_NEW, EKS))).isEmpty();
  }
}
