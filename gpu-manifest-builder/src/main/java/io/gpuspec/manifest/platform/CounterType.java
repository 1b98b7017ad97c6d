package io.gpuspec.manifest.platform;

import java.util.Locale;

/** What Prometheus is told that a metric is. */
public enum CounterType {
  /** A value that goes up and down; {@code rate} and {@code increase} mean nothing on it. */
  GAUGE,
  /** A total that only grows. */
  COUNTER;

  /** The word in dcgm-exporter's file, such as {@code gauge}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
