package io.gpuspec.manifest.claim;

import io.gpuspec.claim.NodeDevices;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.claim.Allocator;
import io.gpuspec.manifest.internal.claim.Claim;
import io.gpuspec.manifest.internal.claim.ClaimObjects;
import io.gpuspec.manifest.internal.claim.Slices;
import io.gpuspec.manifest.internal.found.FoundObject;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Lines;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.InvalidValueException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The claims of a file, as those of one pod: ResourceClaims, ResourceClaimTemplates, and the
 * DeviceClasses that they name.
 *
 * <pre>{@code
 * ClaimFile file = ClaimFile.read(Path.of("claim.yaml"));
 * GpuSpec row = gpus.in("eks/nodegroup").catalog().row("p4d.24xlarge");
 * file.allocate(NodeDevices.of(row).node("gpu-1"));    // two: gpus gpu-0, gpus gpu-1
 * }</pre>
 *
 * <p>Devices are given as the scheduler's structured allocator gives them, without those that
 * ResourceClaims of the file have already ({@code status.allocation}). The classes of NVIDIA's
 * driver exist without being in the file.
 */
public final class ClaimFile {
  private final String source;
  private final ClaimObjects objects;

  private ClaimFile(String source, ClaimObjects objects) {
    this.source = source;
    this.objects = objects;
  }

  /**
   * Reads a file.
   *
   * @throws ManifestException with line and column if it is not YAML, or a claim is not valid: CEL
   *     that does not compile, or at which the scheduler would stop
   * @throws InvalidValueException if it has no claim
   */
  public static ClaimFile read(Path path) {
    return YamlInput.read(path, "claims", in -> read(path.toString(), in));
  }

  private static ClaimFile read(String source, InputStream in) {
    return of(source, YamlDocuments.of(source, in));
  }

  /**
   * Reads a text.
   *
   * @param source what to call it in messages
   * @throws ManifestException as for a file
   * @throws InvalidValueException if it has no claim
   */
  public static ClaimFile parse(String source, String text) {
    return of(source, YamlDocuments.of(source, Checks.text(source, text)));
  }

  private static ClaimFile of(String source, YamlDocuments documents) {
    ClaimObjects objects = new ClaimObjects();
    documents.forEach(document -> add(document, objects));
    if (objects.isEmpty()) {
      throw new InvalidValueException(
              "claim.missing",
              "%s: it has no ResourceClaim and no ResourceClaimTemplate; add one".formatted(source))
          .see("docs/claims.md");
    }
    return new ClaimFile(source, objects);
  }

  private static void add(YamlPlace object, ClaimObjects objects) {
    if (new FoundObject(object).isList()) {
      object
          .find("items")
          .map(YamlPlace::items)
          .orElse(List.of())
          .forEach(item -> add(item, objects));
    } else {
      objects.add(object);
    }
  }

  /** The names of its claims that need devices, and of its templates. */
  public List<String> claims() {
    return objects.all().stream().map(Claim::name).toList();
  }

  /**
   * Returns which devices of a node its claims are given together.
   *
   * @throws ManifestException where the scheduler would stop: an attribute that a device does not
   *     have, or a class that does not exist
   */
  public Allocation allocate(NodeDevices node) {
    Checks.given("node", node);
    return allocate(node.slices().stream().map(KubeObject::tree).toList(), node.unknown());
  }

  /**
   * Returns which devices of one node its claims are given together.
   *
   * @param slices ResourceSlices of {@code resource.k8s.io/v1}, of all drivers of the node
   * @throws ManifestException as for a catalog row
   * @throws InvalidValueException if they are not ResourceSlices
   */
  public Allocation allocate(List<KubeObject> slices) {
    return allocate(
        Checks.given("slices", slices).stream().map(KubeObject::tree).toList(), Map.of());
  }

  private Allocation allocate(List<Map<String, Object>> slices, Map<String, List<String>> unknown) {
    return Allocation.of(
        new Allocator(
            objects.all(), objects.classes(), Slices.of(slices, unknown), objects.inUse()));
  }

  /** The file, and the names of its claims. */
  @Override
  public String toString() {
    return Lines.of(source, Lines.count(claims().size(), "claim"), claims());
  }
}
