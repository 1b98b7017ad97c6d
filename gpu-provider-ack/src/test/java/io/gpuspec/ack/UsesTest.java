package io.gpuspec.ack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.Use;
import io.gpuspec.ack.internal.ContainerInstance;
import io.gpuspec.ack.internal.NodePool;
import io.gpuspec.recommend.Need;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The instance types of the ACK text by use, and its strategies. */
class UsesTest {
  private static final Gpus GPUS = Gpus.of(new NodePool(), new ContainerInstance());
  private static final Target ACK = GPUS.in("ack");

  private static JsonNode table() throws IOException {
    try (InputStream in = NodePool.class.getResourceAsStream("uses.json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  private static List<String> names(Target target, Need need) {
    return need.on(target).recommended().stream().map(one -> one.shape().spec().name()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ack", "ack/eci"})
  void everyLineIsAboutARowThatThereIs(String target) throws IOException {
    List<GpuSpec> rows = GPUS.in(target).catalog().includeRetired().specs();

    for (JsonNode line : table().path("uses")) {
      assertThat(rows)
          .as(line.toString())
          .anyMatch(row -> row.gpu().equals(line.path("gpu").asText()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    // The text's five types, each for the use that it names.
    "inference, 1, ecs.gn6i-c4g1.xlarge",
    "training, 1, ecs.gn6v-c8g1.2xlarge",
    "inference, 1, ecs.gn7i-c8g1.2xlarge",
    "training, 1, ecs.gn7i-c8g1.2xlarge",
    "inference, 1, ecs.gn7e-c16g1.4xlarge",
    "training, 1, ecs.gn7e-c16g1.4xlarge",
  })
  void theTextsTypesComeOutForItsUses(String use, int gpus, String name) {
    assertThat(names(ACK, Need.of(Use.parse(use)).gpus(gpus))).contains(name);
  }

  @Test
  void eightA100AreForDistributedTraining() {
    assertThat(Need.of(Use.TRAINING).gpus(8).gpuMemory("80Gi").on(ACK).recommended())
        .anySatisfy(
            one -> {
              assertThat(one.shape().spec().gpu()).isEqualTo("A100-80G");
              assertThat(one.reason()).contains("distributed training", "gang scheduling");
            });
  }

  @Test
  void developmentTakesSharesBeforeCards() {
    List<String> names = names(ACK, Need.of(Use.DEV));

    assertThat(names).startsWith("ecs.sgn7i-vws-m2s.xlarge").endsWith("ecs.gn6i-c4g1.xlarge");
  }

  @Test
  void bothTargetsSayTheSame() {
    assertThat(names(GPUS.in("ack/eci"), Need.of(Use.TRAINING)))
        .isEqualTo(names(ACK, Need.of(Use.TRAINING)));
  }
}
