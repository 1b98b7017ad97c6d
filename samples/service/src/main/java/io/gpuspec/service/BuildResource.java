package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.ManifestSet;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.value.InvalidValueException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint {@code POST /build}: the manifests of the intents in the body, which is JSON or
 * YAML; as JSON, or as YAML if the request accepts that.
 */
record BuildResource(Gpus gpus) {
  void register(RoutesConfig routes) {
    routes.post("/build", this::build);
  }

  private void build(Context context) throws IOException {
    Questions.onlyParameters(context, List.of("provider"));
    String provider = context.queryParam("provider");
    if (provider != null) {
      // If it is unknown, that is reported once and not for each intent.
      gpus.in(provider);
    }
    IntentFile file = IntentFile.read("body", new ByteArrayInputStream(Questions.bytes(context)));
    List<ManifestException> problems = file.problemsOn(intent -> target(intent, provider));
    if (!problems.isEmpty()) {
      Answers.problems(
          context,
          HttpStatus.BAD_REQUEST,
          problems.stream().map(ManifestException::getMessage).toList());
      return;
    }
    if (file.intents().isEmpty() && file.platform().isEmpty()) {
      throw new InvalidValueException(
          "body.missing", "body: no intent is in it; send one, such as a GpuWorkload");
    }
    List<Manifests> built = new ArrayList<>();
    List<String> noMatches = new ArrayList<>();
    for (Intent intent : file.intents()) {
      try {
        built.add(intent.on(target(intent, provider)));
      } catch (NoMatchException e) {
        noMatches.add(intent + ": " + e.getMessage());
      }
    }
    if (!noMatches.isEmpty()) {
      Answers.problems(context, HttpStatus.UNPROCESSABLE_CONTENT, noMatches);
      return;
    }
    answer(
        context,
        ManifestSet.of(built)
            .after(file.platform().stream().map(needed -> needed.objects(gpus)).toList()));
  }

  private static void answer(Context context, ManifestSet manifests) {
    if (Answers.isYaml(context)) {
      context.contentType(Answers.YAML).result(manifests.yaml().toString());
    } else {
      Answers.json(context, manifests.json());
    }
  }

  /** Returns what an intent says itself holds; the query is for those that do not. */
  private Target target(Intent intent, @Nullable String provider) {
    return intent
        .target(gpus)
        .orElseGet(
            () -> {
              if (provider == null) {
                throw new InvalidValueException(
                    "provider.missing",
                    "spec.target.provider is missing; add it, or ?provider=tke to the address");
              }
              return gpus.in(provider);
            });
  }
}
