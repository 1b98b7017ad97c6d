package io.gpuspec.kube;

import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;

/** What stands for a value that is missing: nothing of any kind. */
enum MissingTree implements Tree {
  MISSING;

  @Override
  public Kind kind() {
    return Kind.NULL;
  }

  @Override
  public String path() {
    return "";
  }

  @Override
  public Map<String, Tree> fields() {
    return Map.of();
  }

  @Override
  public List<Tree> items() {
    return List.of();
  }

  @Override
  public String text() {
    return "";
  }

  @Override
  public String string() {
    return "";
  }

  @Override
  public long integer() {
    return 0;
  }

  @Override
  public boolean bool() {
    return false;
  }

  @Override
  public GpuSpecException problem(String id, String text) {
    return new InvalidValueException(id, text);
  }

  @Override
  public String toString() {
    return "nothing";
  }
}
