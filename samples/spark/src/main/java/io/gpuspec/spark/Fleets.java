package io.gpuspec.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.types.DataTypes.IntegerType;
import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.apache.spark.sql.types.DataTypes.StringType;
import static org.apache.spark.sql.types.DataTypes.createDecimalType;

import io.gpuspec.fleet.Demand;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetNode;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.fleet.DemandLines;
import io.gpuspec.value.GpuSpecException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** The fleet of each cluster, planned by the executors side by side. */
final class Fleets implements FlatMapGroupsFunction<String, Row, Row> {
  private static final long serialVersionUID = 1L;

  /** One row for each type of node; {@code cost} and {@code bound} are of the whole cluster. */
  static final StructType SCHEMA =
      new StructType()
          .add("cluster", StringType)
          .add("spec", StringType)
          .add("nodes", IntegerType)
          .add("pods", LongType)
          .add("cost", createDecimalType(38, 9))
          .add("bound", createDecimalType(38, 9))
          .add("currency", StringType)
          .add("unplaced", IntegerType)
          .add("problem", StringType);

  private final Question question;

  private Fleets(Question question) {
    this.question = question;
  }

  /** Returns the fleets for what landed. */
  static Dataset<Row> of(Dataset<Row> landed, Question question) {
    return landed
        .filter(col("demand").isNotNull())
        .select(coalesce(col("cluster"), lit("")).as("cluster"), col("demand"))
        .groupByKey((MapFunction<Row, String>) row -> row.getString(0), Encoders.STRING())
        .flatMapGroups(new Fleets(question), Encoders.row(SCHEMA));
  }

  @Override
  public Iterator<Row> call(String cluster, Iterator<Row> rows) {
    try {
      FleetPlan plan = Fleet.of(question.target()).demands(demands(rows)).plan();
      return rows(cluster, plan).iterator();
    } catch (GpuSpecException e) {
      return List.of(RowFactory.create(cluster, "", 0, 0L, null, null, null, 0, e.getMessage()))
          .iterator();
    }
  }

  /** Workloads of the same name in different records are numbered. */
  private static List<Demand> demands(Iterator<Row> rows) {
    List<String> lines = new ArrayList<>();
    rows.forEachRemaining(row -> lines.add(row.getString(1)));
    // Rows come in any order, and the same rows have to have the same plan.
    lines.sort(null);
    Map<String, Integer> names = new TreeMap<>();
    List<Demand> demands = new ArrayList<>();
    for (String line : lines) {
      for (Demand demand :
          DemandLines.read(
              line,
              problem -> {
                throw problem;
              })) {
        int times = names.merge(demand.name(), 1, Integer::sum);
        demands.add(times == 1 ? demand : demand.name(demand.name() + "#" + times));
      }
    }
    return demands;
  }

  private static List<Row> rows(String cluster, FleetPlan plan) {
    Map<String, List<FleetNode>> bySpec =
        plan.nodes().stream()
            .collect(Collectors.groupingBy(FleetNode::spec, TreeMap::new, Collectors.toList()));
    List<Row> rows = new ArrayList<>();
    BigDecimal cost = plan.cost().amount();
    BigDecimal bound = plan.lowerBound().amount();
    int unplaced = plan.unplaced().size();
    String currency = plan.cost().currency();
    bySpec.forEach(
        (spec, nodes) -> {
          long pods = nodes.stream().mapToLong(node -> node.pods().size()).sum();
          rows.add(
              RowFactory.create(
                  cluster, spec, nodes.size(), pods, cost, bound, currency, unplaced, null));
        });
    return rows;
  }
}
