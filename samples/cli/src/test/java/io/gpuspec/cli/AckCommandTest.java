package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line on ACK. */
class AckCommandTest {

  @Test
  void aMatchShowsWhatPodsCanUseAndBothPrices() {
    Run run = Run.line("match --provider ack --gpu A10 --cpu 6 --memory 20Gi -o json");

    assertThat(run.status()).isZero();
    JsonNode spec = run.json().get("spec");
    assertThat(spec.get("name").asText()).isEqualTo("ecs.gn7i-c8g1.2xlarge");
    assertThat(spec.get("cpu").asText()).isEqualTo("8");
    assertThat(spec.get("memory").asText()).isEqualTo("30Gi");
    assertThat(spec.get("allocatable"))
        .isEqualTo(Run.json("{\"cpu\": \"7900m\", \"memory\": \"25198Mi\"}"));
    assertThat(spec.at("/price/amount").asText()).isEqualTo("9.5326");
    assertThat(spec.at("/price/currency").asText()).isEqualTo("CNY");
    assertThat(spec.at("/referencePrice/amount").asText()).isEqualTo("18");
    assertThat(run.json().get("notes").findValuesAsText("id")).contains("allocatable");
  }

  @Test
  void theTextSaysWhyASmallerNodeWillNotDo() {
    assertThat(Run.line("match --provider ack --gpu T4 --cpu 4 --memory 8Gi").out())
        .startsWith("ecs.gn6i-c8g1.2xlarge · 8 cores · 31Gi  on ack (over by 3.9 cores")
        .contains(
            "  not       ecs.gn6i-c4g1.xlarge: cpu: 4 requested, 3.9 allocatable of 4, short 0.1");
    assertThat(
            Run.line("match --provider ack --set reserved-cpu=0 --gpu T4 --cpu 4 --memory 8Gi")
                .out())
        .startsWith("ecs.gn6i-c4g1.xlarge");
  }

  @ParameterizedTest
  @CsvSource({
    "--gpu T4 --gpus 9, 1",
    "--gpu L40, 1",
    "--gpu 'T4 vGPU', 1",
    "--gpu ecs.sgn6i-vws-m2.xlarge, 0",
    "--gpu 1/12*A10, 0",
    "--gpu T44, 2",
    "--gpu T4 --set max-pods=many, 2"
  })
  void theStatusIsTheAnswer(String flags, int status) {
    Run run = Run.line("match --provider ack " + flags);

    assertThat(run.status()).isEqualTo(status);
    assertThat(run.err().isEmpty()).isEqualTo(status < 2);
  }

  @Test
  void theCatalogHasEveryRowAndWhatIsUnknownIsAbsent() {
    JsonNode specs = Run.line("catalog --provider ack -o json").json().get("specs");

    assertThat(specs).hasSize(123);
    for (JsonNode spec : specs) {
      if (spec.get("name").asText().equals("ecs.sgn6i-vws-m2.xlarge")) {
        assertThat(spec.get("gpu").asText()).isEqualTo("T4 vGPU");
        assertThat(spec.has("gpuMemory")).isFalse();
        assertThat(spec.has("fraction")).isFalse();
      }
    }
  }

  @Test
  void whatIsBuiltIsReadBack(@TempDir Path folder) throws Exception {
    for (String target : new String[] {"ack", "ack/eci"}) {
      Run build =
          Run.line(
              "build --provider %s --kind job --name train --image r/train:v1 --gpu V100-32G --gpus 2 --cpu 20 --memory 100Gi --capacity-type spot"
                  .formatted(target));
      assertThat(build.status()).isZero();
      Path file = Files.writeString(folder.resolve("job.yaml"), build.out());

      Run match = Run.of("match", "--provider", target, "-f", file.toString(), "-o", "json");

      assertThat(match.status()).isZero();
      assertThat(match.json().at("/workloads/0/spec/name").asText())
          .isEqualTo("ecs.gn6e-c12g1.6xlarge");
    }
  }
}
