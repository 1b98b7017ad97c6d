package io.gpuspec.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The job: reads manifests, writes what they land on, a summary and fleets. */
@Command(
    name = "samples/spark/run",
    description = "Reads the manifests of many clusters, and writes Parquet files.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Writes OUT/workloads, OUT/summary and OUT/fleets.",
      "",
      "Exit status: 0 done, 2 invalid input. A record that cannot be read is a row with its"
          + " problem."
    })
public final class Main implements Callable<Integer> {
  private static final int BAD = 2;
  private static final int SHOWN = 50;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "Folders, YAML and JSON files, JSON lines (also audit logs), or Parquet with a column"
              + " object.")
  private List<String> paths = new ArrayList<>();

  @Option(names = "--provider", required = true, paramLabel = "P", description = "The target.")
  private String provider = "";

  @Option(names = "--out", required = true, paramLabel = "OUT", description = "A folder to write.")
  private String out = "";

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark's master; local[*] unless spark-submit gives one.")
  private @Nullable String master;

  @Option(names = "--no-inspect", description = "Do not inspect the manifests.")
  private boolean isNotInspected;

  @Option(names = "--no-fleets", description = "Do not plan fleets.")
  private boolean isNotPlanned;

  /** Runs the job. */
  public static void main(String[] arguments) {
    CommandLine command = new CommandLine(new Main());
    command.setExecutionExceptionHandler(
        (exception, line, parsed) -> {
          if (exception instanceof GpuSpecException) {
            line.getErr().println("gpuspec: " + exception.getMessage());
            return BAD;
          }
          throw exception;
        });
    int status = command.execute(arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  @Override
  public Integer call() throws IOException {
    Question question = new Question(provider, !isNotInspected);
    // A wrong name is told before Spark starts.
    question.target();
    SparkSession.Builder builder = SparkSession.builder().appName("gpuspec");
    if (master != null) {
      builder.master(master);
    } else if (System.getProperty("spark.master") == null) {
      builder.master("local[*]").config("spark.ui.enabled", false);
    }
    try (SparkSession spark = builder.getOrCreate()) {
      run(spark, question);
    }
    return 0;
  }

  private void run(SparkSession spark, Question question) {
    landed(manifests(spark), question).write().mode(SaveMode.Overwrite).parquet(out + "/workloads");
    Dataset<Row> written = spark.read().parquet(out + "/workloads");
    summary(written).write().mode(SaveMode.Overwrite).parquet(out + "/summary");
    spark.read().parquet(out + "/summary").show(SHOWN, false);
    if (!isNotPlanned) {
      Fleets.of(written, question).write().mode(SaveMode.Overwrite).parquet(out + "/fleets");
      spark.read().parquet(out + "/fleets").orderBy("cluster", "spec").show(SHOWN, false);
    }
  }

  private Dataset<Row> manifests(SparkSession spark) {
    return paths.stream()
        .map(path -> Sources.read(spark, path))
        .reduce(Dataset::unionByName)
        .orElseThrow();
  }

  /** Returns a row for each workload, and for each record that cannot be read. */
  static Dataset<Row> landed(Dataset<Row> manifests, Question question) {
    return manifests.mapPartitions(new WorkloadMatch(question), Encoders.row(Landed.SCHEMA));
  }

  /** Returns what each team of each cluster has. */
  static Dataset<Row> summary(Dataset<Row> landed) {
    return landed
        .groupBy("cluster", "team", "currency")
        .agg(
            count(col("kind")).as("workloads"),
            sum("pods").as("pods"),
            sum("nodes").as("nodes"),
            sum("cost").as("cost"),
            sum(col("wasted_cpu").divide(lit(1000))).as("wasted_cores"),
            sum("wasted_gpus").as("wasted_gpus"),
            sum("errors").as("errors"),
            sum("warnings").as("warnings"),
            count(col("problem")).as("problems"))
        .orderBy("cluster", "team", "currency");
  }
}
