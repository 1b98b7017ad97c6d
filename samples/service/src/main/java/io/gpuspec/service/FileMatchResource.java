package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.read.WorkloadFile;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints {@code POST /match/file}, which nodes the workloads in the body get, with reasons;
 * and {@code POST /match/file/own}, which of the nodes in the body.
 */
record FileMatchResource(Gpus gpus) {
  private static final List<String> PARAMETERS = List.of("provider", "edition");

  /**
   * The body of {@code /match/file/own}.
   *
   * @param manifests YAML or JSON, as a string
   * @param nodes what {@code kubectl get nodes -o json} writes, as a string
   */
  record OwnQuestion(@Nullable String manifests, @Nullable String nodes) {}

  void register(RoutesConfig routes) {
    routes.post("/match/file", this::matches);
    routes.post("/match/file/own", this::onOwnNodes);
  }

  private void matches(Context context) throws IOException {
    Questions.onlyParameters(context, PARAMETERS);
    Optional<Target> target =
        new Place(context.queryParam("provider"), context.queryParam("edition"), null).in(gpus);
    answer(context, WorkloadFile.read("body", Questions.manifests(context)), target);
  }

  private void onOwnNodes(Context context) throws IOException {
    Questions.onlyParameters(context, List.of());
    OwnQuestion question = Questions.body(context, OwnQuestion.class, Questions.MOST_MANIFESTS);
    String manifests = Questions.given("manifests", question.manifests(), "\"kind: Pod ...\"");
    String nodes =
        Questions.given("nodes", question.nodes(), "what kubectl get nodes -o json writes");
    Target own = NodesResource.target(gpus, "nodes", nodes);
    answer(context, WorkloadFile.parse("manifests", manifests), Optional.of(own));
  }

  private void answer(Context context, WorkloadFile file, Optional<Target> target) {
    if (!file.problems().isEmpty()) {
      // They are of no workload, so the answer would not tell them.
      Answers.problems(
          context,
          HttpStatus.BAD_REQUEST,
          file.problems().stream().map(ManifestException::getMessage).toList());
      return;
    }
    Answers.json(
        context, GpuJson.write(target.isPresent() ? file.on(target.get()) : file.on(gpus)));
  }
}
