package io.gpuspec.manifest.internal.kube;

import io.gpuspec.manifest.internal.tree.KubeTree;
import java.util.Map;

/**
 * What the API server refuses.
 *
 * @param rule the rule of the inspector that it breaks
 * @param owner the mapping, list or value that was checked
 * @param at the value, or its key; the mapping that lacks a field
 * @param words what stands for the words in braces in the rule's message
 * @param fix what mends it
 */
public record KubeFinding(
    String rule, KubeTree owner, KubeTree at, Map<String, String> words, Fix fix) {

  /** What mends a value. */
  public enum Fix {
    NONE,
    /** Put the value in quotes. */
    QUOTE,
    /** Take its quotes away. */
    UNQUOTE,
    /** Rename the key to the word {@code meant}. */
    RENAME
  }
}
