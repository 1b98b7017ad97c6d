package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page, as a person uses it in Chromium; where that is not installed, it is skipped. */
@Tag("slow")
class BrowserTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: llm
        annotations: {eks.tke.cloud.tencent.com/gpu-type: T4}
      spec:
        containers:
        - name: main
          image: registry.example/llm:v1
          resources:
            limits: {cpu: 3, memory: 512m, nvidia.com/gpu: 1}
      """;
  private static final Path TARGET = Path.of(System.getProperty("basedir", ""), "target");
  private static final Path SCREENSHOTS = TARGET.resolve("screenshots");

  private static Caller caller;
  private static Browser browser;
  private static String base;

  @BeforeAll
  static void start() throws Exception {
    String missing = Browser.missing().orElse("");
    assumeTrue(missing.isEmpty(), () -> "not tried in a browser: " + missing + " is not installed");
    caller = Caller.start();
    // Not in a temporary folder, whose end would come before that of Chromium's last process.
    browser = Browser.start(Files.createTempDirectory(TARGET.toAbsolutePath(), "browser"));
    base = "http://127.0.0.1:" + caller.service().port() + "/";
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (caller != null) {
      caller.close();
    }
  }

  @BeforeEach
  void openInEnglish() throws Exception {
    browser.screen("light", 1200);
    open("en");
  }

  private static void open(String language) throws Exception {
    browser.open(base + "?lang=" + language);
    // The targets come from the service.
    browser.await("document.querySelectorAll('#provider option').length > 3");
  }

  private static void answer(String name, String text) throws Exception {
    browser.script("document.getElementById(arguments[0]).value = arguments[1]", name, text);
    browser.click("#%s-form .main".formatted(name));
    answered(name);
  }

  private static void answered(String name) throws Exception {
    browser.await(
        "!document.getElementById('%1$s-answer').hidden && !document.getElementById('%1$s-answer').ariaBusy"
            .formatted(name));
  }

  private static void choose(String list, String value) throws Exception {
    browser.script("document.getElementById(arguments[0]).value = arguments[1]", list, value);
  }

  private static String focused() throws Exception {
    return browser.script("return document.activeElement.id").asText();
  }

  @Test
  void aManifestIsAnsweredByKeyboardAlone() throws Exception {
    browser.script("document.activeElement.blur()");
    for (int steps = 0; !focused().equals("manifests"); steps++) {
      assertThat(steps).as("the text is not reached by the tab key").isLessThan(10);
      browser.type(Browser.TAB);
    }
    // A line is enough, which YAML allows in braces.
    browser.type(
        "{apiVersion: v1, kind: Pod, metadata: {name: llm}, spec: {containers: [{name: c, image: "
            + "r/i:v1, resources: {limits: {cpu: 3, memory: 512m, nvidia.com/gpu: 1}}}]}}");
    browser.chord(Browser.CONTROL, Browser.ENTER);
    answered("manifests");

    assertThat(focused()).isEqualTo("manifests-answer");
    assertThat(browser.text("#manifests-status"))
        .isEqualTo("Answered. 1 error, 0 warnings, 0 infos");
    assertThat(browser.text("#matches")).contains("Pod llm", "eks", "g4dn.xlarge");
    assertThat(browser.text("#findings")).contains("memory-in-thousandths");
  }

  @Test
  void aNoHasItsReasons() throws Exception {
    choose("provider", "tke");
    answer("manifests", POD.replace("cpu: 3", "cpu: 500").replace("512m", "8Gi"));

    assertThat(browser.text("#matches tbody")).contains("does not match");
    assertThat(browser.text("#matches details")).contains("cpu: 500 requested, has 80, short 420");
    assertThat(browser.text("#findings")).contains("shape-none");
  }

  @Test
  void aFindingHasCaretsUnderItsValueAndLeadsToItsPlace() throws Exception {
    answer(
        "manifests",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: llm}
        spec:
          containers:
          - {name: c, image: r/i:v1, env: [{name: A, value: "显存 𝒳"}], resources: {limits: {memory: 512m}}}
        """);
    String value = browser.text("#findings mark");

    // Wide characters have a wide space below them.
    assertThat(browser.text("#findings .excerpt"))
        .isEqualTo(
            """
            - {name: c, image: r/i:v1, env: [{name: A, value: "显存 𝒳"}], resources: {limits: {memory: 512m}}}
            %s\u3000\u3000%s^^^^"""
                .formatted(" ".repeat(51), " ".repeat(36)));
    browser.click("#findings .place");

    assertThat(focused()).isEqualTo("manifests");
    assertThat(value).isEqualTo("512m");
    assertThat(
            browser
                .script(
                    "const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd)")
                .asText())
        .isEqualTo("512m");
  }

  @Test
  void theMigratedFormIsShown() throws Exception {
    choose("target", "eks");
    // The inspector sees by the annotation which cloud it is for.
    answer("manifests", POD.replace("512m", "8Gi"));

    assertThat(browser.text("#migrated")).contains("Everything is carried over.");
    assertThat(browser.text("#migrated .yaml")).contains("karpenter.k8s.aws/instance-gpu-name: t4");
    assertThat(browser.script("return document.getElementById('download').href").asText())
        .startsWith("blob:" + base);
    assertThat(browser.script("return document.getElementById('download').download").asText())
        .isEqualTo("manifests-eks.yaml");
    assertThat(
            browser.script("return document.querySelector('#migrated .yaml').textContent").asText())
        .isEqualTo(
            caller
                .post("/migrate?from=tke&to=eks", POD.replace("512m", "8Gi"))
                .json()
                .get("yaml")
                .asText());
  }

  @Test
  void thereIsNothingToSayOfManifestsInWhichNothingIsWrong() throws Exception {
    answer("manifests", POD.replace("512m", "8Gi"));

    assertThat(browser.text("#findings")).isEqualTo("Nothing is wrong, as far as the rules go.");
  }

  @Test
  void theCardsOfAClusterAreShown() throws Exception {
    browser.script("document.getElementById('tab-manifests').focus()");
    browser.type(Browser.RIGHT);
    assertThat(focused()).isEqualTo("tab-nodes");
    browser.click("#nodes-example");
    browser.click("#nodes-form .main");
    answered("nodes");

    assertThat(browser.text("#nodes-status")).isEqualTo("Answered. 16 cards on 3 nodes");
    assertThat(browser.text("#cards"))
        .contains("4 × T4", "8 × A100-80G", "workload=training:NoSchedule");
    assertThat(browser.script("return document.querySelectorAll('#cards .card').length").asInt())
        .isEqualTo(12);
  }

  @Test
  void markupIsText() throws Exception {
    String markup = "<img src=x onerror=alert(1)><script>alert(1)</script>";
    answer(
        "manifests",
        POD.replace("512m", "'" + markup + "'").replace("name: main", "name: \"<b>\""));
    String manifests = browser.text("#manifests-answer");
    browser.click("#tab-nodes");
    answer(
        "nodes",
        "{\"kind\": \"Node\", \"metadata\": {\"name\": \"%1$s\", \"labels\": {\"accelerator\": \"%1$s\"}}, \"status\": {\"allocatable\": {\"cpu\": \"4\", \"memory\": \"8Gi\", \"nvidia.com/gpu\": \"1\"}}}"
            .formatted(markup));

    assertThat(manifests).contains(markup);
    assertThat(browser.text("#nodes-answer")).contains(markup);
    assertThat(
            browser
                .script("return document.querySelectorAll('main img, main script, main b').length")
                .asInt())
        .isZero();
  }

  @Test
  void whatIsWrongIsSaid() throws Exception {
    browser.click("#manifests-form .main");
    assertThat(browser.text("#manifests-status")).isEqualTo("Paste something first.");
    assertThat(focused()).isEqualTo("manifests");

    answer("manifests", "kind: [");
    assertThat(browser.text("#matches")).contains("Not answered", "body:1:");
    // The browser tells its console of every status like this one.
    assertThat(browser.errors()).allMatch(each -> each.contains("400 (Bad Request)"));
  }

  @Test
  void theLanguageIsSwitchedWithTheAnswer() throws Exception {
    answer("manifests", POD);
    browser.click("#language");
    browser.await("document.getElementById('manifests-status').textContent.startsWith('已有结果')");

    assertThat(browser.script("return document.documentElement.lang").asText()).isEqualTo("zh-CN");
    assertThat(browser.text("#matches-title")).isEqualTo("会落到哪里");
    assertThat(browser.text("#findings")).contains("1 个错误", "'512m' 的单位是千分之一字节");
    assertThat(browser.text("#language")).isEqualTo("English");
    browser.open(base);
    assertThat(browser.text("h1 + p")).as("it is remembered").startsWith("GPU 工作负载");
  }

  @Test
  void whatTheLibrarySaysOfAMatchIsChineseOnTheChinesePage() throws Exception {
    open("zh");
    choose("provider", "tke");
    answer("manifests", POD.replace("cpu: 3", "cpu: 500").replace("512m", "8Gi"));

    assertThat(browser.text("#matches details"))
        .contains("cpu：申请 500，有 80，缺 420")
        .doesNotContain(" requested, has ");
    choose("provider", "eks");
    answer("manifests", POD.replace("512m", "8Gi"));
    assertThat(browser.text("#matches details")).contains("说明").doesNotContain("allocatable:");
    assertThat(
            browser
                .script("return document.querySelectorAll('#matches li[lang=en]').length")
                .asInt())
        .isZero();
  }

  @Test
  void manifestsAreMatchedWithTheNodesOfTheOtherTab() throws Exception {
    browser.click("#tab-nodes");
    browser.click("#nodes-example");
    browser.click("#tab-manifests");
    choose("provider", "tke");
    answer("manifests", POD.replace("512m", "8Gi"));

    assertThat(browser.text("#matches tbody")).contains("tke", "your nodes", "t4-x4");
    browser.script("document.getElementById('nodes').value = '{'");
    answer("manifests", POD.replace("512m", "8Gi"));
    assertThat(browser.text("#matches")).contains("Not answered", "nodes:1:", "T4 x1");
  }

  @Test
  void everyFieldHasAName() throws Exception {
    for (String each :
        List.of("#manifests", "#nodes", "#provider", "#target", "#language", "#manifests-file")) {
      if (each.equals("#nodes")) {
        browser.click("#tab-nodes");
      }
      if (each.equals("#provider")) {
        browser.click("#tab-manifests");
      }
      assertThat(browser.label(each)).as(each).isNotBlank();
    }
    assertThat(browser.label("#nodes")).isEmpty();
    assertThat(browser.label("#panel-manifests")).isEqualTo("Manifests");
  }

  @ParameterizedTest
  @CsvSource({"light,1200,en", "dark,1200,zh", "light,390,zh", "dark,390,en"})
  void itFitsTheScreenInBothSchemes(String scheme, int width, String language) throws Exception {
    browser.screen(scheme, width);
    open(language);
    browser.click("#manifests-example");
    choose("target", "eks");
    browser.click("#manifests-form .main");
    answered("manifests");
    browser.script("document.querySelectorAll('details').forEach(each => each.open = true)");

    assertThat(browser.script("return document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
    assertThat(
            browser
                .script("return getComputedStyle(document.documentElement).backgroundColor")
                .asText())
        .isEqualTo(scheme.equals("dark") ? "rgb(20, 24, 23)" : "rgb(251, 251, 250)");
    browser.screenshot(SCREENSHOTS.resolve("%s-%s-%s.png".formatted(scheme, width, language)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifests", "nodes"})
  void nothingIsLoadedFromElsewhere(String question) throws Exception {
    browser.errors();
    browser.requested();
    open("en");
    browser.click("#tab-" + question);
    browser.click("#%s-example".formatted(question));
    browser.click("#%s-form .main".formatted(question));
    answered(question);

    assertThat(browser.requested()).isNotEmpty().allMatch(address -> address.startsWith(base));
    assertThat(browser.errors()).isEmpty();
  }
}
