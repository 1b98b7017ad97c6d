package io.gpuspec.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.nullif;
import static org.apache.spark.sql.functions.regexp_extract;
import static org.apache.spark.sql.functions.split;

import io.gpuspec.value.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Where manifests come from: each becomes a row of {@code source}, {@code cluster} and {@code
 * text}.
 *
 * <p>A cluster is the column {@code cluster} of a Parquet file, or else a folder {@code
 * cluster=NAME} in the path, or else the folder that the file is in.
 */
final class Sources {
  static final String SOURCE = "source";
  static final String CLUSTER = "cluster";
  static final String TEXT = "text";

  /** The columns of a Parquet file that can have the object as JSON or YAML. */
  private static final List<String> OBJECTS = List.of("object", "manifest", "value", TEXT);

  private static final String PATH = "_metadata.file_path";

  private Sources() {}

  /** Returns the manifests below a path: what kind of files it has is said by their names. */
  static Dataset<Row> read(SparkSession spark, String path) {
    String name = path.toLowerCase(Locale.ROOT);
    if (name.endsWith(".parquet")) {
      return parquet(spark, path);
    }
    if (name.endsWith(".jsonl") || name.endsWith(".ndjson") || name.endsWith(".log")) {
      return named(spark.read().text(path));
    }
    if (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json")) {
      return named(spark.read().option("wholetext", true).text(path));
    }
    return folder(spark, path);
  }

  private static Dataset<Row> folder(SparkSession spark, String path) {
    Dataset<Row> whole =
        spark
            .read()
            .option("wholetext", true)
            .option("recursiveFileLookup", true)
            .option("pathGlobFilter", "*.{yaml,yml,json}")
            .text(path);
    Dataset<Row> lines =
        spark
            .read()
            .option("recursiveFileLookup", true)
            .option("pathGlobFilter", "*.{jsonl,ndjson,log}")
            .text(path);
    return named(whole).unionByName(named(lines));
  }

  private static Dataset<Row> named(Dataset<Row> texts) {
    return texts.select(col(PATH).as(SOURCE), cluster().as(CLUSTER), col("value").as(TEXT));
  }

  private static Column cluster() {
    Column named = nullif(regexp_extract(col(PATH), "/cluster=([^/]+)/", 1), lit(""));
    return coalesce(named, element_at(split(col(PATH), "/"), -2));
  }

  private static Dataset<Row> parquet(SparkSession spark, String path) {
    Dataset<Row> table = spark.read().parquet(path);
    List<String> columns = Arrays.asList(table.columns());
    String object =
        OBJECTS.stream()
            .filter(columns::contains)
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidValueException(
                        "fleet.malformed",
                        "%s: has the columns %s; give the objects in one of %s"
                            .formatted(path, columns, OBJECTS)));
    return table.select(
        col(PATH).as(SOURCE),
        (columns.contains(CLUSTER) ? col(CLUSTER) : cluster()).as(CLUSTER),
        col(object).cast("string").as(TEXT));
  }
}
