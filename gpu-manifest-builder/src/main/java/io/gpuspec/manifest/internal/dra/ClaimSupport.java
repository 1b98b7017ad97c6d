package io.gpuspec.manifest.internal.dra;

import io.gpuspec.Devices;
import io.gpuspec.Match;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What the module gpu-manifest-claims does for the builder, which finds it as a service: whoever
 * has no claims needs neither CEL nor the types of claims.
 */
public interface ClaimSupport {
  /** What to add to the class path. */
  String ARTIFACT = "io.gpuspec:gpu-manifest-claims";

  /** Returns an empty collection of claims, templates and classes. */
  FileClaims claims();

  /**
   * Returns the writer of a claim into pods.
   *
   * @param resources the resources with which the pods request the devices now
   * @param template the name of the template
   */
  ClaimTemplate template(
      Match.Found found,
      Devices asked,
      ClaimTemplate.Form form,
      Set<String> resources,
      String template);

  /**
   * Checks an expression of CEL.
   *
   * @param what what it is called in messages
   * @throws InvalidValueException if it does not compile, or if the scheduler would stop at it
   */
  void check(String what, String expression);

  /**
   * Returns what a DeviceTaintRule makes of a slice; empty if the object is of another kind.
   *
   * @throws ManifestException if it selects by what is not read
   */
  Optional<UnaryOperator<KubeObject>> taints(YamlPlace object);

  /** Returns the module's, if it is on the class path. */
  static Optional<ClaimSupport> find() {
    return Loaded.SUPPORT;
  }

  /**
   * Returns the module's.
   *
   * @param what what needs it, as messages begin
   * @throws InvalidValueException if it is not on the class path
   */
  static ClaimSupport required(String what) {
    return find()
        .orElseThrow(
            () ->
                new InvalidValueException(
                        "claim.unusable",
                        "%s: claims need the artifact %s, which is not on the class path; add it"
                            .formatted(what, ARTIFACT))
                    .see("docs/claims.md"));
  }

  /** The first one counts: there is no other than the module's. */
  final class Loaded {
    private static final Optional<ClaimSupport> SUPPORT =
        ServiceLoader.load(ClaimSupport.class, ClaimSupport.class.getClassLoader()).findFirst();

    private Loaded() {}
  }
}
