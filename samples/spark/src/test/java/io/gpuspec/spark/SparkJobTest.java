package io.gpuspec.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.reflect.ClassTag$;

/** The job on a small local Spark, whose own data travels by Kryo. */
class SparkJobTest {
  private static final Question EKS = new Question("eks", true);

  private static final SparkSession SPARK =
      SparkSession.builder()
          .master("local[2]")
          .appName("test")
          .config("spark.ui.enabled", false)
          .config("spark.sql.shuffle.partitions", 2)
          .config("spark.serializer", KryoSerializer.class.getName())
          .getOrCreate();

  @TempDir private static Path folder;

  @BeforeAll
  static void manifests() throws IOException {
    write("in/cluster=one/web.yaml", deployment("web", "team-a", 3));
    write("in/cluster=one/broken.yaml", "kind: [");
    write(
        "in/cluster=two/events.log",
        String.join("\n", audit("create"), audit("get"), "{\"kind\": ", ""));
  }

  @AfterAll
  static void stop() throws IOException {
    SPARK.close();
  }

  private static void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String deployment(String name, String namespace, int replicas) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: %s, namespace: %s}
    spec:
      replicas: %d
      selector: {matchLabels: {app: %s}}
      template:
        metadata: {labels: {app: %s}}
        spec:
          affinity:
            podAntiAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
              - topologyKey: kubernetes.io/hostname
                labelSelector: {matchLabels: {app: %s}}
          nodeSelector: {karpenter.k8s.aws/instance-gpu-name: a10g}
          containers:
          - name: c
            image: registry.example/c
            resources: {requests: {cpu: 3, memory: 10Gi}, limits: {nvidia.com/gpu: 1}}
    """
        .formatted(name, namespace, replicas, name, name, name);
  }

  private static String pod(String name) {
    return """
    {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"}, "spec": {"containers": [{
     "name": "c", "image": "registry.example/c:v1", "resources": {"requests": {"cpu": "3"},
     "limits": {"nvidia.com/gpu": "1"}}}]}}\
    """
        .formatted(name)
        .replace("\n", "");
  }

  private static String audit(String verb) {
    return """
    {"kind": "Event", "apiVersion": "audit.k8s.io/v1", "stage": "ResponseComplete",
     "verb": "%s", "requestObject": %s}\
    """
        .formatted(verb, pod("logged"))
        .replace("\n", "");
  }

  private static Dataset<Row> landed(String path) {
    return Main.landed(Sources.read(SPARK, folder.resolve(path).toString()), EKS);
  }

  @Test
  void everyRecordOfAFolderIsARow() {
    List<Row> rows = landed("in").orderBy("cluster", "kind", "source").collectAsList();

    assertThat(rows)
        .extracting(row -> row.getAs("cluster"))
        .containsExactly("one", "one", "two", "two");
    assertThat(rows.get(0).<String>getAs("problem")).contains("broken.yaml");
    assertThat(rows.get(1).<String>getAs("name")).isEqualTo("web");
    assertThat(rows.get(1).<String>getAs("team")).isEqualTo("team-a");
    assertThat(rows.get(1).<String>getAs("spec")).isEqualTo("g5.xlarge");
    assertThat(rows.get(1).<Integer>getAs("pods")).isEqualTo(3);
    assertThat(rows.get(1).getDecimal(rows.get(1).fieldIndex("cost")))
        .isEqualByComparingTo("3.018");
    assertThat(rows.get(1).getList(rows.get(1).fieldIndex("rules"))).isNotEmpty();
    // Of the log, what was created, and the line that is cut off.
    assertThat(rows.get(2).<String>getAs("problem")).isNotEmpty();
    assertThat(rows.get(3).<String>getAs("name")).isEqualTo("logged");
  }

  @Test
  void aParquetFileOfPodsIsRead() {
    String file = folder.resolve("pods.parquet").toString();
    SPARK
        .createDataset(List.of(pod("a"), pod("b")), Encoders.STRING())
        .select(col("value").as("object"), lit("three").as("cluster"))
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(file);

    assertThat(landed("pods.parquet").select("cluster", "name").orderBy("name").collectAsList())
        .hasToString("[[three,a], [three,b]]");
  }

  @Test
  void eachClusterHasItsFleet() {
    List<Row> fleets = Fleets.of(landed("in"), EKS).orderBy("cluster").collectAsList();

    assertThat(fleets).hasSize(2);
    // The three pods are kept apart, on the way through the rows too.
    assertThat(fleets.get(0).toString()).startsWith("[one,g5.xlarge,3,3,3.018");
    assertThat(fleets.get(1).toString()).startsWith("[two,").contains(",1,1,0.526");
  }

  @Test
  void aTeamsWorkloadsAreSummedUp() {
    List<Row> teams = Main.summary(landed("in").filter("team is not null")).collectAsList();

    assertThat(teams).extracting(row -> row.getAs("team")).containsExactly("team-a", "default");
    assertThat(teams.get(0).<Long>getAs("pods")).isEqualTo(3);
  }

  /** The rows of the tables of a page; {@code show} writes what is absent in capitals. */
  private static List<String> rowsOf(String page) {
    return page.lines()
        .filter(line -> line.startsWith("|") && !line.startsWith("|cluster"))
        .map(line -> line.substring(1, line.length() - 1).replaceAll(" *(\\||$)", "$1"))
        .toList();
  }

  @Test
  void theTutorialShowsWhatTheJobPrints() throws IOException {
    Path root = Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../..");
    Dataset<Row> landed =
        Main.landed(
            Sources.read(SPARK, root.resolve("samples/spark/tutorial").normalize().toString()),
            EKS);

    List<String> printed =
        Stream.of(Main.summary(landed), Fleets.of(landed, EKS).orderBy("cluster", "spec"))
            .flatMap(table -> table.collectAsList().stream())
            .map(row -> row.mkString("|").replace("null", "NULL"))
            .toList();

    assertThat(rowsOf(Files.readString(root.resolve("docs/tutorial-spark.md")))).isEqualTo(printed);
  }

  @Test
  void whatTravelsIsSerializedByJavaAndByKryo() {
    SparkConf conf = new SparkConf();
    for (SerializerInstance serializer :
        List.of(new JavaSerializer(conf).newInstance(), new KryoSerializer(conf).newInstance())) {
      Question there =
          serializer.deserialize(
              serializer.serialize(EKS, ClassTag$.MODULE$.apply(Question.class)),
              ClassTag$.MODULE$.apply(Question.class));

      assertThat(there).hasToString("eks, inspected");
      assertThat(there.target().id()).isEqualTo("eks");
    }
  }
}
