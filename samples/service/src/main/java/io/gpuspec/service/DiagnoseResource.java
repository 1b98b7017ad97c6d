package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.InvalidValueException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The endpoint {@code POST /diagnose}: which causes a text reports, and where they are. */
record DiagnoseResource(Gpus gpus, Inspector inspector) {
  private static final List<String> PARAMETERS = List.of("provider", "edition");

  /**
   * The body.
   *
   * @param text what a program wrote
   * @param manifests YAML or JSON, to find the places that the causes are about
   * @param nodes what {@code kubectl get nodes,pods -A -o json} writes, as a string
   */
  record Question(@Nullable String text, @Nullable String manifests, @Nullable String nodes) {}

  void register(RoutesConfig routes) {
    routes.post("/diagnose", this::diagnose);
  }

  private void diagnose(Context context) throws IOException {
    Questions.onlyParameters(context, PARAMETERS);
    Optional<Target> target =
        new Place(context.queryParam("provider"), context.queryParam("edition"), null).in(gpus);
    Question question = Questions.body(context, Question.class, Questions.MOST_MANIFESTS);
    Diagnosis diagnosis =
        Diagnosis.of(Questions.given("text", question.text(), "\"3 Insufficient nvidia.com/gpu\""));
    String manifests = question.manifests();
    String nodes = question.nodes();
    if (manifests == null && nodes != null) {
      throw new InvalidValueException(
          "body.missing", "nodes: are compared with pods; add their manifests");
    }
    Inspector there = target.map(inspector::on).orElse(inspector);
    if (manifests == null) {
      diagnosis = there.trace(diagnosis, List.of());
    } else {
      List<NodeView> views = nodes == null ? List.of() : ClusterState.parse(nodes).views();
      diagnosis = there.trace(diagnosis, views, "body", manifests);
    }
    context.contentType(Answers.JSON).result(GpuJson.write(diagnosis));
  }
}
