package io.gpuspec.manifest;

import io.gpuspec.spi.PodView;
import java.util.Optional;

/**
 * A workload of a manifest file.
 *
 * @param kind its kind, such as {@code Deployment}
 * @param name its name; empty where it has none yet ({@code generateName})
 * @param namespace its namespace, where the file names one
 * @param pod what its pods ask for
 */
public record Workload(String kind, String name, Optional<String> namespace, PodView pod) {

  /** Such as {@code Deployment llm}. */
  @Override
  public String toString() {
    return kind + " " + name;
  }
}
