package io.gpuspec.manifest.internal.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each kind of row refuses in the value of its field {@code f}, and what it may be. */
class KubeValuesTest {

  private static List<String> refused(String row, String value) {
    YamlPlace document = YamlDocuments.of("a.yaml", "f: " + value).iterator().next();
    try {
      return KubeValues.of(Json.MAPPER.readTree(row.replace('\'', '"')))
          .refused(document.require("f"))
          .stream()
          .map(each -> each.at().path() + ": " + each.allowed())
          .toList();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(row, e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'enum': ['Always', 'Never']}                | Always            |
          {'enum': ['Always', 'Never']}                | always            | f: one of Always, Never
          {'enum': ['Always', 'Never']}                | ""                |
          {'enum': ['Always', 'Never']}                | "{{ .policy }}"   |
          {'enum': ['', 'NonIndexed']}                 | Indexed           | f: one of NonIndexed
          {'each': ['Empty', 'Drifted']}               | [Drifted, Empty]  |
          {'each': ['Empty', 'Drifted']}               | [Empty, Expired]  | f[1]: one of Empty, Drifted
          {'pattern': '[0-9]{12}', 'expected': 'an account'} | "123456789012" |
          {'pattern': '[0-9]{12}', 'expected': 'an account'} | "1234567890123" | f: an account
          {'minimum': 1}                               | 1                 |
          {'minimum': 1}                               | 0                 | f: a number of at least 1
          {'minimum': 1}                               | 1000000           |
          {'minimum': 0, 'maximum': 65535}             | 0                 |
          {'minimum': 0, 'maximum': 65535}             | 65535             |
          {'minimum': 0, 'maximum': 65535}             | 65536             | f: a number from 0 to 65535
          {'minimum': 0, 'maximum': 65535}             | -1                | f: a number from 0 to 65535
          {'minimum': 0}                               | high              |
          {'selects': true}                            | {matchLabels: {a: b}} |
          {'selects': true}                            | {matchExpressions: [{key: a, operator: Exists}]} |
          {'selects': true}                            | {}                | f: a selector that is not empty
          {'selects': true}                            | {matchLabels: {}} | f: a selector that is not empty
          """)
  void aValueIsOneThatItsRowTakes(String row, String value, String refused) {
    assertThat(refused(row, value)).isEqualTo(refused == null ? List.of() : List.of(refused));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          dns-label        | a-1              | A, a.b, -a, a_b
          dns-subdomain    | a-1.b            | A, a_b, .a
          label-key        | example.com/name | a/b/c, Example.com/name, -a
          annotation-key   | Example.com/Name | a/b/c, /a, a b
          label-value      | A_b.c-1          | -a, a b, a/b
          port-name        | http-1           | 80, a--b, -a, a-, HTTP, abcdefghijklmnop
          env-name         | my.variable 1    | A=B, ü
          config-key       | a..b             | a/b, a b
          config-key       | .a_b-C           | ., .., ..a
          resource         | nvidia.com/gpu   | gpu, gpu/
          resource         | memory           | mem
          resource         | storage          | disk
          time-zone        | Asia/Shanghai    | Asia/Shanghi, Local, +08:00
          time-zone        | EST              | SystemV/EST5
          schedule         | 0 3 * * *        | 0 3 * *, 60 3 * * *
          ip               | 10.0.0.1         | 10.0.0, none
          ip               | fd00::1          | localhost
          ip               | None             | a.example
          port             | 1                | 0, 65536, "80"
          port             | 65535            | -1, 1.5
          port             | metrics          | METRICS
          target-port      | 0                | 65536, "80"
          target-port      | metrics          | -1
          amount           | 500m             | -500m
          amount           | 0                | -1
          count-or-percent | 25%              | 25 percent, -25%, "25"
          count-or-percent | 0                | -1
          """)
  void aFormatTakesWhatTheApiServerDoes(String format, String taken, String refused) {
    String row = "{'format': '" + format + "'}";

    assertThat(refused(row, taken)).as(taken).isEmpty();
    for (String each : refused.split(", ")) {
      assertThat(refused(row, each)).as(each).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'keys': 'label-key', 'values': 'label-value'} | {a: b, c/d: ""}          |
          {'keys': 'label-key', 'values': 'label-value'} | {a: b, c d: e}           | f['c d']: a key such as example.com/name
          {'keys': 'label-key', 'values': 'label-value'} | {a: b c}                 | f.a: a value of at most 63 letters, digits, -, _ and .
          {'keys': 'label-key', 'values': 'label-value'} | {a: "{{ b }}", c: "${D E}"} |
          {'keys': 'annotation-key'}                     | {a: b c}                 |
          {'keys': 'annotation-key'}                     | {a b: c}                 | f['a b']: a key such as example.com/name
          {'keys': 'resource', 'values': 'amount'}       | {cpu: }                  |
          {'keys': 'resource', 'values': 'amount'}       | {nvidia.com/gpu: }       | f['nvidia.com/gpu']: an amount that is not negative
          """)
  void keysAndValuesOfAMappingHaveTheirFormats(String row, String value, String refused) {
    assertThat(refused(row, value)).isEqualTo(refused == null ? List.of() : List.of(refused));
  }

  @Test
  void aKeyAndItsValueCanBothBeRefused() {
    assertThat(refused("{'keys': 'label-key', 'values': 'label-value'}", "{a b: c d}"))
        .containsExactly(
            "f['a b']: a key such as example.com/name",
            "f['a b']: a value of at most 63 letters, digits, -, _ and .");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'unique': ['name']}                  | [{name: a}, {name: b}]           |
          {'unique': ['name']}                  | [{name: a}, {name: b}, {name: a}] | f[2].name: another name in each item
          {'unique': ['name']}                  | [{port: 1}, {port: 1}]           |
          {'unique': ['name', 'key']}           | [{name: a, key: b}, {name: a}]   |
          {'unique': ['name', 'key']}           | [{name: a, key: b}, {name: a, key: b}] | f[1].name: another name in each item
          {'unique': ['name'], 'named': true}   | [{port: 1}]                      |
          {'unique': ['name'], 'named': true}   | [{name: a}, {name: b}]           |
          {'unique': ['name'], 'named': true}   | [{name: a}, {port: 1}]           | f[1]: a name in each of several items
          """)
  void itemsAreTellableApart(String row, String value, String refused) {
    assertThat(refused(row, value)).isEqualTo(refused == null ? List.of() : List.of(refused));
  }

  /** As the definition of an EC2NodeClass has it for its terms. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'apart': {'id': ['tags', 'name']}}      | [{id: a}, {tags: {b: c}, name: d}] |
          {'apart': {'id': ['tags', 'name']}}      | [{id: a}, {id: b, name: c}]        | f[1].id: an item with id and none of tags, name
          {'apartInOne': {'id': ['tags', 'name']}} | [{id: a}, {id: b, name: c}]        |
          {'apartInOne': {'id': ['tags', 'name']}} | [{id: a, tags: {}}, {id: b, name: c}] | f[0].id: an item with id and none of tags, name
          {'apart': {}, 'alone': 'alias'}          | [{alias: a}]                       |
          {'apart': {}, 'alone': 'alias'}          | [{id: a}, {id: b}]                 |
          {'apart': {}, 'alone': 'alias'}          | [{id: a}, {alias: b}]              | f[1].alias: no other item beside one with alias
          """)
  void fieldsOfTermsExcludeEachOther(String row, String value, String refused) {
    assertThat(refused(row, value)).isEqualTo(refused == null ? List.of() : List.of(refused));
  }
}
