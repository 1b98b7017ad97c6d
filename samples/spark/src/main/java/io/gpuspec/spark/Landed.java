package io.gpuspec.spark;

import static org.apache.spark.sql.types.DataTypes.IntegerType;
import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.apache.spark.sql.types.DataTypes.StringType;
import static org.apache.spark.sql.types.DataTypes.createArrayType;
import static org.apache.spark.sql.types.DataTypes.createDecimalType;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** The rows that the job writes: a workload with what it lands on, or a record with its problem. */
final class Landed {
  private static final DataType MONEY = createDecimalType(38, 9);

  /**
   * {@code cost} is of all pods each on its own part of nodes, as {@code match --replicas} plans
   * them; {@code demand} is a line as {@code fleet plan} reads it; what is not known is null.
   */
  static final StructType SCHEMA =
      new StructType()
          .add("source", StringType)
          .add("cluster", StringType)
          .add("team", StringType)
          .add("kind", StringType)
          .add("name", StringType)
          .add("pods", IntegerType, false)
          .add("spec", StringType)
          .add("nodes", LongType)
          .add("cost", MONEY)
          .add("currency", StringType)
          .add("wasted_cpu", LongType)
          .add("wasted_memory", LongType)
          .add("wasted_gpus", IntegerType)
          .add("errors", IntegerType, false)
          .add("warnings", IntegerType, false)
          .add("rules", createArrayType(StringType))
          .add("demand", StringType)
          .add("problem", StringType);

  private Landed() {}

  /** Returns a row of these values, in the order of the schema. */
  static Row of(Object[] values) {
    return RowFactory.create(values);
  }
}
