package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.io.StringWriter;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Findings in Chinese, and with the colours of a terminal. */
class FindingsLanguageTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: llm}
      spec:
        containers:
        - name: main
          image: registry.example/llm:v1
          resources: {limits: {memory: 512m, nvidia.com/gpu: 1}}
      """;

  private final Findings findings = Inspector.of(Gpus.load()).parse("pod.yaml", POD);

  @Test
  void textIsInTheLanguage() {
    assertThat(findings.in(Locale.CHINESE))
        .hasToString(
            """
            pod.yaml
              8:34 错误 memory-in-thousandths (Pod llm)
                  memory：'512m' 的单位是千分之一字节。
                  | resources: {limits: {memory: 512m, nvidia.com/gpu: 1}}
                  |                              ^
                  修复：%s
            1 个错误，0 个警告；1 个文件（1 个对象）
            1 个申请 GPU 的工作负载没有与任何云匹配；用 --provider、.gpuspec.yaml 中的 provider 或 Java 中的 on() 指定一个"""
                .formatted(findings.findings().get(0).rule().chinese().fix()));
    assertThat(findings.in(Locale.SIMPLIFIED_CHINESE))
        .hasToString(findings.in(Locale.CHINESE) + "");
    assertThat(findings.in(Locale.FRENCH)).hasToString(findings.toString());
    assertThat(findings.in(Locale.CHINESE).in(Locale.ENGLISH)).hasToString(findings.toString());
  }

  @Test
  void wordsOfTheLibraryAreThoseOfATranslator() {
    String pod =
        POD.replace("512m", "512Mi").replace("image: registry.example/llm:v1", "image: [1]");
    Findings unspoken = Inspector.of(Gpus.load()).parse("pod.yaml", pod);

    assertThat(unspoken.in(Locale.CHINESE, text -> "<" + text + ">").findings())
        .extracting(ManifestFinding::message)
        .contains("image 的值是 <a list>；API Server 要求 <a string>。");
    assertThat(unspoken.in(Locale.CHINESE).findings())
        .extracting(ManifestFinding::message)
        .contains("image 的值是 a list；API Server 要求 a string。");
    assertThat(unspoken.in(Locale.CHINESE, text -> "").in(Locale.ENGLISH))
        .hasToString(unspoken.toString());
  }

  @Test
  void idsPathsAndPlacesAreTheSameInEveryLanguage() throws Exception {
    StringWriter english = new StringWriter();
    StringWriter chinese = new StringWriter();
    findings.writeJson(english);
    findings.in(Locale.CHINESE).writeJson(chinese);

    String shared = "(?m)^ *\"(message|description)\": .*$";
    assertThat(chinese.toString()).isNotEqualTo(english.toString());
    assertThat(chinese.toString().replaceAll(shared, ""))
        .isEqualTo(english.toString().replaceAll(shared, ""));
  }

  @Test
  void sarifSaysItsLanguage() throws Exception {
    StringWriter english = new StringWriter();
    StringWriter chinese = new StringWriter();
    findings.writeSarif(english);
    findings.in(Locale.CHINESE).writeSarif(chinese);

    assertThat(english.toString()).doesNotContain("\"language\"");
    assertThat(english.toString()).contains("\\n\\nBad:\\n\\n", "\\n\\nGood:\\n\\n", "\\nSource: ");
    assertThat(chinese.toString())
        .contains("\"language\": \"zh-CN\"", "千分之一字节", "\\n\\n错误示例：\\n\\n", "\\n来源：")
        .doesNotContain("Bad:", "Good:", "Source:");
  }

  @Test
  void coloursChangeNothingElse() {
    String coloured = findings.coloured();

    assertThat(coloured).contains("\u001B[1;31merror\u001B[0m", "\u001B[1mpod.yaml\u001B[0m");
    assertThat(coloured.replaceAll("\u001B\\[[0-9;]*m", "")).isEqualTo(findings.toString());
  }
}
