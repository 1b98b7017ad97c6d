package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.read.WorkloadFile;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;

/** The endpoint {@code POST /landings}: which nodes the workloads in the body get, with reasons. */
record LandingsResource(Gpus gpus) {
  private static final List<String> PARAMETERS = List.of("provider", "edition");

  void register(Javalin server) {
    server.post("/landings", this::landings);
  }

  private void landings(Context context) throws IOException {
    Questions.onlyParameters(context, PARAMETERS);
    Optional<Target> target =
        new Place(context.queryParam("provider"), context.queryParam("edition"), null).in(gpus);
    WorkloadFile file = WorkloadFile.read("body", Questions.manifests(context));
    if (!file.problems().isEmpty()) {
      // They are of no workload, so the answer would not tell them.
      Answers.problems(
          context,
          HttpStatus.BAD_REQUEST,
          file.problems().stream().map(ManifestException::getMessage).toList());
      return;
    }
    StringWriter json = new StringWriter();
    if (target.isPresent()) {
      file.on(target.get()).writeJson(json);
    } else {
      file.on(gpus).writeJson(json);
    }
    Answers.json(context, json.toString());
  }
}
