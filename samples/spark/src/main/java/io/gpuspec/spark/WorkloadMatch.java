package io.gpuspec.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.NodePlan;
import io.gpuspec.Price;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.DemandLines;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.Workload;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Rejection;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterators;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * What the manifests of a partition land on, a row for each workload. A record that cannot be read
 * is a row with its problem.
 */
final class WorkloadMatch implements MapPartitionsFunction<Row, Row> {
  private static final long serialVersionUID = 1L;

  private final Question question;

  WorkloadMatch(Question question) {
    this.question = question;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> records) {
    Target target = question.target();
    Optional<Inspector> inspector =
        question.isInspected() ? Optional.of(question.inspector()) : Optional.empty();
    Stream<Row> all = StreamSupport.stream(Spliterators.spliteratorUnknownSize(records, 0), false);
    return all.flatMap(each -> new OneRecord(each, target, inspector).rows().stream()).iterator();
  }

  /** A record and where it is from. */
  private record OneRecord(Row record, Target target, Optional<Inspector> inspector) {

    List<Row> rows() {
      String source = record.getAs(Sources.SOURCE);
      String text = record.getAs(Sources.TEXT);
      if (text == null || text.isBlank()) {
        return List.of();
      }
      try {
        Optional<String> manifests = Records.manifests(text);
        return manifests.isPresent() ? rows(source, manifests.get()) : List.of();
      } catch (GpuSpecException | JsonProcessingException e) {
        return List.of(problem(e.getMessage()));
      }
    }

    private List<Row> rows(String source, String text) {
      FileMatches matches = WorkloadFile.parse(source, text).on(target);
      List<Row> rows = new ArrayList<>();
      matches.problems().forEach(problem -> rows.add(problem(problem.getMessage())));
      Optional<Findings> findings = inspector.map(each -> each.parse(source, text));
      List<Demand> demands = matches.demands();
      int next = 0;
      for (FileMatches.WorkloadMatch each : matches.matches()) {
        if (each.match().isPresent()) {
          // Demands are in the order of the matches.
          Demand demand = demands.get(next++);
          rows.add(row(each.workload(), each.match().get(), demand, findings));
          // The findings of a record are counted once, with its first workload.
          findings = Optional.empty();
        }
      }
      return rows;
    }

    private Row problem(@Nullable String why) {
      Values values = new Values(record);
      values.put("problem", why == null ? "cannot be read" : why);
      return values.row();
    }

    private Row row(Workload workload, Match match, Demand demand, Optional<Findings> findings) {
      Values values = new Values(record);
      values.put("team", workload.namespace().orElse("default"));
      values.put("kind", workload.kind());
      values.put("name", workload.name());
      values.put("pods", match.request().replicas());
      match.found().ifPresent(found -> put(values, found));
      if (match.found().isPresent()) {
        values.put("demand", DemandLines.write(demand, target));
      } else {
        values.put("problem", reasons(match));
      }
      findings.ifPresent(found -> put(values, found));
      return values.row();
    }

    private static String reasons(Match match) {
      return match.isJudged()
          ? match.rejected().stream().map(Rejection::toString).collect(Collectors.joining("; "))
          : match.notes().stream().map(note -> note.message()).collect(Collectors.joining("; "));
    }

    private static void put(Values values, Match.Found found) {
      NodePlan plan = found.plan();
      GpuSpec spec = found.shape().spec();
      values.put("spec", spec.name());
      values.put("nodes", (long) plan.nodes());
      Optional<Price> price = spec.price(found.request().capacityType());
      price.ifPresent(
          each -> {
            values.put("cost", each.amount().multiply(BigDecimal.valueOf(plan.nodes())));
            values.put("currency", each.currency());
          });
      values.put("wasted_cpu", found.wastedCpu().toMillicores());
      values.put("wasted_memory", found.wastedMemory().toBytes());
      values.put("wasted_gpus", found.wastedGpus());
    }

    private static void put(Values values, Findings findings) {
      values.put("errors", findings.counts().errors());
      values.put("warnings", findings.counts().warnings());
      values.put(
          "rules",
          findings.findings().stream()
              .map(finding -> finding.rule().id())
              .distinct()
              .sorted()
              .toArray(String[]::new));
    }
  }
}
