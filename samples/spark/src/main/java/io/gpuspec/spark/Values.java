package io.gpuspec.spark;

import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** The values of a row that is being made. */
final class Values {
  private final @Nullable Object[] values = new @Nullable Object[Landed.SCHEMA.length()];

  /** Begins a row for a record, with nothing known of it. */
  Values(Row record) {
    put("source", record.getAs(Sources.SOURCE));
    put("cluster", record.getAs(Sources.CLUSTER));
    put("pods", 0);
    put("errors", 0);
    put("warnings", 0);
  }

  void put(String column, @Nullable Object value) {
    values[Landed.SCHEMA.fieldIndex(column)] = value;
  }

  Row row() {
    return Landed.of(values);
  }
}
