package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.json.RequestField;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on matching has every field of a request in JSON, with an example that is read. */
class RequestFieldsPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| `(.+?)` \\| (.+) \\|$");

  /** The rows below the one of {@code id}, which is no field of a request. */
  private static List<MatchResult> rows(String page) {
    String text = new GuidePage(page).text();
    return ROW.matcher(text.substring(text.indexOf("| `gpu` | `["))).results().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/matching.md", "docs/zh/matching.md"})
  void everyFieldIsOnThePageWithAnExample(String page) throws JsonProcessingException {
    List<MatchResult> rows = rows(page);
    GpuRequest any = GpuRequest.of(Devices.any());
    GpuRequest instances = any.mig("1g.5gb");

    assertThat(rows)
        .extracting(row -> row.group(1))
        .containsExactlyElementsOf(RequestField.all().stream().map(RequestField::name).toList());
    for (MatchResult row : rows) {
      Object example = new ObjectMapper().readValue(row.group(2), Object.class);
      List<GpuSpecException> problems = new ArrayList<>();
      GpuRequest before = row.group(1).equals("migConfig") ? instances : any;
      GpuRequest read = RequestField.request(before, Map.of(row.group(1), example), problems::add);
      assertThat(problems).as(row.group()).isEmpty();
      assertThat(read).as(row.group()).isNotEqualTo(before);
    }
  }

  @Test
  void theEnglishOneSaysWhatTheHelpSays() {
    assertThat(rows("docs/matching.md"))
        .extracting(row -> row.group(3))
        .containsExactlyElementsOf(
            RequestField.all().stream().map(field -> field.help("`gpu`")).toList());
  }
}
