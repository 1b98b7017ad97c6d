package io.gpuspec.internal;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.core.Version;
import org.junit.jupiter.api.Test;

class CompanionsTest {
  private static Version version(int minor) {
    return new Version(2, minor, 4, null, "com.fasterxml.jackson.core", "jackson-databind");
  }

  @Test
  void aJacksonThatIsTooOldIsSaidWithTheOneThatIsNeeded() {
    assertError(() -> Companions.check(version(18)), "library.unusable");
  }

  @Test
  void theOldestAndTheOneOfTheBuildAreTaken() {
    assertThatCode(() -> Companions.check(version(19))).doesNotThrowAnyException();
    assertThatCode(Companions::check).doesNotThrowAnyException();
  }
}
