package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the page is made of; {@link BrowserTest} uses it. */
class PageTest {
  private static Caller caller;

  @BeforeAll
  static void start() {
    caller = Caller.start();
  }

  @AfterAll
  static void stop() {
    caller.close();
  }

  private static String text(String path) throws Exception {
    return caller.get(path).body();
  }

  @Test
  void everyFileIsServedWithAPolicyThatAllowsNothingFromElsewhere() throws Exception {
    for (PageResource.File file : PageResource.FILES) {
      URI address =
          URI.create("http://127.0.0.1:%s%s".formatted(caller.service().port(), file.path()));
      HttpResponse<String> answer =
          caller.client().send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());

      assertThat(answer.statusCode()).as(file.path()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
          .startsWith("default-src 'self';")
          .doesNotContain("unsafe");
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(answer.headers().firstValue("Content-Type").orElse("").replace(" ", ""))
          .startsWith(file.type().replace(" ", ""));
    }
  }

  @Test
  void nothingNamesAnotherHost() throws Exception {
    for (String path :
        List.of("/", "/page.css", "/page.js", "/words.js", "/phrases.js", "/icon.svg")) {
      assertThat(text(path).replace("http://www.w3.org/2000/svg", ""))
          .as(path)
          .doesNotContainPattern("(https?:)?//[a-z]+\\.")
          .doesNotContain("@import");
    }
  }

  /** The policy would not allow the former, and the latter would let a manifest write the page. */
  @Test
  void thereIsNoScriptInThePageAndNoMarkupInTheScript() throws Exception {
    assertThat(text("/")).doesNotContainPattern("<style|style=|\\son[a-z]+=|<script(?! src)");
    assertThat(text("/page.js") + text("/phrases.js"))
        .doesNotContainPattern(
            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|eval\\(|Function\\(|DOMParser");
  }

  @Test
  void bothLanguagesHaveTheSameWords() throws Exception {
    String[] languages = text("/words.js").split("\n  zh: ");

    assertThat(languages).hasSize(2);
    assertThat(words(languages[1])).isEqualTo(words(languages[0])).isNotEmpty();
  }

  private static Set<String> words(String language) {
    return found("(?m)^ {4}(\\w+): \"", language);
  }

  private static Set<String> found(String pattern, String text) {
    Set<String> found = new TreeSet<>();
    for (MatchResult each : Pattern.compile(pattern).matcher(text).results().toList()) {
      found.add(each.group(1));
    }
    return found;
  }

  @Test
  void everyWordOfThePageIsKnownAndTheEnglishOneIsInIt() throws Exception {
    String english = text("/words.js").split("\n  zh: ")[0];

    assertThat(words(english))
        .containsAll(found("data-(?:word|label)=\"(\\w+)\"", text("/")))
        .containsAll(found("\\bword\\(\"(\\w+)\"", text("/page.js")));
    for (MatchResult each :
        Pattern.compile("data-word=\"(\\w+)\">([^<]+)<").matcher(text("/")).results().toList()) {
      assertThat(english).contains("%s: \"%s\"".formatted(each.group(1), each.group(2)));
    }
  }
}
