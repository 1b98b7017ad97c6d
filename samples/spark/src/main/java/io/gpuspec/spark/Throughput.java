package io.gpuspec.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Measures the job beside the bare parser in the same session: {@code Throughput CORES MANIFESTS
 * FOLDER}. It prints the CPU seconds of the executors, which other programs on the machine do not
 * change, and the seconds that passed.
 */
public final class Throughput {
  private static final int CLUSTERS = 20;
  private static final int DIFFERENT = 2000;
  private static final long SEED = 1;

  /** What each record is made of, other than its numbers. */
  private static final String MANIFEST =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: app-%1$s
        namespace: team-%2$s
        labels: {app: app-%1$s}
      spec:
        replicas: %3$s
        selector: {matchLabels: {app: app-%1$s}}
        template:
          metadata: {labels: {app: app-%1$s}}
          spec:
            nodeSelector: {karpenter.k8s.aws/instance-gpu-name: %4$s}
            containers:
            - name: main
              image: registry.example/app:v%2$s
              ports: [{containerPort: 8080}]
              resources:
                requests: {cpu: %5$sm, memory: %6$sMi}
                limits: {nvidia.com/gpu: 1}
      """;

  private static final String[] GPUS = {"t4", "a10g", "l4"};

  private static final AtomicLong CPU = new AtomicLong();

  private Throughput() {}

  /** Takes the number of cores, of manifests, and a folder for them. */
  public static void main(String[] arguments) throws IOException {
    long manifests = Long.parseLong(arguments[1]);
    String folder = arguments[2];
    try (SparkSession spark =
        SparkSession.builder()
            .appName("throughput")
            .master("local[" + arguments[0] + "]")
            .config("spark.ui.enabled", false)
            .config("spark.sql.files.maxPartitionBytes", 16 << 20)
            .getOrCreate()) {
      spark.sparkContext().setLogLevel("WARN");
      spark.sparkContext().addSparkListener(listener());
      String input = folder + "/manifests-" + manifests + ".parquet";
      generate(spark, manifests, input);
      // Classes are loaded and compiled before anything is measured.
      measure(spark, "warm-up", input, rows -> landed(rows.sample(0.1, SEED), true), 0);
      measure(spark, "bare parser", input, Throughput::parsed, manifests);
      measure(spark, "lands on", input, rows -> landed(rows, false), manifests);
      measure(spark, "lands on, inspected", input, rows -> landed(rows, true), manifests);
    }
  }

  private static SparkListener listener() {
    return new SparkListener() {
      @Override
      public void onTaskEnd(SparkListenerTaskEnd end) {
        CPU.addAndGet(end.taskMetrics().executorCpuTime());
      }
    };
  }

  private static void generate(SparkSession spark, long manifests, String input) {
    spark
        .range(manifests)
        .map((MapFunction<Long, String>) Throughput::manifest, Encoders.STRING())
        .select(col("value").as("object"))
        .withColumn("cluster", lit("one"))
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(input);
  }

  /**
   * Returns the manifest with a number; there are as many different needs as in a large company.
   */
  private static String manifest(long number) {
    int kind = (int) (number % DIFFERENT);
    return MANIFEST.formatted(
        number,
        kind % CLUSTERS,
        1 + kind % 5,
        GPUS[kind % GPUS.length],
        1000 + kind % 41 * 50,
        2048 + kind % 37 * 256);
  }

  private static Dataset<Row> landed(Dataset<Row> manifests, boolean isInspected) {
    return Main.landed(manifests, new Question("eks", isInspected));
  }

  /** Returns how many workloads each record has, and nothing of what they ask for. */
  private static Dataset<Row> parsed(Dataset<Row> manifests) {
    return manifests
        .map((MapFunction<Row, Integer>) Throughput::workloads, Encoders.INT())
        .toDF("workloads");
  }

  private static int workloads(Row record) {
    try {
      return WorkloadFile.parse(record.getAs(Sources.SOURCE), record.getAs(Sources.TEXT))
          .workloads()
          .size();
    } catch (GpuSpecException e) {
      return 0;
    }
  }

  private static void measure(
      SparkSession spark,
      String what,
      String input,
      UnaryOperator<Dataset<Row>> job,
      long manifests) {
    System.gc();
    CPU.set(0);
    long start = System.nanoTime();
    job.apply(Sources.read(spark, input)).write().mode(SaveMode.Overwrite).parquet(input + ".out");
    double seconds = (System.nanoTime() - start) / 1e9;
    // The listener's bus is behind the job by a moment, and a job on one row comes after it.
    spark.range(1).count();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        Locale.ROOT,
        "%-20s %8.1f CPU s %8.1f s %9.0f records a CPU second, %s MiB of heap used after it%n",
        what,
        CPU.get() / 1e9,
        seconds,
        manifests / (CPU.get() / 1e9),
        (runtime.totalMemory() - runtime.freeMemory()) >> 20);
  }
}
