package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.GpuSpecException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What we refuse, put before the API server: it rejects it too, warns of it, or takes it, in which
 * case our message names the reason.
 */
class RefusalJudge {
  private static final Admission ADMISSION = new Admission(ControlPlane.shared().client());
  private static Trial trial;

  @BeforeAll
  static void begin() {
    CustomResources.installed();
    trial =
        Trial.of(
            "kube-apiserver",
            ControlPlane.shared().version(),
            "says what is known of our refusals");
  }

  @AfterAll
  static void end() {
    trial.close();
  }

  static Stream<Refusal> refusals() {
    return Stream.of(
            BuilderRefusals.all(),
            FieldRefusals.all(),
            KindRefusals.all(),
            ReaderRefusals.all(),
            GangRefusals.all(),
            TenancyRefusals.all())
        .flatMap(List::stream);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void whatWeRefuseHasTheVerdictThatIsWrittenDown(Refusal refusal) {
    Admission.Verdict verdict =
        refusal.isPod() ? ADMISSION.asPod(refusal.manifest()) : ADMISSION.of(refusal.manifest());
    boolean agreed =
        verdict.admitted() == (refusal.server() != Refusal.Server.REJECTS)
            && verdict.withoutWarning() == (refusal.server() == Refusal.Server.ACCEPTS)
            && verdict.said().toString().contains(refusal.said());
    trial.agreed(agreed, () -> refusal + "\n" + refusal.manifest() + verdict);

    assertThat(agreed).as(() -> refusal.manifest() + verdict.said()).isTrue();
    assertThatThrownBy(refusal.ours()::run)
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining(refusal.reason());
  }
}
