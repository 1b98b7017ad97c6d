package io.gpuspec.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.migrate.MigrationResult;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint {@code POST /migrate}: the manifests in the body for another provider, and what is
 * lost; as JSON, or only the manifests as YAML if the request accepts that.
 */
record MigrateResource(Gpus gpus) {
  private static final List<String> PARAMETERS = List.of("from", "to", "from-edition", "edition");

  void register(RoutesConfig routes) {
    routes.post("/migrate", this::migrate);
  }

  private void migrate(Context context) throws IOException {
    Questions.onlyParameters(context, PARAMETERS);
    Target from = target(context, "from", "?from=tke", "from-edition");
    Target to = target(context, "to", "&to=eks", "edition");
    MigrationResult migrated =
        Migration.from(from).to(to).read("body", Questions.manifests(context));
    if (!migrated.problems().isEmpty()) {
      Answers.problems(
          context,
          HttpStatus.BAD_REQUEST,
          migrated.problems().stream().map(ManifestException::getMessage).toList());
    } else if (Answers.isYaml(context)) {
      context.contentType(Answers.YAML).result(migrated.yaml().toString());
    } else {
      Answers.json(context, json(migrated));
    }
  }

  private Target target(Context context, String name, String example, String edition) {
    Target target = gpus.in(Questions.given(name, context.queryParam(name), example));
    @Nullable String chosen = context.queryParam(edition);
    return chosen == null ? target : target.edition(chosen);
  }

  /**
   * {@code {"complete", "judged", "yaml", "losses": [{"line", "column", "what", "why", "instead",
   * "breaking", "judged"}]}}.
   */
  private static String json(MigrationResult migrated) {
    ObjectNode answer =
        JsonNodeFactory.instance
            .objectNode()
            .put("complete", migrated.isComplete())
            .put("judged", migrated.isJudged())
            .put("yaml", migrated.yaml().toString());
    ArrayNode losses = answer.putArray("losses");
    for (MigrationResult.Loss loss : migrated.losses()) {
      losses
          .addObject()
          .put("line", loss.line())
          .put("column", loss.column())
          .put("what", loss.what())
          .put("why", loss.why())
          .put("instead", loss.instead())
          .put("breaking", loss.breaking())
          .put("judged", loss.judged());
    }
    return answer.toPrettyString();
  }
}
