package io.gpuspec.ack;

import java.util.Locale;

/** In which of several zones an Elastic Container Instance is made. */
public enum ZoneOrder {
  /** In any of them, which is what the service does unless told. */
  RANDOM,
  /** In the first of the list that has stock. */
  ORDERED;

  /** As the option is written. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
