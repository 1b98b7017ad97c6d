package io.gpuspec.manifest.internal.kube;

import io.gpuspec.manifest.internal.tree.KubeTree;
import java.util.Map;

/**
 * What the API server refuses.
 *
 * @param rule the rule of the inspector that it breaks; empty for advice to who builds
 * @param owner the mapping, list or value that was checked
 * @param at the value, or its key; the mapping that lacks a field
 * @param isOfOwner whether the problem speaks of the owner, and not of the value
 * @param words what stands for the words in braces in the rule's message
 * @param fix what mends it
 * @param id the id of the error of who builds; empty if that is the general one
 * @param problem what who builds is told
 */
public record KubeFinding(
    String rule,
    KubeTree owner,
    KubeTree at,
    boolean isOfOwner,
    Map<String, String> words,
    Fix fix,
    String id,
    String problem) {
  /** What mends a value. */
  public enum Fix {
    NONE,
    /** Put the value in quotes. */
    QUOTE,
    /** Take its quotes away. */
    UNQUOTE,
    /** Rename the key to the word {@code meant}. */
    RENAME,
    /** Remove the field. */
    REMOVE
  }

  static KubeFinding of(String rule, KubeTree owner, KubeTree at) {
    return new KubeFinding(rule, owner, at, false, Map.of(), Fix.NONE, "", "");
  }

  KubeFinding atOwner() {
    return new KubeFinding(rule, owner, at, true, words, fix, id, problem);
  }

  KubeFinding words(Map<String, String> words) {
    return new KubeFinding(rule, owner, at, isOfOwner, words, fix, id, problem);
  }

  KubeFinding fix(Fix fix) {
    return new KubeFinding(rule, owner, at, isOfOwner, words, fix, id, problem);
  }

  KubeFinding id(String id) {
    return new KubeFinding(rule, owner, at, isOfOwner, words, fix, id, problem);
  }

  KubeFinding problem(String problem) {
    return new KubeFinding(rule, owner, at, isOfOwner, words, fix, id, problem);
  }
}
