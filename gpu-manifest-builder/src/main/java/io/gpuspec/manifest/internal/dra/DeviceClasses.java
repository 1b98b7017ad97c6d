package io.gpuspec.manifest.internal.dra;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Names that Kubernetes gives to claims and device classes. */
public final class DeviceClasses {
  /** The group of claims, before their version. */
  public static final String GROUP = "resource.k8s.io/";

  /** The suffix of a class's name that makes the ResourceQuota key for its devices in claims. */
  public static final String QUOTA = ".deviceclass.resource.k8s.io/devices";

  /** Before the name of a class, the resource that each class serves. */
  private static final String OF_CLASS = "deviceclass.resource.kubernetes.io/";

  private static final List<String> KINDS =
      List.of("ResourceClaim", "ResourceClaimTemplate", "DeviceClass");

  private DeviceClasses() {}

  /** Returns whether an object is a claim, a template or a class. */
  public static boolean isClaimKind(YamlPlace object) {
    return text(object, "apiVersion").startsWith(GROUP) && KINDS.contains(text(object, "kind"));
  }

  /** Returns a field that is text; empty for any other. */
  private static String text(YamlPlace object, String key) {
    return object.node() instanceof YamlMapping
        ? object
            .find(key)
            .map(YamlPlace::node)
            .filter(node -> node instanceof YamlScalar)
            .map(node -> ((YamlScalar) node).text())
            .orElse("")
        : "";
  }

  /** Returns whether a resource is what each class serves by its name. */
  public static boolean isOfClass(String resource) {
    return resource.startsWith(OF_CLASS);
  }

  /**
   * Returns an answer without a "no" about resources that the node's devices may serve by their
   * class.
   *
   * <p>Source: Kubernetes 1.37, pkg/scheduler/framework/plugins/noderesources/fit.go: what the node
   * advertises counts first.
   */
  public static NodeFit served(NodeView node, NodeFit fit, Predicate<String> isOfClass) {
    List<Finding> ofClasses =
        fit.reasons().stream()
            .filter(
                reason ->
                    reason.id().equals("node.resource")
                        && isOfClass.test(reason.subject())
                        && node.allocatable().getOrDefault(reason.subject(), "0").equals("0"))
            .toList();
    List<Finding> reasons = new ArrayList<>(fit.reasons());
    reasons.removeAll(ofClasses);
    List<Note> unknown = new ArrayList<>(fit.unknown());
    ofClasses.forEach(
        each ->
            unknown.add(
                Note.of(
                    ClaimFit.ID,
                    "whether the node has devices for %s, which a DeviceClass serves where no device plugin does; ask with a claim"
                        .formatted(each.subject()))));
    return new NodeFit(fit.node(), Listing.copyOf(reasons), Listing.copyOf(unknown));
  }
}
