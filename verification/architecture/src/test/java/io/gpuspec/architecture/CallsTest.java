package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How much work a workload on a target is, in calls of the library's own methods: the third time,
 * when everything is loaded and cached. Time depends on the machine, and this does not.
 */
class CallsTest {
  @TempDir Path work;

  @Test
  void aWorkloadOnEksIsFewCalls() throws Exception {
    Map<String, Integer> calls = calls("eks");
    String most = most(calls);
    assertThat(calls.values().stream().mapToInt(each -> each).sum())
        .as("all calls, most of them%n%s", most)
        .isBetween(1_000, 9_000);
    assertThat(calls.get("io.gpuspec.internal.Arguments.required"))
        .as("checks of one argument each")
        .isLessThanOrEqualTo(150);
    assertThat(calls.get("io.gpuspec.internal.Arguments.notNull"))
        .as("checks of all arguments of a method at once, which are not in the 150")
        .isLessThanOrEqualTo(60);
    assertThat(calls.get("io.gpuspec.Matcher.best"))
        .as("searches of a catalog")
        .isLessThanOrEqualTo(4);
  }

  private Map<String, Integer> calls(String target) throws Exception {
    Path agent = agent();
    Map<String, Integer> calls = new LinkedHashMap<>();
    ChildJvm.java(
            work,
            "-javaagent:" + agent,
            "-cp",
            System.getProperty("java.class.path"),
            CallCounter.class.getName(),
            target)
        .lines()
        .stream()
        // The rest are warnings of a newer JVM about the agent.
        .filter(line -> line.matches("[0-9]+ io\\.gpuspec\\..*"))
        .forEach(
            line -> {
              String[] words = line.split(" ", 2);
              calls.put(words[1], Integer.valueOf(words[0]));
            });
    return calls;
  }

  private static String most(Map<String, Integer> calls) {
    return calls.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(40)
        .map(each -> "%7s %s".formatted(each.getValue(), each.getKey()))
        .collect(Collectors.joining("\n"));
  }

  /** An agent is a jar that names its class; the class itself is on the class path. */
  private Path agent() throws Exception {
    Path jar = work.resolve("agent.jar");
    Manifest manifest =
        new Manifest(
            new ByteArrayInputStream(
                "Manifest-Version: 1.0\nPremain-Class: %s\n"
                    .formatted(CallCounter.class.getName())
                    .getBytes(StandardCharsets.UTF_8)));
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.finish();
    }
    return jar;
  }
}
