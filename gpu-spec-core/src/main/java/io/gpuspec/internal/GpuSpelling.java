package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Ascii;
import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;

/**
 * The one form in which names of GPUs are compared: {@code NVIDIA Tesla V100-SXM2-16GB} and {@code
 * tesla_v100-sxm2-16gb} are both {@code v100-sxm2-16gb}.
 *
 * <ol>
 *   <li>Case is ignored; space, hyphen and underscore are equal, and several in a row count as one.
 *   <li>{@code key=value} is its value where the key is a node label that holds a GPU's name.
 *   <li>The words NVIDIA and Tesla before the name are dropped.
 * </ol>
 *
 * <p>Names in this form are compared whole, never by a part. Sources: {@code docs/gpu-names.md}.
 */
public final class GpuSpelling {
  private static final CharMatcher SEPARATOR = CharMatcher.whitespace().or(CharMatcher.anyOf("-_"));
  private static final ImmutableList<String> MAKERS_WORDS = ImmutableList.of("nvidia-", "tesla-");
  private static final ImmutableSet<String> LABELS = labels();

  private GpuSpelling() {}

  /** The name in that form. */
  public static String of(String name) {
    String folded = fold(name);
    int equals = folded.indexOf('=');
    return equals < 0 ? withoutMaker(folded) : labelled(folded, equals);
  }

  private static String labelled(String folded, int equals) {
    String value = fold(folded.substring(equals + 1));
    boolean isLabel =
        LABELS.contains(folded.substring(0, equals)) && !value.isEmpty() && value.indexOf('=') < 0;
    return isLabel ? withoutMaker(value) : folded;
  }

  private static String withoutMaker(String folded) {
    int begin = 0;
    for (int next = afterMaker(folded, begin); next > begin; next = afterMaker(folded, begin)) {
      begin = next;
    }
    return folded.substring(begin);
  }

  private static int afterMaker(String folded, int begin) {
    return MAKERS_WORDS.stream()
        .filter(word -> folded.startsWith(word, begin))
        .findFirst()
        .map(word -> begin + word.length())
        .orElse(begin);
  }

  private static String fold(String name) {
    return SEPARATOR.trimAndCollapseFrom(Ascii.toLowerCase(name), '-');
  }

  private static ImmutableSet<String> labels() {
    ImmutableSet.Builder<String> keys = ImmutableSet.builder();
    for (JsonNode label : Json.resource(GpuSpelling.class, "gpu-labels.json").path("labels")) {
      keys.add(fold(label.path("key").asText()));
    }
    return keys.build();
  }
}
