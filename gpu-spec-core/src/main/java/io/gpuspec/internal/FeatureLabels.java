package io.gpuspec.internal;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Labels of a node as NVIDIA's GPU Feature Discovery writes them.
 *
 * <p>Source: NVIDIA k8s-device-plugin 0.19.3, internal/lm/resource.go.
 */
public final class FeatureLabels {
  private final Map<String, String> labels = new TreeMap<>();

  /** Adds one label. */
  public void put(String key, Object value) {
    labels.put(key, value.toString());
  }

  /** Adds one label, if its value is known. */
  public void put(String key, OptionalInt value) {
    value.ifPresent(known -> put(key, known));
  }

  /** Takes a label back. */
  public void remove(String key) {
    labels.remove(key);
  }

  /** Adds the labels for the number of a resource and for how it is shared. */
  public void count(String resource, long count, int replicas, String sharing) {
    put(resource + ".count", count);
    put(resource + ".replicas", replicas);
    put(resource + ".sharing-strategy", sharing);
  }

  /** Adds the labels for what the driver reports about the cards' chip. */
  public void chip(String resource, String architecture, String computeCapability) {
    String[] parts = computeCapability.split("\\.", 2);
    put(resource + ".family", architecture.toLowerCase(Locale.ROOT).replace(' ', '-'));
    put(resource + ".compute.major", parts[0]);
    put(resource + ".compute.minor", parts[1]);
  }

  /** Returns all of them, by key. */
  public Map<String, String> all() {
    return Collections.unmodifiableMap(new TreeMap<>(labels));
  }
}
