package io.gpuspec.manifest.intent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.gang.Gang;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every gang that is written to a file and read again. */
class GangIntentLaws {
  private static final Target ACK = Gpus.load().in("ack");
  private static final Target EKS = Gpus.load().in("eks");

  /** What starts a gang. */
  private interface Start {
    Gang of(GangJob gang);
  }

  /** Each controller, with every setting that it has. */
  private static final List<Start> STARTS =
      List.of(
          GangJob::indexedJob,
          gang -> gang.indexedJob().kueue("team.a"),
          GangJob::jobSet,
          gang -> gang.jobSet().kueue("1").maxRestarts(0),
          GangJob::volcano,
          gang -> gang.volcano().queue("team-a").minAvailable(4).maxRetry(9),
          gang -> gang.volcano().plugin("ssh").plugin("svc", "--a=b", "true", ""),
          GangJob::podGroup,
          gang -> gang.podGroup().queue("q").minMember(4));

  @Provide
  Arbitrary<Intent> intents() {
    Arbitrary<GpuWorkload> workers =
        Arbitraries.of(WorkloadIntentLaws.STEPS)
            .list()
            .ofMaxSize(8)
            .map(
                steps ->
                    WorkloadIntentLaws.built(
                        GpuWorkload.job("w", WorkloadContainer.of("w", "r/i:v1")), steps));
    return Combinators.combine(
            workers, Arbitraries.of(0, 1, 2), Arbitraries.of(STARTS), Arbitraries.of(true, false))
        .as(
            (worker, torch, start, placed) -> {
              Intent intent = Intent.of(start.of(gang(worker, torch)));
              return placed ? intent.in("eks").with("spot", "true") : intent;
            });
  }

  private static GangJob gang(GpuWorkload worker, int torch) {
    return switch (torch) {
      case 0 -> GangJob.of(4, worker);
      case 1 -> GangJob.pytorch(4, worker);
      default -> GangJob.pytorch(4, worker, "train.py", "--n", "1", "yes");
    };
  }

  /** What no worker of a gang may say, no file of one says either. */
  private static String written(Intent intent) {
    try {
      return intent.yaml().toString();
    } catch (InvalidValueException e) {
      assertThat(e).hasMessageContaining("is said by no file");
      Assume.that(false);
      throw e;
    }
  }

  private static Intent read(String yaml) {
    IntentFile file = IntentFile.parse("g.yaml", yaml);
    assertThat(file.problems()).as(yaml).isEmpty();
    assertThat(file.intents()).as(yaml).hasSize(1);
    return file.intents().get(0);
  }

  @Property
  void whatIsReadIsWrittenAsItWas(@ForAll("intents") Intent intent) {
    String yaml = written(intent);
    Intent read = read(yaml);

    assertThat(read.yaml()).hasToString(yaml);
    assertThat(read.target()).hasToString(intent.target().toString());
  }

  @Property
  void whatIsReadGivesTheSameManifests(@ForAll("intents") Intent intent) {
    Intent read = read(written(intent));

    assertThat(outcome(read, ACK))
        .as(() -> intent.yaml().toString())
        .isEqualTo(outcome(intent, ACK));
    assertThat(outcome(read, EKS))
        .as(() -> intent.yaml().toString())
        .isEqualTo(outcome(intent, EKS));
  }

  private static String outcome(Intent intent, Target target) {
    try {
      return intent.on(target).yamlWithComments().toString();
    } catch (GpuSpecException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Property
  void whatIsWrittenConformsToTheSchema(@ForAll("intents") Intent intent) {
    String yaml = written(intent);

    assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(yaml))).as(yaml).isTrue();
  }

  @Property
  void oneWrongValueIsRefusedByReaderAndSchema(
      @ForAll("intents") Intent intent, @ForAll WorkloadIntentLaws.Wrong wrong, @ForAll int place) {
    JsonNode tree = WorkloadSchemaTest.tree(written(intent));
    List<Runnable> changes = new ArrayList<>();
    WorkloadIntentLaws.changes(tree, wrong.value(), changes);
    changes.get(Math.floorMod(place, changes.size())).run();

    assertThat(IntentFile.parse("g.json", tree.toString()).problems())
        .as(tree::toPrettyString)
        .isNotEmpty();
    assertThat(WorkloadSchemaTest.takes(tree)).as(tree::toPrettyString).isFalse();
  }
}
