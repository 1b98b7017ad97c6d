package io.gpuspec.service;

import io.gpuspec.GpuJson;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Matches;
import io.gpuspec.Target;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Optional;

/** {@code POST /match}: what a request lands on, and why. */
record MatchResource(Gpus gpus) {
  void register(Javalin server) {
    server.post("/match", this::match);
  }

  private void match(Context context) throws IOException {
    MatchQuestion question = Questions.body(context, MatchQuestion.class);
    Optional<Target> target = question.place().in(gpus);
    GpuRequest request = question.request();
    String rate = question.rate();
    if (target.isPresent() && rate != null) {
      throw new InvalidValueException(
          "rate: '%s' compares clouds and does not go with provider; leave one out"
              .formatted(rate));
    }
    if (target.isPresent()) {
      Answers.json(context, GpuJson.write(target.get().match(request)));
      return;
    }
    Matches matches = gpus.match(request);
    Answers.json(
        context,
        rate == null ? GpuJson.write(matches) : GpuJson.write(matches.rates(gpus.rates(rate))));
  }
}
