package io.gpuspec.judges;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Selectors of claims as people write them, some with a word too few, twice, or of another. */
final class RandomSelector {
  private static final List<String> WRITTEN =
      List.of(
          "device.driver == 'gpu.nvidia.com'",
          "device.attributes['gpu.nvidia.com'].type == 'gpu' && device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('40Gi')) >= 0",
          "device.attributes['gpu.nvidia.com'].productName.matches('.*A100.*') || device.allowMultipleAllocations",
          "device.attributes['gpu.nvidia.com'].cudaComputeCapability.compareTo(semver('8.0.0')) >= 0",
          "has(device.attributes['gpu.nvidia.com'].index) && device.attributes['gpu.nvidia.com'].index in [0, 1]",
          "['gpu.nvidia.com', 'dra.net'].exists(x, x == device.driver)",
          "device.capacity['gpu.nvidia.com'].memory.isGreaterThan(quantity('1Gi')) ? device.driver != '' : false",
          "'gpu.nvidia.com' in device.attributes && size(device.driver) > 3",
          "device.capacity['gpu.nvidia.com'].memory.add(quantity('1Gi')).asInteger() - 1 > 0",
          "!device.driver.startsWith('gpu') && device.driver.lowerAscii() == 'x'");

  private static final Pattern WORDS = Pattern.compile("'[^']*'|\\w+|[&|=!<>]+|\\S");

  private RandomSelector() {}

  static String of(Random random) {
    List<String> words = words(one(WRITTEN, random));
    int place = random.nextInt(words.size());
    switch (random.nextInt(4)) {
      case 0 -> words.remove(place);
      case 1 -> words.add(place, words.get(place));
      // The library takes a bare device for a value of any type.
      case 2 ->
          Optional.of(one(words(one(WRITTEN, random)), random))
              .filter(word -> !word.equals("device"))
              .ifPresent(word -> words.set(place, word));
      default -> {}
    }
    return String.join(random.nextBoolean() ? "" : " ", words);
  }

  private static List<String> words(String selector) {
    return new ArrayList<>(WORDS.matcher(selector).results().map(MatchResult::group).toList());
  }

  private static <T> T one(List<T> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }
}
