package io.gpuspec.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRequirementTest {

  private static List<String> list(String values) {
    return values.isEmpty() ? List.of() : List.of(values.split(" ", -1));
  }

  /** As {@code k8s.io/apimachinery/pkg/labels} decides; a label of '-' is one that is not there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          In           | bar value2 | bar  | true
          In           | bar value2 | baz  | false
          In           | bar        | -    | false
          In           | ''         | bar  | false
          In           | bar a/b    | bar  | false
          NotIn        | DDR DDR2   | DDR3 | true
          NotIn        | DDR DDR2   | DDR  | false
          NotIn        | DDR DDR2   | -    | true
          NotIn        | ''         | DDR  | false
          NotIn        | -bar       | DDR  | false
          NotIn        | bar-       | DDR  | false
          In           | azAZ09     | azAZ09 | true
          In           | a-b_c.d    | a-b_c.d | true
          Exists       | ''         | any  | true
          Exists       | ''         | -    | false
          Exists       | bar        | bar  | false
          DoesNotExist | ''         | any  | false
          DoesNotExist | ''         | -    | true
          Gt           | 0204       | 0206 | true
          Gt           | 4          | 4    | false
          Gt           | 4          | -    | false
          Gt           | 4          | many | false
          Gt           | many       | 5    | false
          Gt           | 4 5        | 9    | false
          Gt           | ''         | 9    | false
          Gt           | -5         | 9    | false
          Gt           | 4          | 99999999999999999999 | false
          Lt           | 4          | 3    | true
          Lt           | 4          | 4    | false
          Lt           | 4          | -    | false
          Near         | 4          | 4    | false
          """)
  void labelsAreAdmittedAsTheSchedulerDecides(
      String operator, String values, String label, boolean admitted) {
    NodeRequirement asked = new NodeRequirement("key", operator, list(values));

    assertThat(asked.matches(label.equals("-") ? Map.of() : Map.of("key", label)))
        .isEqualTo(admitted);
  }

  @Test
  void anEmptyLabelValueIsAValue() {
    NodeRequirement empty = new NodeRequirement("key", "In", List.of(""));

    assertThat(empty.matches(Map.of("key", ""))).isTrue();
    assertThat(empty.matches(Map.of())).isFalse();
  }

  @Test
  void aTermHoldsWhereTheLabelsMeetAllOfIt() {
    NodeTerm term =
        new NodeTerm(
            List.of(
                NodeRequirement.in("gpu", "t4"), new NodeRequirement("gpus", "Gt", List.of("1"))));

    assertThat(term.matches(Map.of("gpu", "t4", "gpus", "2"))).isTrue();
    assertThat(term.matches(Map.of("gpu", "t4", "gpus", "1"))).isFalse();
    assertThat(new NodeTerm(List.of()).matches(Map.of())).isFalse();
  }

  @Test
  void aTermMayAskForLabelsAndForTheName() {
    NodeRequirement name = NodeRequirement.in("metadata.name", "gpu-1");
    NodeTerm term = new NodeTerm(List.of(NodeRequirement.in("gpu", "t4")), List.of(name));

    assertThat(term.matches(Map.of("gpu", "t4", "metadata.name", "gpu-1"))).isTrue();
    assertThat(term.matches(Map.of("gpu", "t4"))).isFalse();
    assertThat(term).hasToString("gpu In [t4] and metadata.name In [gpu-1]");
  }

  @Test
  void aValueLongerThanAnyLabelAdmitsNothing() {
    String longest = "a".repeat(63);

    assertThat(NodeRequirement.in("key", longest).matches(Map.of("key", longest))).isTrue();
    assertThat(new NodeRequirement("key", "NotIn", List.of(longest + "a")).matches(Map.of()))
        .isFalse();
  }
}
