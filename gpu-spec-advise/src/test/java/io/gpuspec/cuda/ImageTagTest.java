package io.gpuspec.cuda;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageTagTest {

  @ParameterizedTest
  @CsvSource({
    "nvidia/cuda:12.4.0-runtime-ubuntu22.04, 12.4.0",
    "nvidia/cuda:12.0-base, 12.0",
    "nvidia/cuda:11.4.0-base-ubuntu20.04, 11.4.0",
    "nvidia/cuda:13.0.3-cudnn-devel-ubuntu24.04, 13.0.3",
    "nvidia/cuda:10.2, 10.2",
    "nvcr.io/nvidia/cuda:12.4.1-base-ubi8, 12.4.1",
    "registry.example:5000/mirror/nvidia/cuda:12.4.1-base, 12.4.1",
    "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime, 11.7",
    "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel, 12.4",
    "docker.io/pytorch/pytorch:2.7.0-cuda12.8-cudnn9-runtime, 12.8",
    "pytorch/pytorch:2.4.0-CUDA12.4-cudnn9-devel, 12.4",
    "runpod/pytorch:2.4.0-py3.11-cuda12.4.1-devel-ubuntu22.04, 12.4.1",
    "registry.example/llm:v1-cu121, 12.1",
    "registry.example:5000/llm:v1-cu118, 11.8",
    "r/llm:cu130, 13.0",
    "r/llm:v1-cu12.4, 12.4",
    "r/llm:v0.6_cu124_2, 12.4",
    "r/llm:2.1.0+cu118, 11.8",
    "r/llm:v1-cuda-12.4, 12.4",
    "r/llm:v1-cuda128, 12.8",
    "r/train:2.1.0-gpu-py310-cu121-ubuntu20.04-ec2, 12.1",
    "r/llm:cuda12.4-12.4.1-cuda12.4.1, 12.4.1",
    "r/llm:cu118@sha256:aaaa, 11.8",
  })
  void theTagSaysTheVersion(String image, String cuda) {
    assertThat(CudaImage.of(image).cuda()).isEqualTo(cuda);
    assertThat(CudaImage.of(image).name()).contains(image);
  }

  /** NVIDIA's release notes of each month, and TensorFlow's table of tested builds. */
  @ParameterizedTest
  @CsvSource({
    "nvcr.io/nvidia/pytorch:25.12-py3, 13.1.0",
    "nvcr.io/nvidia/pytorch:25.10-py3, 13.0.2",
    "nvcr.io/nvidia/pytorch:25.02-py3, 12.8.0",
    "nvcr.io/nvidia/pytorch:24.10-py3, 12.6",
    "nvcr.io/nvidia/pytorch:23.10-py3, 12.2",
    "nvcr.io/nvidia/pytorch:23.08-py3, 12.2.1",
    "nvcr.io/nvidia/pytorch:22.12-py3, 11.8.0",
    "nvcr.io/nvidia/pytorch:21.09-py3, 11.4.2",
    "nvcr.io/nvidia/pytorch:21.06-py3, 11.3.1",
    "nvcr.io/nvidia/pytorch:20.07-py3, 11.0",
    "nvcr.io/nvidia/pytorch:20.02-py3, 10.2",
    "nvcr.io/nvidia/pytorch:19.11-py3, 10.2",
    "nvcr.io/nvidia/pytorch:19.10-py3, 10.1",
    "nvcr.io/nvidia/pytorch:19.03-py3, 10.1",
    "nvcr.io/nvidia/tensorflow:23.01-tf2-py3, 12.0.1",
    "nvcr.io/nvidia/tensorflow:22.10-tf1-py3, 11.8.0",
    "mirror.example/nvidia/tensorflow:22.06-tf2-py3, 11.7",
    "nvcr.io/nvidia/tensorflow:21.10-tf2-py3, 11.4.2",
    "nvcr.io/nvidia/tensorflow:21.09-tf2-py3, 11.4.2",
    "nvcr.io/nvidia/tensorflow:21.06-tf2-py3, 11.3.1",
    "nvcr.io/nvidia/tensorflow:21.04-tf2-py3, 11.3.0",
    "nvcr.io/nvidia/tensorflow:20.10-tf2-py3, 11.1.0",
    "nvcr.io/nvidia/tensorflow:20.07-tf2-py3, 11.0",
    "nvcr.io/nvidia/tensorflow:20.03-tf2-py3, 10.2",
    "nvcr.io/nvidia/tensorflow:19.10-py3, 10.1",
    "nvcr.io/nvidia/tensorflow:18.12-py3, 10.0",
    "tensorflow/tensorflow:2.17.0-gpu, 12.3",
    "tensorflow/tensorflow:2.16.1-gpu, 12.3",
    "tensorflow/tensorflow:2.15.0.post1-gpu-jupyter, 12.2",
    "tensorflow/tensorflow:2.14.0-gpu, 11.8",
    "tensorflow/tensorflow:2.13.0-gpu, 11.8",
    "docker.io/tensorflow/tensorflow:2.12.0-gpu, 11.8",
    "tensorflow/tensorflow:2.11.0-gpu, 11.2",
    "tensorflow/tensorflow:2.10.1-gpu, 11.2",
    "tensorflow/tensorflow:2.9.1-gpu, 11.2",
    "tensorflow/tensorflow:2.8.0-gpu, 11.2",
    "tensorflow/tensorflow:2.7.0-gpu, 11.2",
    "tensorflow/tensorflow:2.6.0-gpu, 11.2",
    "tensorflow/tensorflow:2.5.0-gpu, 11.2",
  })
  void theTagNamesAReleaseWhoseVersionIsKnown(String image, String cuda) {
    CudaImage known = CudaImage.of(image);

    assertThat(known.cuda()).isEqualTo(cuda);
    assertThat(known.on(Driver.of("615")).notes())
        .anySatisfy(
            note -> {
              assertThat(note.id()).isEqualTo("cuda.by-tag");
              assertThat(note.citation()).isPresent();
            });
  }

  /** The release notes of 23.01 list branch 470 for a T4. */
  @Test
  void nvidiasFrameworksCarryThePackageForOlderDrivers() {
    CudaImage image = CudaImage.of("nvcr.io/nvidia/tensorflow:23.01-tf2-py3");

    assertThat(image.on(Driver.of("470"), "T4").by()).contains(CudaFit.Compatibility.FORWARD);
    assertThat(CudaImage.of("tensorflow/tensorflow:2.17.0-gpu").on(Driver.of("470"), "T4").fits())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // TensorFlow's images without gpu have no CUDA.
        "tensorflow/tensorflow:2.13.0",
        "r/tensorflow:2.13.0-gpu",
        "tensorflow/tensorflow:2.130.0-gpu",
        "nvcr.io/nvidia/tritonserver:23.01-py3",
        "vllm/vllm-openai:v0.9",
        "tensorflow/tensorflow:latest-gpu",
        // A month; NVIDIA's support matrix says which CUDA it has.
        "nvcr.io/nvidia/pytorch:23.11-py3",
        "nvidia/cuda",
        "nvidia/cuda:latest",
        "nvidia/cuda@sha256:aaaa",
        "registry.example:5000/nvidia/cuda",
        "busybox",
        // A version of something else.
        "r/embeddings:cuda-1.2",
        "r/app:cuda11",
        "r/app:cu12",
        "r/app:cu1",
        "r/app:cu1210",
        "r/app:12.4.0-base",
        "r/cu121:latest",
        "r/app:cuda-latest",
        "r/app:cuda",
        "r/app:customer1-cut121",
        "r/app:cu999",
      })
  void aTagThatSaysNoneIsABadQuestionThatSaysHowToGiveIt(String image) {
    assertError(() -> CudaImage.of(image), "cuda.missing", image);
    assertThat(CudaImage.of(image, "12.4").cuda()).isEqualTo("12.4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "nvidia/cuda: 12.4.0", "a b", ":v1-cu121", "@sha256:aaaa"})
  void aTextThatIsNoImageIsRefused(String image) {
    assertError(() -> CudaImage.of(image), "image.malformed");
  }

  @ParameterizedTest
  @CsvSource({
    "r/app:cuda11.7-cu118, 11.7 and 11.8",
    "r/app:cu121-cuda-12.4, 12.1 and 12.4",
    "r/app:cuda12.4-cuda12.4.1-cu118, 12.4 and 11.8",
  })
  void aTagThatSaysTwoIsRefused(String image, String both) {
    assertError(() -> CudaImage.of(image), "cuda.ambiguous", both);
  }

  @ParameterizedTest
  @CsvSource({
    "r/app:cu121, 12.1, 12.1",
    "r/app:cu121, 12.1.1, 12.1.1",
    "nvidia/cuda:12.4.0-base, 12.4, 12.4",
  })
  void theVersionBesideTheImageCounts(String image, String given, String cuda) {
    assertThat(CudaImage.of(image, given).cuda()).isEqualTo(cuda);
  }

  @Test
  void anImageIsFoundWhereItsTagSaysAVersion() {
    assertThat(CudaImage.find(" r/llm:v1-cu121 "))
        .hasValueSatisfying(
            image -> {
              assertThat(image.cuda()).isEqualTo("12.1");
              assertThat(image).hasToString("r/llm:v1-cu121");
            });
    assertThat(CudaImage.find("r/llm:v1")).isEmpty();
    assertThat(CudaImage.find("no image")).isEmpty();
    // Two versions are none.
    assertThat(CudaImage.find("r/app:cuda11.7-cu118")).isEmpty();
    assertThat(CudaImage.ofCuda("12.4")).hasToString("CUDA 12.4");
  }

  /** What the tag says itself needs no table of releases. */
  @Test
  void aVersionInTheTagOfAKnownReleaseIsSaidByTheTag() {
    CudaImage image = CudaImage.of("nvcr.io/nvidia/pytorch:24.10-py3-cu124");

    assertThat(image.cuda()).isEqualTo("12.4");
    assertThat(image.on(Driver.of("615")).notes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"r/app:cu121, 12.4", "nvidia/cuda:12.4.0-base, 11.4"})
  void theVersionBesideTheImageMustNotContradictIt(String image, String given) {
    assertError(() -> CudaImage.of(image, given), "cuda.conflict", given, "remove one of them");
  }
}
