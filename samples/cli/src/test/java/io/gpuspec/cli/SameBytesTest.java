package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same question has the same bytes as its answer, however the machine is set up. */
class SameBytesTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: p}
      spec:
        containers:
        - {name: m, image: i, resources: {limits: {cpu: 6, memory: 20Gi, nvidia.com/gpu: 1}}}
      """;

  private static final String OVERLAY =
      """
      target: eks
      citation: c
      citations:
        c: {title: Unser Vertrag 合同, date: 2026-03-01, status: third-party}
      specs:
      - name: g4dn.2xlarge
        prices:
        - {amount: 0.70, currency: USD, per: hour, region: us-east-1, capacityType: on-demand}
      """;

  private static final String INTENT =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuWorkload
      metadata: {name: llm}
      spec:
        kind: Deployment
        replicas: 3
        target: {provider: tke}
        gpu: {names: [T4]}
        container: {image: "r/i:v1", requests: {cpu: 3, memory: 10Gi}}
      """;

  private static final List<String> QUESTIONS =
      List.of(
          "catalog --provider eks",
          "catalog --provider tke -o json",
          "match --gpu T4 --cpu 6 --memory 20Gi --explain",
          "match --provider ack -f pod.yaml -o json",
          "match --provider eks --overlay overlay.yaml --gpu T4 --prefer cheapest -o json",
          "match --provider tke --batch lines.jsonl",
          "build -f intent.yaml",
          "inspect pod.yaml",
          "migrate --from eks --to tke -f pod.yaml",
          "share replicas --gpu T4 --replicas 4",
          "mig plan --gpu A100-40GB 1g.5gb --commands",
          "cuda-fit --cuda 12.4 --driver 535",
          "recommend --for inference --model-params 8B",
          "match --provider eks --gpu GTX-TİTAN");

  @TempDir private static Path shared;

  private static List<Run> usual;

  @TempDir private Path dir;

  private final Locale locale = Locale.getDefault();
  private final TimeZone zone = TimeZone.getDefault();

  @BeforeAll
  static void ask() throws IOException {
    files(shared, "");
    usual = QUESTIONS.stream().map(line -> Run.in(shared, line)).toList();
  }

  @AfterEach
  void asBefore() {
    Locale.setDefault(locale);
    TimeZone.setDefault(zone);
  }

  /** The files of the questions; the form is a byte order mark or the end of a line, or both. */
  private static Path files(Path dir, String form) throws IOException {
    String newline = form.contains("\r") ? "\r\n" : "\n";
    Files.writeString(dir.resolve("pod.yaml"), written(form, newline, POD));
    Files.writeString(dir.resolve("overlay.yaml"), written(form, newline, OVERLAY));
    Files.writeString(dir.resolve("intent.yaml"), written(form, newline, INTENT));
    Files.writeString(
        dir.resolve("lines.jsonl"),
        written(form, newline, "{\"names\": [\"T4\"]}\n{\"anyGpu\": true}\n"));
    return dir;
  }

  private static String written(String form, String newline, String text) {
    return (form.startsWith("\uFEFF") ? "\uFEFF" : "") + text.replace("\n", newline);
  }

  @ParameterizedTest
  @CsvSource({
    "tr-TR, Pacific/Kiritimati",
    "zh-CN, Asia/Shanghai",
    "ar-EG, America/St_Johns",
    "th-TH-u-ca-buddhist-nu-thai, Pacific/Apia",
    "hi-IN-u-nu-deva, Asia/Kathmandu",
    "ja-JP-u-ca-japanese, Antarctica/Troll"
  })
  void inEveryLocaleAndTimeZone(String tag, String id) throws IOException {
    files(shared, "");
    Locale.setDefault(Locale.forLanguageTag(tag));
    TimeZone.setDefault(TimeZone.getTimeZone(id));

    for (int i = 0; i < QUESTIONS.size(); i++) {
      assertThat(Run.in(shared, QUESTIONS.get(i))).as(QUESTIONS.get(i)).isEqualTo(usual.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\uFEFF", "\uFEFF\r\n"})
  void howeverTheLinesOfAFileEndAndWithAByteOrderMark(String form) throws IOException {
    files(shared, form);

    for (int i = 0; i < QUESTIONS.size(); i++) {
      assertThat(Run.in(shared, QUESTIONS.get(i))).as(QUESTIONS.get(i)).isEqualTo(usual.get(i));
    }
  }

  /** In a process of its own, because the charset of the JVM is that of its start. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "env -i LC_ALL=C \"$G\" -Dfile.encoding=US-ASCII",
        "env -u HOME -u USER LC_ALL=zh_CN.GB18030 \"$G\" -Dfile.encoding=GB18030 -Duser.language=zh",
        "env -i \"$G\" -Dfile.encoding=ISO-8859-1 -Duser.home=/nowhere -Duser.language=tr"
            + " -Duser.country=TR -Duser.timezone=Pacific/Kiritimati"
      })
  @EnabledOnOs(OS.LINUX)
  void inAnEnvironmentWithoutHomeAndWithAnotherCharset(String java) throws Exception {
    String line = "match --provider eks --overlay overlay.yaml --gpu T4 --prefer cheapest -o json";
    Run here = Run.in(files(dir, ""), line);

    assertThat(output(java + " -cp \"$CLASSPATH\" io.gpuspec.cli.Main " + line))
        .isEqualTo(here.out().replace(dir + "/", ""));
    assertThat(here.out()).contains("合同");
  }

  private String output(String command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", command + " >answer 2>&1");
    builder.directory(dir.toFile());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder
        .environment()
        .put("G", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Process process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(command).isTrue();
    return Files.readString(dir.resolve("answer"));
  }

  /** A link that leads to itself, a folder, and a file that cannot be read to its end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "match --provider eks -f %s",
        "match --provider eks --batch %s",
        "match --provider eks --overlay %s --gpu T4",
        "build -f %s",
        "inspect %s",
        "inspect --config %s pod.yaml",
        "inspect --baseline %s pod.yaml",
        "migrate --from eks --to tke -f %s",
        "fleet plan --provider eks -f %s",
        "fleet consolidate --provider eks --nodes %s",
        "nodes restore -f %s"
      })
  @EnabledOnOs(OS.LINUX)
  void aFileThatCannotBeReadIsNamedInOneLine(String line) throws IOException {
    files(dir, "");
    Path loop = dir.resolve("loop");
    Files.createSymbolicLink(loop, dir.resolve("other"));
    Files.createSymbolicLink(dir.resolve("other"), loop);
    for (Path unreadable : List.of(loop, Path.of("/proc/self/mem"))) {
      Run run = Run.in(dir, line.formatted(unreadable));

      assertThat(run.status()).as(line).isEqualTo(2);
      assertThat(run.err().strip().lines())
          .singleElement()
          .asString()
          .contains(unreadable.toString());
    }
  }

  @Test
  void anEmptyFileIsNamed() throws IOException {
    Files.createFile(dir.resolve("empty.yaml"));

    assertThat(Run.in(dir, "match --provider eks --overlay empty.yaml --gpu T4").err())
        .contains("empty.yaml")
        .doesNotContain("\tat ");
  }
}
