package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.rule.Severity;
import io.gpuspec.value.UnknownNameException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The endpoint {@code POST /inspect}: what is wrong with the manifests in the body. */
record InspectResource(Gpus gpus, Inspector inspector) {
  private static final List<String> PARAMETERS =
      List.of("provider", "edition", "format", "fail-on", "lang");
  private static final List<String> FORMATS = List.of("json", "sarif", "junit", "text");
  private static final List<String> LANGUAGES = List.of("en", "zh");

  void register(RoutesConfig routes) {
    routes.post("/inspect", this::inspect);
  }

  private void inspect(Context context) throws IOException {
    Questions.onlyParameters(context, PARAMETERS);
    String format = Optional.ofNullable(context.queryParam("format")).orElse("json");
    if (!FORMATS.contains(format)) {
      throw new UnknownNameException("body.unknown", "format", format, FORMATS);
    }
    Locale language = language(context.queryParam("lang"));
    Optional<Severity> bar = bar(context.queryParam("fail-on"));
    @Nullable String edition = context.queryParam("edition");
    Optional<Target> target =
        new Place(context.queryParam("provider"), edition, null)
            .in(gpus)
            .map(each -> edition == null ? inspector.in(each.id()) : each);
    Findings findings =
        target
            .map(inspector::on)
            .orElse(inspector)
            .read("body", Questions.manifests(context))
            .in(language);
    if (bar.isPresent() && !findings.isClean(bar.get())) {
      context.status(HttpStatus.UNPROCESSABLE_CONTENT);
    }
    answer(context, findings, format);
  }

  private static Locale language(@Nullable String word) {
    String language = Optional.ofNullable(word).orElse("en");
    if (!LANGUAGES.contains(language)) {
      throw new UnknownNameException("body.unknown", "lang", language, LANGUAGES);
    }
    return Locale.forLanguageTag(language);
  }

  /** Returns the severity from which on the answer is not a success; by default, none is. */
  private static Optional<Severity> bar(@Nullable String word) {
    return Optional.ofNullable(word)
        .filter(severity -> !severity.equals("never"))
        .map(Severity::parse);
  }

  private static void answer(Context context, Findings findings, String format) throws IOException {
    Writer text = new StringWriter();
    String type = Answers.JSON;
    switch (format) {
      case "sarif" -> {
        type = "application/sarif+json";
        findings.writeSarif(text);
      }
      case "junit" -> {
        type = "application/xml";
        findings.writeJunit(text);
      }
      case "text" -> {
        type = "text/plain";
        text.append(findings.toString());
      }
      default -> findings.writeJson(text);
    }
    context.contentType(type).result(text.toString());
  }
}
