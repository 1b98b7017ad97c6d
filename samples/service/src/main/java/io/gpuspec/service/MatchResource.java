package io.gpuspec.service;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Matches;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.InvalidValueException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The endpoint {@code POST /match}: the match of a request, with reasons. */
record MatchResource(Gpus gpus) {
  void register(RoutesConfig routes) {
    routes.post("/match", this::match);
  }

  private void match(Context context) throws IOException {
    Questions.onlyParameters(context, List.of());
    MatchQuestion question = Questions.body(context, MatchQuestion.class);
    Problems problems = new Problems();
    Optional<Target> target =
        problems.of(() -> question.place().in(gpus)).flatMap(Function.identity());
    GpuRequest request = question.request(problems);
    // Other problems do not hide an unknown name.
    Optional<String> answer = problems.of(() -> answer(target, request, question.rate()));
    problems.orThrow();
    answer.ifPresent(json -> Answers.json(context, json));
  }

  private String answer(Optional<Target> target, GpuRequest request, @Nullable String rate) {
    if (target.isPresent()) {
      if (rate != null) {
        throw new InvalidValueException(
            "body.conflict",
            "rate: '%s' compares clouds and does not go with provider; remove one".formatted(rate));
      }
      return GpuJson.write(target.get().match(request));
    }
    Matches matches = gpus.match(request);
    return rate == null ? GpuJson.write(matches) : GpuJson.write(matches.rates(gpus.rates(rate)));
  }
}
