package io.gpuspec.manifest.read;

import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.dra.ClaimSupport;
import io.gpuspec.manifest.internal.dra.FileClaims;
import io.gpuspec.manifest.internal.found.FoundObject;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Lines;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlInput;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The devices of a cluster in YAML or JSON: the ResourceSlices of its nodes, the ResourceClaims
 * that have devices already, its DeviceClasses and its DeviceTaintRules, as {@code kubectl get
 * resourceslices,resourceclaims,deviceclasses,devicetaintrules -A -o yaml} writes them.
 *
 * <pre>{@code
 * DeviceFile devices = DeviceFile.read(Path.of("devices.yaml"));
 * devices.slices().size();    // 1
 * }</pre>
 */
public final class DeviceFile {
  private final String source;
  private final ClaimSupport support = ClaimSupport.required("devices of a cluster");
  private final FileClaims claims = support.claims();
  private final List<KubeObject> slices = new ArrayList<>();
  private final List<UnaryOperator<KubeObject>> rules = new ArrayList<>();
  private final List<ManifestException> problems = new ArrayList<>();
  private boolean isComplete = true;
  private boolean hasAllDevices = true;

  private DeviceFile(String source) {
    this.source = source;
  }

  /**
   * Reads a file.
   *
   * @throws ManifestException with line and column if it is not YAML
   * @throws GpuSpecException if it does not exist, or has no ResourceSlice, and without the
   *     artifact gpu-manifest-claims, which reads devices
   */
  public static DeviceFile read(Path path) {
    return YamlInput.read(
        path, "ResourceSlices", in -> of(path.toString(), YamlDocuments.of(path.toString(), in)));
  }

  /**
   * Reads a text.
   *
   * @param source what to call it in messages
   * @throws ManifestException with line and column if it is not YAML
   * @throws GpuSpecException if it has no ResourceSlice
   */
  public static DeviceFile parse(String source, String text) {
    return of(source, YamlDocuments.of(source, Checks.text(source, text)));
  }

  private static DeviceFile of(String source, YamlDocuments documents) {
    DeviceFile file = new DeviceFile(source);
    documents.forEach(file::add);
    if (file.slices.isEmpty()) {
      throw new InvalidValueException(
              "slices.missing",
              "%s: it has no ResourceSlice; give the output of kubectl get resourceslices -o yaml or of gpuspec slices"
                  .formatted(source))
          .see("docs/claims.md");
    }
    file.rules.forEach(rule -> file.slices.replaceAll(rule));
    return file;
  }

  /** Objects that cannot be read leave the others: a cluster's claims are not all yours. */
  private void add(YamlPlace object) {
    try {
      FoundObject found = new FoundObject(object);
      if (found.isList()) {
        object.find("items").map(YamlPlace::items).orElse(List.of()).forEach(this::add);
      } else if (object
          .find("kind")
          .map(YamlPlace::string)
          .filter("ResourceSlice"::equals)
          .isPresent()) {
        slices.add(
            KubeObject.of(
                    object.require("apiVersion").string(),
                    "ResourceSlice",
                    object.require("metadata").require("name").string())
                .with("spec", YamlTree.mapping(YamlTree.of(object.require("spec").mapping()))));
      } else if (!claims.add(object)) {
        support.taints(object).ifPresent(rules::add);
      }
    } catch (ManifestException e) {
      problems.add(e);
      isComplete &= asksOnly(object);
      hasAllDevices &= !offers(object);
    }
  }

  private static boolean offers(YamlPlace object) {
    String kind = object.find("kind").map(YamlPlace::string).orElse("");
    return kind.equals("ResourceSlice") || kind.equals("DeviceClass");
  }

  /** A claim without devices, or a template, says nothing of the devices of others. */
  private static boolean asksOnly(YamlPlace object) {
    String kind = object.find("kind").map(YamlPlace::string).orElse("");
    return kind.equals("ResourceClaimTemplate")
        || (kind.equals("ResourceClaim")
            && object.find("status").flatMap(status -> status.find("allocation")).isEmpty());
  }

  /** Returns the ResourceSlices, their devices with the taints that DeviceTaintRules give them. */
  public Listing<KubeObject> slices() {
    return Listing.copyOf(slices);
  }

  /**
   * Returns the objects that were not read, each with file, line and column, such as claims with
   * expressions that are not evaluated here.
   */
  public Listing<ManifestException> problems() {
    return Listing.copyOf(problems);
  }

  /** Returns whether everything was read that can change which devices are free. */
  boolean isComplete() {
    return isComplete;
  }

  /** Returns whether every object was read that offers devices. */
  boolean hasAllDevices() {
    return hasAllDevices;
  }

  FileClaims claims() {
    return claims;
  }

  /** Returns text such as {@code devices.yaml: 2 ResourceSlices}. */
  @Override
  public String toString() {
    return source + ": " + Lines.count(slices.size(), "ResourceSlice");
  }
}
