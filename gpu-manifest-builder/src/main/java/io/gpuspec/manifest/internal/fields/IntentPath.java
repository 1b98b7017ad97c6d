package io.gpuspec.manifest.internal.fields;

import io.gpuspec.internal.yaml.YamlPath;
import java.util.ArrayList;
import java.util.List;

/**
 * A path in an intent file, starting at the document: keys, and indexes of lists.
 *
 * <p>A workload made by steps has the same paths, so that a problem names one place however the
 * workload came to be.
 */
public record IntentPath(List<Object> steps) {
  public static final IntentPath NAME = of("metadata", "name");
  public static final IntentPath KIND = of("spec", "kind");
  public static final IntentPath POD = of("spec", "pod");

  public static IntentPath of(Object... steps) {
    return new IntentPath(List.of(steps));
  }

  /** A container of the finished pods; the first is the main one. */
  public static IntentPath container(int index) {
    return index == 0
        ? of("spec", "container")
        : POD.child("containers").child(Integer.valueOf(index - 1));
  }

  /** The path of a key or of a list's item. */
  public IntentPath child(Object step) {
    List<Object> longer = new ArrayList<>(steps);
    longer.add(step);
    return new IntentPath(List.copyOf(longer));
  }

  /** Returns text such as {@code pod.volumes[0]}. */
  @Override
  public String toString() {
    String path = YamlPath.ROOT;
    for (Object step : steps.subList(steps.get(0).equals("spec") ? 1 : 0, steps.size())) {
      path =
          step instanceof Integer index
              ? YamlPath.item(path, index)
              : YamlPath.child(path, step.toString());
    }
    return path;
  }
}
