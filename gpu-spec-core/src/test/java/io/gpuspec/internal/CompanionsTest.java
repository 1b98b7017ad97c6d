package io.gpuspec.internal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.Version;
import io.gpuspec.value.GpuSpecException;
import org.junit.jupiter.api.Test;

class CompanionsTest {
  private static Version version(int minor) {
    return new Version(2, minor, 4, null, "com.fasterxml.jackson.core", "jackson-databind");
  }

  @Test
  void aJacksonThatIsTooOldIsSaidWithTheOneThatIsNeeded() {
    assertThatThrownBy(() -> Companions.check(version(18)))
        .isInstanceOf(GpuSpecException.class)
        .hasMessage(
            "jackson-databind: '2.18.4' is on the class path; use 2.19 or newer, and the same version of jackson-core");
  }

  @Test
  void theOldestAndTheOneOfTheBuildAreTaken() {
    assertThatCode(() -> Companions.check(version(19))).doesNotThrowAnyException();
    assertThatCode(Companions::check).doesNotThrowAnyException();
  }
}
