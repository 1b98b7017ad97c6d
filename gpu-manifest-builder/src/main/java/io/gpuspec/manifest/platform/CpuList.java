package io.gpuspec.manifest.platform;

import io.gpuspec.InvalidValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A list of CPUs as Linux and the kubelet write it, such as {@code 0-1,32-33}. */
final class CpuList {
  /** No machine has a CPU of more digits. */
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,6})(?:-([0-9]{1,6}))?");

  private CpuList() {}

  static String checked(String list) {
    for (String range : PlatformChecks.given("reserved CPUs", list).split(",", -1)) {
      Matcher matcher = RANGE.matcher(range);
      if (!matcher.matches() || isBackward(matcher)) {
        throw new InvalidValueException(
                "reserved CPUs: '%s' is no list of CPUs; write numbers and ranges that ascend, such as 0-1,32-33"
                    .formatted(list))
            .see(Pages.KUBELET);
      }
    }
    return list;
  }

  private static boolean isBackward(Matcher range) {
    @Nullable String last = range.group(2);
    return last != null && Integer.parseInt(range.group(1)) > Integer.parseInt(last);
  }
}
