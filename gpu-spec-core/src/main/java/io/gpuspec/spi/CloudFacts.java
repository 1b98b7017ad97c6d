package io.gpuspec.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Streams;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What one cloud alone has: labels of its nodes, storage classes, drivers of volumes, and
 * registries that only its networks or accounts reach.
 *
 * <pre>{@code
 * InputStream in = Files.newInputStream(Path.of("clouds.json"));
 * CloudFacts rack = CloudFacts.read("rack/clouds.json", in).get(0);    // rack
 * rack.hasLabel("rack.example/machine");    // true
 * rack.hasStorageClass("shelf");    // true
 * }</pre>
 *
 * <p>The file has a list {@code clouds}. Each has an {@code id}, with which the ids of its targets
 * begin, a {@code name}, the domains of its {@code labels}, which also have what is below them, and
 * {@code citations}. Optional are {@code sharedLabels}, domains of labels that people write on
 * nodes of other clouds as well, {@code plainLabels}, its labels that say no more than which
 * vendor's GPUs a node has or how many, {@code sameLabels}, its labels that say the same as one of
 * Kubernetes, the patterns {@code storageClasses}, {@code drivers} and {@code images}, and {@code
 * volumes}, the fields of a pod's volume that only its nodes can mount.
 */
public final class CloudFacts {
  private static final Pattern NOTHING = Pattern.compile("(?!)");

  private final String id;
  private final String name;
  private final ImmutableSet<String> labels;
  private final ImmutableSet<String> sharedLabels;
  private final ImmutableSet<String> plainLabels;
  private final ImmutableMap<String, String> sameLabels;
  private final Pattern storageClasses;
  private final Pattern drivers;
  private final Pattern images;
  private final ImmutableSet<String> volumes;
  private final ImmutableList<Citation> citations;

  private CloudFacts(String source, JsonNode row) {
    this.id = text(source, row, "id");
    this.name = text(source, row, "name");
    this.labels = texts(row, "labels");
    this.sharedLabels = texts(row, "sharedLabels");
    this.plainLabels = texts(row, "plainLabels");
    this.sameLabels =
        row.path("sameLabels").properties().stream()
            .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, e -> e.getValue().asText()));
    this.storageClasses = pattern(source, row, "storageClasses");
    this.drivers = pattern(source, row, "drivers");
    this.images = pattern(source, row, "images");
    this.volumes = texts(row, "volumes");
    this.citations =
        Streams.stream(row.path("citations"))
            .map(Citations::read)
            .collect(ImmutableList.toImmutableList());
  }

  /**
   * Reads a file.
   *
   * @param source what to call it in errors
   * @param in the file; it is not closed
   * @throws GpuSpecException if it is not JSON, a cloud has no id or name, or a pattern is not a
   *     valid one
   */
  public static List<CloudFacts> read(String source, InputStream in) {
    Arguments.required("clouds", in, "a stream of JSON");
    Arguments.required("source", source, "what to call the file in errors");
    return Streams.stream(Json.read(in, source).path("clouds"))
        .map(row -> new CloudFacts(source, row))
        .toList();
  }

  private static String text(String source, JsonNode row, String field) {
    String text = row.path(field).asText();
    if (text.isBlank()) {
      throw malformed(source, row, field, "is missing; write it");
    }
    return text;
  }

  private static ImmutableSet<String> texts(JsonNode row, String field) {
    return Streams.stream(row.path(field))
        .map(JsonNode::asText)
        .collect(ImmutableSet.toImmutableSet());
  }

  private static Pattern pattern(String source, JsonNode row, String field) {
    try {
      return row.has(field) ? Pattern.compile(row.path(field).asText()) : NOTHING;
    } catch (PatternSyntaxException e) {
      throw malformed(source, row, field, "is no regular expression: " + e.getDescription());
    }
  }

  private static GpuSpecException malformed(
      String source, JsonNode row, String field, String problem) {
    return new GpuSpecException(
        "catalog.malformed",
        "%s: cloud '%s': '%s' %s".formatted(source, row.path("id").asText(), field, problem));
  }

  /** The cloud, which is the beginning of its targets' ids. */
  public String id() {
    return id;
  }

  /** The name of the cloud's Kubernetes, as its vendor writes it. */
  public String name() {
    return name;
  }

  /** Returns whether nodes of the cloud have a label, which may be {@link #isShared shared}. */
  public boolean hasLabel(String key) {
    return isIn(labels, key) || isShared(key);
  }

  /** Returns whether people write a label of the cloud on nodes of other clouds as well. */
  public boolean isShared(String key) {
    return isIn(sharedLabels, key);
  }

  private static boolean isIn(Set<String> domains, String key) {
    int slash = key.indexOf('/');
    String domain = slash < 0 ? key : key.substring(0, slash);
    return domains.stream().anyMatch(own -> domain.equals(own) || domain.endsWith("." + own));
  }

  /**
   * Returns whether a label of the cloud says no more than which vendor's GPUs a node has, or how
   * many: what a pod requests anyway.
   */
  public boolean isPlain(String key) {
    return plainLabels.contains(key);
  }

  /** Returns the labels of the cloud that say the same as a label of Kubernetes, with that. */
  public Map<String, String> sameLabels() {
    return sameLabels;
  }

  /** Returns whether a storage class of this name is the cloud's. */
  public boolean hasStorageClass(String name) {
    return storageClasses.matcher(name).matches();
  }

  /** Returns whether a driver or provisioner of volumes is the cloud's. */
  public boolean hasDriver(String name) {
    return drivers.matcher(name).matches();
  }

  /** Returns whether only networks or accounts of the cloud reach an image. */
  public boolean hasImage(String image) {
    return images.matcher(image).matches();
  }

  /** Returns whether this field of a pod's volume is for disks of the cloud. */
  public boolean hasVolume(String field) {
    return volumes.contains(field);
  }

  /** The documents that say so. */
  public List<Citation> citations() {
    return citations;
  }

  /** Returns the id. */
  @Override
  public String toString() {
    return id;
  }
}
