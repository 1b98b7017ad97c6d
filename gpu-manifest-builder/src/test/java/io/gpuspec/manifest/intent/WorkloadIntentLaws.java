package io.gpuspec.manifest.intent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.manifest.ConcurrencyPolicy;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.RestartPolicy;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.WorkloadFields;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.manifest.WorkloadService;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Arch;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every workload that is written to a file and read again. */
class WorkloadIntentLaws {
  private static final Target TKE = Gpus.load().in("tke");
  private static final Target EKS = Gpus.load().in("eks");

  /** Every step that a workload has, with values of which some need quotes. */
  static final List<UnaryOperator<GpuWorkload>> STEPS =
      List.of(
          w -> w.gpu("T4", "V100"),
          w -> w.gpu(2, "A10*PNV4"),
          w -> w.gpu("1/4*T4"),
          w -> w.devices(Devices.any().share("5Gi", 30)),
          w -> w.devices(Devices.of(2, "T4").shared(Share.of("1500Mi"))),
          w -> w.devices(Devices.anyOf("V100", "T4").count(4)),
          w -> w.devices(Devices.any().memoryAtLeast("20Gi")),
          w -> w.devices(Devices.any().totalMemoryAtLeast(MemorySize.parse("60Gi"))),
          w ->
              w.devices(
                  Devices.any().architecture("turing").computeCapabilityAtLeast("7.5").count(1)),
          GpuWorkload::explicit,
          w -> w.explicit("8", "32Gi"),
          GpuWorkload::exactGpus,
          w -> w.matched(GpuRequest::cheapest),
          w -> w.matched(r -> r.includeRetired().arch(Arch.AMD64)),
          w -> w.matched(r -> r.capacityType(CapacityType.SPOT)),
          w -> w.matched(r -> r.capacityType(CapacityType.ON_DEMAND)),
          w -> w.matched(r -> r.cpu("1500m")),
          w -> w.requests("500m", "1.5Gi"),
          w -> w.limits("4", "0"),
          w -> w.command("python3", "-c", "print('a: b')\nprint(\"#\")"),
          w -> w.args("", "--n=1", "8", "yes"),
          w -> w.env("Z", "1"),
          w -> w.env("A", "$(Z) and \u00e9\t"),
          w -> w.main(c -> c.envFromSecret("TOKEN", "hub", "token")),
          w -> w.main(c -> c.envFromConfigMap("MODE", "modes", "m.txt")),
          w -> w.port(8000),
          w -> w.main(c -> c.port(9000, "metrics")),
          w -> w.main(c -> c.livenessProbe(WorkloadProbe.tcp(8000).periodSeconds(5))),
          w -> w.main(c -> c.readinessProbe(WorkloadProbe.http("/r", 8000).failureThreshold(3))),
          w -> w.main(c -> c.startupProbe(WorkloadProbe.exec("nvidia-smi"))),
          w -> w.main(c -> c.restricted(1000)),
          w -> w.main(c -> c.edit(b -> b.withTty(true).withWorkingDir("/w"))),
          w -> w.container(WorkloadContainer.of("beside", "r/b:v1").requests("0", "0")),
          w -> w.initContainer(WorkloadContainer.of("proxy", "r/p:v1").sidecar()),
          w -> w.namespace("ai"),
          w -> w.label("team", "search").label("app", "other"),
          w -> w.selector("run", "it").selector("app", "other"),
          w -> w.annotation("example.com/note", "true"),
          w -> w.replicas(0),
          w -> w.parallelism(4),
          w -> w.completions(8),
          w -> w.indexedCompletions(4),
          w -> w.backoffLimit(0).activeDeadlineSeconds(3_000_000_000L),
          w -> w.ttlSecondsAfterFinished(60),
          w -> w.timeZone("Asia/Shanghai").concurrencyPolicy(ConcurrencyPolicy.REPLACE),
          GpuWorkload::suspended,
          w -> w.disruptionBudget("50%"),
          w -> w.disruptionBudget("1"),
          w -> w.restartPolicy(RestartPolicy.ON_FAILURE),
          w -> w.serviceAccount("sa").priorityClass("gold").pods(p -> p.runtimeClass("nvidia")),
          w -> w.nodeSelector("disk", "ssd").nodeAffinity("zone", "a", "b"),
          w -> w.podAntiAffinity("kubernetes.io/hostname"),
          w -> w.pods(p -> p.requiredPodAntiAffinity("rack", "app", "db")),
          w -> w.pods(p -> p.preferredPodAffinity("rack", "app", "db")),
          w -> w.pods(p -> p.topologySpread("rack", 1).preferredTopologySpread("zone", 2)),
          w -> w.toleration("dedicated", "gpu", Taint.Effect.NO_SCHEDULE),
          w -> w.pods(p -> p.imagePullSecret("hub").terminationGracePeriodSeconds(60)),
          w -> w.restricted(1000),
          w -> w.restricted(1000).pods(p -> p.runAsNonRoot(7)),
          w -> w.claim("models", "models", "/models"),
          w -> w.claimTemplate("data", "100Gi", "/data"),
          w -> w.claimTemplate("fast", "1Ti", "/fast", "ssd"),
          w -> w.emptyDir("tmp", "/tmp"),
          w -> w.sharedMemory("2Gi"),
          w ->
              w.volume(
                  new VolumeBuilder()
                      .withName("cm")
                      .withNewConfigMap()
                      .withName("cm")
                      .withDefaultMode(0444)
                      .endConfigMap()
                      .build()),
          w -> w.service(WorkloadService.of(80, 8000).name("front").loadBalancer()),
          w -> w.service(WorkloadService.of(80).headless()));

