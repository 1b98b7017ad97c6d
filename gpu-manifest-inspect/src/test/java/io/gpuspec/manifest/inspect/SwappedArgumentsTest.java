package io.gpuspec.manifest.inspect;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.manifest.claim.ClaimFile;
import io.gpuspec.manifest.intent.DevicePluginFile;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.read.DeviceFile;
import io.gpuspec.manifest.read.WorkloadFile;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A name and a text are both strings, and a name is YAML. */
class SwappedArgumentsTest {
  private static final Gpus GPUS = Gpus.load();
  private static final String POD = "apiVersion: v1\nkind: Pod\n";

  static Stream<BiFunction<String, String, Object>> parsers() {
    Inspector inspector = Inspector.of(GPUS);
    Diagnosis diagnosis = Diagnosis.of("0/1 nodes are available: 1 Insufficient nvidia.com/gpu.");
    return Stream.of(
        WorkloadFile::parse,
        ClaimFile::parse,
        DeviceFile::parse,
        IntentFile::parse,
        DevicePluginFile::parse,
        Baseline::parse,
        InspectSettings::parse,
        Overlay::parse,
        inspector::parse,
        (source, text) -> inspector.trace(diagnosis, List.of(), source, text),
        Migration.from(GPUS.in("tke")).to(GPUS.in("eks"))::parse);
  }

  @ParameterizedTest
  @MethodSource("parsers")
  void aTextInThePlaceOfItsNameIsRefused(BiFunction<String, String, Object> parser) {
    assertError(() -> parser.apply(POD, "pod.yaml"), "value.malformed", "pod.yaml");
  }

  @Test
  void aFileMayHaveALineBreakInItsName() {
    assertThat(WorkloadFile.parse("a\nb.yaml", POD).problems()).isEmpty();
  }
}
