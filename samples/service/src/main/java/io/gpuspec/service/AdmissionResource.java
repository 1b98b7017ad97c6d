package io.gpuspec.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.manifest.inspect.Baseline;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.inspect.ManifestFinding;
import io.gpuspec.rule.Severity;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The endpoint {@code POST /admission}: a validating admission webhook. Errors deny an object, and
 * warnings warn whoever writes it.
 *
 * <p>An error that the object had before, or that a controller wrote, only warns: a cluster in
 * which such objects run goes on running.
 */
record AdmissionResource(Inspector inspector) {
  /** The longest body, in bytes: an object, and the one before it. */
  static final int LONGEST = 8 * 1024 * 1024;

  /** A review holds one object: a rule that misses another one cannot tell. */
  private static final Set<String> OF_OTHER_OBJECTS =
      Set.of("claim-class-not-known", "ignore-without-effect");

  /** The API server has read the object by its own types, which may be newer than ours. */
  private static final String OF_FORM = "form";

  private static final int MOST_ERRORS = 10;

  void register(RoutesConfig routes) {
    routes.post("/admission", this::review);
  }

  private void review(Context context) throws IOException {
    // The API server states how long it waits.
    Questions.onlyParameters(context, List.of("timeout"));
    Review review = Review.read(Questions.bytes(context, LONGEST));
    ObjectNode answer =
        JsonNodeFactory.instance
            .objectNode()
            .put("apiVersion", Review.VERSION)
            .put("kind", Review.KIND);
    judge(review, answer.putObject("response").put("uid", review.uid()));
    Answers.json(context, answer.toString());
  }

  private void judge(Review review, ObjectNode response) {
    List<ManifestFinding> errors = new ArrayList<>();
    List<ManifestFinding> warnings = new ArrayList<>();
    for (ManifestFinding each : findings(review)) {
      if (each.severity() == Severity.ERROR && isTheUsers(review, each)) {
        errors.add(each);
      } else if (each.severity().isAtLeast(Severity.WARNING)) {
        warnings.add(each);
      }
    }
    response.put("allowed", errors.isEmpty());
    if (!errors.isEmpty()) {
      response
          .putObject("status")
          .put("code", HttpStatus.UNPROCESSABLE_CONTENT.getCode())
          .put("reason", "Invalid")
          .put("message", message(errors));
    }
    if (!warnings.isEmpty()) {
      ArrayNode told = response.putArray("warnings");
      AdmissionWarnings.of(warnings).forEach(told::add);
    }
  }

  private List<ManifestFinding> findings(Review review) {
    return review.object().stream()
        .flatMap(
            object ->
                review
                    .before()
                    .map(before -> Baseline.of(inspector.parse("before", Review.text(before))))
                    .map(inspector::except)
                    .orElse(inspector)
                    .parse("object", Review.text(object))
                    .findings()
                    .stream())
        .filter(each -> !OF_OTHER_OBJECTS.contains(each.rule().id()))
        .filter(each -> !each.rule().group().equals(OF_FORM) || isUnread(each))
        .filter(each -> each.suppression().isEmpty() || wasBefore(each))
        .toList();
  }

  /** What our reader cannot read is allowed, and said to be unjudged. */
  private static boolean isUnread(ManifestFinding finding) {
    return finding.rule().id().equals("yaml-malformed");
  }

  private static boolean wasBefore(ManifestFinding finding) {
    return finding.suppression().filter(each -> each.by().equals("baseline")).isPresent();
  }

  /** Whether whoever sent the object can mend it, and did not live with it before. */
  private static boolean isTheUsers(Review review, ManifestFinding error) {
    // Without a kind it is about how the text is read, which the API server has done already.
    return !review.isOfController() && !wasBefore(error) && !error.kind().isEmpty();
  }

  private static String message(List<ManifestFinding> errors) {
    List<String> lines = new ArrayList<>();
    errors.stream().limit(MOST_ERRORS).map(AdmissionWarnings::whole).forEach(lines::add);
    if (errors.size() > MOST_ERRORS) {
      lines.add("and %s more errors; inspect the manifest".formatted(errors.size() - MOST_ERRORS));
    }
    return String.join("\n", lines);
  }
}
