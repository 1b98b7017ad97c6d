package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.GpuAlerts;
import io.gpuspec.manifest.platform.GpuOperatorValues;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.KubeletSettings;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Null is refused with an error of this library where users begin, for example in JShell; NullAway
 * proves the rest when the code is compiled.
 */
class NullArgumentsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target TKE = GPUS.in("tke");
  private static final GpuWorkload POD = GpuWorkload.pod("p", "r/i:v1").gpu("T4");

  @SuppressWarnings("NullAway")
  static Stream<ThrowingCallable> doors() {
    return Stream.of(
        () -> GpuWorkload.pod(null, "r/i:v1"),
        () -> GpuWorkload.pod("p", (String) null),
        () -> GpuWorkload.cronJob("p", null, "r/i:v1"),
        () -> POD.gpu((String) null),
        () -> POD.requests(null, "1Gi"),
        () -> POD.command("a", null),
        () -> POD.env("A", null),
        () -> POD.main(null),
        () -> POD.main(c -> null),
        () -> POD.on((Target) null),
        () -> POD.on(TKE).edit(null, p -> {}),
        () -> WorkloadContainer.of("c", null),
        () -> WorkloadContainer.of("c", "r/i:v1").edit(c -> null),
        () -> WorkloadProbe.http(null, 80),
        () -> WorkloadFile.parse(null, ""),
        () -> WorkloadFile.parse("f.yaml", (String) null),
        () -> Intent.of((GpuWorkload) null),
        () -> GangJob.of(1, null),
        () -> KueueQueue.of(null),
        () -> GpuPool.of("p", null),
        () -> KubeletSettings.of(null),
        () -> LabelScheme.of(null),
        () -> DevicePlugin.version(null),
        () -> GpuAlerts.of(null));
  }

  @ParameterizedTest
  @MethodSource("doors")
  void nullIsRefused(ThrowingCallable door) {
    assertThatThrownBy(door).isInstanceOf(GpuSpecException.class);
  }

  @SuppressWarnings("NullAway")
  static Stream<ThrowingCallable> elements() {
    return Stream.of(
        () -> GpuOperatorValues.of().objects().withNotes(Arrays.asList((Note) null)),
        () -> PlatformObjects.of(Arrays.asList((HasMetadata) null), List.of()),
        () -> KubeYaml.of((KubeObject) null),
        () -> KubeYaml.withComments(null, null),
        () -> new InvalidWorkloadException(Arrays.asList((GpuSpecException) null)),
        () -> new ClaimedDevice("c", "r", "d", "p", "gpu-0", Collections.singletonMap("a", null)),
        () -> new ClaimedDevice(null, "r", "d", "p", "gpu-0", Map.of()),
        () -> POD.on(TKE).with(Arrays.asList((HasMetadata) null), List.of()),
        () -> POD.on(TKE).with(List.of(), Arrays.asList((Reason) null)),
        () -> POD.placed(TKE, 1).around(Arrays.asList((HasMetadata) null), List.of()),
        () -> POD.placed(TKE, 1).around(List.of(), Arrays.asList((Reason) null)),
        () ->
            new FileMatches.WorkloadMatch(
                null, Optional.empty(), Optional.empty(), Optional.empty()),
        () -> WorkloadFields.read(null),
        () -> WorkloadFields.name(null));
  }

  @ParameterizedTest
  @MethodSource("elements")
  void nullAmongElementsIsRefused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(GpuSpecException.class);
  }
}
