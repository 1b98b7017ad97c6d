package io.gpuspec.internal;

/** The id of a target, such as {@code tke/qgpu}. */
public final class TargetId {
  private TargetId() {}

  /** Returns the cloud, which is its beginning: {@code tke}. */
  public static String cloud(String id) {
    return id.replaceFirst("/.*", "");
  }
}