  @Provide
  Arbitrary<Intent> intents() {
    Arbitrary<GpuWorkload> starts =
        Arbitraries.of(GpuWorkload.kinds())
            .map(
                kind ->
                    GpuWorkload.of(
                        kind,
                        "w",
                        "r/i:v1",
                        Optional.of("0 3 * * *").filter(any -> kind.equals("CronJob"))));
    Arbitrary<List<UnaryOperator<GpuWorkload>>> steps = Arbitraries.of(STEPS).list().ofMaxSize(12);
    Arbitrary<GpuWorkload> workloads =
        Combinators.combine(starts, steps).as(WorkloadIntentLaws::built);
    return Combinators.combine(workloads, Arbitraries.of(0, 1, 2))
        .as(
            (workload, target) -> {
              Intent intent = Intent.of(workload);
              return switch (target) {
                case 0 -> intent;
                case 1 -> intent.in("eks");
                default ->
                    intent
                        .in("tke")
                        .edition("2023-06")
                        .with("spot", "true")
                        .with("image-cache-disk", "200");
              };
            });
  }

  /** What a kind has no step for is left out, and what does not fit what is there. */
  static GpuWorkload built(GpuWorkload start, List<UnaryOperator<GpuWorkload>> steps) {
    GpuWorkload workload = start;
    for (UnaryOperator<GpuWorkload> step : steps) {
      try {
        GpuWorkload next = step.apply(workload);
        WorkloadFields.write(next);
        WorkloadFields.problems(next).orThrow();
        workload = next;
      } catch (InvalidValueException | InvalidWorkloadException e) {
        continue;
      }
    }
    return workload;
  }

  private static Intent read(String yaml) {
    IntentFile file = IntentFile.parse("w.yaml", yaml);
    assertThat(file.problems()).as(yaml).isEmpty();
    assertThat(file.intents()).as(yaml).hasSize(1);
    return file.intents().get(0);
  }

  @Property
  void whatIsReadIsWrittenAsItWas(@ForAll("intents") Intent intent) {
    String yaml = intent.yaml().toString();
    Intent read = read(yaml);

    assertThat(read.yaml()).hasToString(yaml);
    assertThat(read.target()).hasToString(intent.target().toString());
  }

  @Property
  void whatIsReadGivesTheSameManifests(@ForAll("intents") Intent intent) {
    Intent read = read(intent.yaml().toString());

    assertThat(outcome(read, TKE))
        .as(() -> intent.yaml().toString())
        .isEqualTo(outcome(intent, TKE));
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
    assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(intent.yaml().toString())))
        .as(() -> intent.yaml().toString())
        .isTrue();
  }

  /** What is right nowhere in a file. */
  enum Wrong {
    LIST_OF_A_LIST {
      @Override
      JsonNode value() {
        return Json.MAPPER.createArrayNode().add(Json.MAPPER.createArrayNode());
      }
    },
    NOTHING {
      @Override
      JsonNode value() {
        return Json.MAPPER.nullNode();
      }
    };

    abstract JsonNode value();
  }

  @Property
  void oneWrongValueIsRefusedByReaderAndSchema(
      @ForAll("intents") Intent intent, @ForAll Wrong wrong, @ForAll int place) {
    JsonNode tree = WorkloadSchemaTest.tree(intent.yaml().toString());
    List<Runnable> changes = new ArrayList<>();
    changes(tree, wrong.value(), changes);
    changes.get(Math.floorMod(place, changes.size())).run();

    assertThat(IntentFile.parse("w.json", tree.toString()).problems())
        .as(tree::toPrettyString)
        .isNotEmpty();
    assertThat(WorkloadSchemaTest.takes(tree)).as(tree::toPrettyString).isFalse();
  }

  /** Every place where a value can be replaced, and every object that can have one more field. */
  static void changes(JsonNode node, JsonNode wrong, List<Runnable> changes) {
    if (node instanceof ObjectNode object) {
      changes.add(() -> object.set("no field", wrong));
      object
          .properties()
          .forEach(
              field -> {
                changes.add(() -> object.set(field.getKey(), wrong));
                changes(field.getValue(), wrong, changes);
              });
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        changes.add(() -> array.set(index, wrong));
        changes(array.get(i), wrong, changes);
      }
    }
  }
}
