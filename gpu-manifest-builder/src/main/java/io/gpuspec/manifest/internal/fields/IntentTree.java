package io.gpuspec.manifest.internal.fields;

import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.tree.KubeTree;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of built pods, a tree of maps, with the path that it has in an intent file. */
public final class IntentTree implements KubeTree {
  private static final IntentPath CONTAINERS = IntentPath.POD.child("containers");

  private final @Nullable IntentTree parent;
  private final Object step;
  private final @Nullable Object node;
  private @Nullable Map<String, IntentTree> entries;
  private @Nullable List<IntentTree> elements;

  private IntentTree(@Nullable IntentTree parent, Object step, @Nullable Object node) {
    this.parent = parent;
    this.step = step;
    this.node = node;
  }

  /** Returns the {@code spec} of pods. */
  public static IntentTree ofPod(Map<String, Object> spec) {
    return new IntentTree(null, IntentPath.POD, spec);
  }

  /**
   * Returns its path in an intent file, where the main container stands apart, and the name of a
   * variable is its key.
   */
  public IntentPath intentPath() {
    if (parent == null) {
      return (IntentPath) step;
    }
    IntentPath above = parent.intentPath();
    if (step.equals("name") && parent.parent != null && parent.parent.step.equals("env")) {
      return above;
    }
    return above.equals(CONTAINERS) && step instanceof Integer index
        ? IntentPath.container(index)
        : above.child(step);
  }

  @Override
  public Kind kind() {
    if (node instanceof YamlScalar scalar) {
      return Kind.valueOf(scalar.kind().name());
    }
    if (node instanceof Map) {
      return Kind.MAPPING;
    }
    if (node instanceof List) {
      return Kind.SEQUENCE;
    }
    if (node instanceof Number) {
      return node instanceof Integer || node instanceof Long ? Kind.INT : Kind.FLOAT;
    }
    return node == null ? Kind.NULL : node instanceof Boolean ? Kind.BOOL : Kind.STRING;
  }

  @Override
  public String text() {
    if (node instanceof YamlScalar scalar) {
      return scalar.amount();
    }
    return node instanceof Map || node instanceof List || node == null ? "" : node.toString();
  }

  @Override
  public Map<String, IntentTree> entries() {
    Map<String, IntentTree> known = entries;
    if (known == null) {
      known = new LinkedHashMap<>();
      if (node instanceof Map<?, ?> map) {
        for (Map.Entry<?, ?> each : map.entrySet()) {
          String key = String.valueOf(each.getKey());
          known.put(key, new IntentTree(this, key, each.getValue()));
        }
      }
      entries = known;
    }
    return known;
  }

  @Override
  public List<IntentTree> elements() {
    List<IntentTree> known = elements;
    if (known == null) {
      known = new ArrayList<>();
      if (node instanceof List<?> list) {
        for (Object each : list) {
          known.add(new IntentTree(this, known.size(), each));
        }
      }
      elements = known;
    }
    return known;
  }

  @Override
  public Map<String, IntentTree> fields() {
    return entries();
  }

  @Override
  public List<IntentTree> items() {
    return elements();
  }

  @Override
  public GpuSpecException problem(String id, String text) {
    return new InvalidValueException(id, path() + ": " + text);
  }

  @Override
  public String path() {
    return intentPath().toString();
  }

  @Override
  public String described() {
    return switch (kind()) {
      case STRING -> "the string '" + text() + "'";
      case SEQUENCE -> "a list";
      case MAPPING -> "a mapping";
      default -> text();
    };
  }

  @Override
  public IntentTree keyOf(String key) {
    return new IntentTree(this, key, key);
  }
}
