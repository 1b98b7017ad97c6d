package io.gpuspec.manifest.gang;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What only shows when a gang is put together is told all at once, as a workload's problems are.
 */
class GangProblemsTest {
  private static final Target EKS = Gpus.load().in("eks");

  private static InvalidWorkloadException problems(Gang gang) {
    return catchThrowableOfType(InvalidWorkloadException.class, () -> gang.on(EKS));
  }

  @Test
  void allProblemsOfAGangAreToldTogetherOneALine() {
    GpuWorkload worker =
        GpuWorkload.deployment("7b", "r/i:v1")
            .gpu("T5")
            .requests("8", "16Gi")
            .limits("4", "16Gi")
            .env("RANK", "0")
            .env("WORLD_SIZE", "2")
            .command("python3", "train.py")
            .port(8000);

    assertThat(problems(GangJob.pytorch(2, worker, "train.py").volcano()))
        .hasMessageStartingWith(
            """
            service: one was asked for, by port() or service(), and only pods are made here; open a port with main(c -> c.port(8000)), and give the Service to around()
            restartPolicy: 'Always' is not allowed for the workers of a gang, which run to their end; make the worker with GpuWorkload.job(...), or say restartPolicy(RestartPolicy.NEVER); see docs/gang.md
            env: 'WORLD_SIZE' was given, and pytorch() sets it; remove it; see docs/gang.md
            env: 'RANK' was given, and pytorch() sets it; remove it; see docs/gang.md
            command: 'python3 train.py' was given, and pytorch() runs torchrun; give what torchrun is to run to pytorch(...), or nothing to keep the command; see docs/gang.md
            name: '7b' begins with a digit, and the headless Service of the workers has that name; begin it with a letter; see docs/gang.md
            service name: '7b' is not a name of a Service; write at most 63 of a-z, 0-9 and -, beginning with a letter, because Kubernetes before 1.36 takes nothing else, and ending with a letter or digit
            container '7b' resources.requests[cpu]: '8' is above the limit '4'; raise the limit or lower the request
            GPU 'T5' is not known; did you mean T4?""");
  }

  @Test
  void aGangThatNoShapeHoldsIsToldWithTheRest() {
    GpuWorkload worker = GpuWorkload.job("train", "r/i:v1").gpu("T4").requests("5000", "1Gi");

    assertThat(problems(GangJob.of(2, worker.parallelism(2)).jobSet()).problems())
        .hasExactlyElementsOfTypes(InvalidValueException.class, NoMatchException.class);
    assertThatThrownBy(() -> GangJob.of(2, worker).jobSet().on(EKS))
        .isInstanceOf(NoMatchException.class);
  }

  @Test
  void theProblemsOfAGroupsGangAreToldTogether() {
    GpuWorkload worker = GpuWorkload.job("t".repeat(62), "r/i:v1").gpu("T5");

    assertThat(problems(GangJob.of(2, worker).podGroup()).problems())
        .extracting(GpuSpecException::getMessage)
        .satisfiesExactly(
            name -> assertThat(name).endsWith("shorten it by 1; see docs/gang.md"),
            gpu -> assertThat(gpu).startsWith("GPU 'T5' is not known"));
  }

  @Test
  void theNumberOfPodsOfAGroupIsNotUpToAnAutoscaler() {
    for (GpuWorkload workload :
        List.of(GpuWorkload.statefulSet("ml", "r/i:1"), GpuWorkload.deployment("ml", "r/i:1"))) {
      PodGroup group = PodGroup.of(workload.gpu("T4").autoscaledByPodMetric(5, 1000, "m", 8));

      assertError(() -> group.on(Gpus.load().in("eks")), "gang.conflict", "ml");
    }
  }
}
