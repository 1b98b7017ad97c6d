package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.GpuAlerts;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.KubeletSettings;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Null is refused with an error of this library where users begin, for example in JShell; NullAway
 * proves the rest when the code is compiled.
 */
class NullArgumentsTest {
  private static final Target TKE = Gpus.load().in("tke");
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
}
