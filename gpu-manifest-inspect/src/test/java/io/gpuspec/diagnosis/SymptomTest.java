package io.gpuspec.diagnosis;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SymptomTest {

  @Test
  void aSymptomIsFoundByItsName() {
    assertThat(Symptom.of("pending")).hasToString("pending: a pod stays Pending");
    assertThat(Symptom.all())
        .hasSizeGreaterThan(3)
        .allSatisfy(each -> assertThat(Symptom.of(each.id())).isEqualTo(each));
    assertError(() -> Symptom.of("pendin"), "diagnosis.unknown", "pendin");
  }

  @Test
  void aCheckSaysWhatItAnswersAndWhatEachAnswerMeans() {
    Symptom.Step first = Symptom.of("pending").steps().get(0);

    assertThat(first)
        .hasToString(
            "What does the scheduler say? kubectl describe pod <pod> | gpuspec diagnose -");
    assertThat(first.answers().get(0))
        .hasToString("a cause: Do what its fix says, and check again.");
  }

  @Test
  void anExplanationNumbersTheChecksAndNamesTheSource() {
    assertThat(Symptom.of("pending").explain().toString())
        .startsWith(
            """
            pending: a pod stays Pending
            1. What does the scheduler say?
               kubectl describe pod <pod> | gpuspec diagnose -
               - a cause: Do what its fix says, and check again.
               - no event at all: Events end\
            """
                .stripTrailing())
        .contains("\n2. Does a node advertise the resource?\n")
        .endsWith("\nsource: Kubernetes, Debug Pods, 2026 (documented)");
  }
}
