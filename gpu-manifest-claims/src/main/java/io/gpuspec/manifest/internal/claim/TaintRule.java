package io.gpuspec.manifest.internal.claim;

import com.google.common.collect.ImmutableSet;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A DeviceTaintRule: a taint that an administrator gives devices, in addition to those in their
 * slices.
 *
 * <p>Source: k8s.io/dynamic-resource-allocation/resourceslice/tracker, v0.37.
 */
public final class TaintRule {
  private static final ImmutableSet<String> CRITERIA = ImmutableSet.of("driver", "pool", "device");

  private final Optional<Map<String, String>> selector;
  private final Map<String, Object> taint;

  private TaintRule(Optional<Map<String, String>> selector, Map<String, Object> taint) {
    this.selector = selector;
    this.taint = taint;
  }

  /**
   * Returns a rule; empty if the object is of another kind.
   *
   * @throws ManifestException if it selects by what is not read, such as classes in old versions
   */
  public static Optional<TaintRule> of(YamlPlace object) {
    if (object.find("kind").map(YamlPlace::string).filter("DeviceTaintRule"::equals).isEmpty()
        || !object.require("apiVersion").string().startsWith("resource.k8s.io/")) {
      return Optional.empty();
    }
    YamlPlace spec = object.require("spec");
    YamlPlace taint = spec.require("taint");
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("key", taint.require("key").string());
    taint.find("value").ifPresent(value -> tree.put("value", value.string()));
    tree.put("effect", taint.require("effect").string());
    return Optional.of(
        new TaintRule(spec.find("deviceSelector").map(TaintRule::selector), Map.copyOf(tree)));
  }

  private static Map<String, String> selector(YamlPlace place) {
    Map<String, String> selector = new LinkedHashMap<>();
    place
        .fields()
        .forEach(
            (name, value) -> {
              if (!CRITERIA.contains(name)) {
                throw value.problem(
                    "devices are selected by %s, which is not read; select them by %s"
                        .formatted(name, String.join(", ", CRITERIA)));
              }
              selector.put(name, value.string());
            });
    return selector;
  }

  /** Returns a ResourceSlice whose devices have the taint, as far as the rule selects them. */
  public KubeObject on(KubeObject slice) {
    Map<String, Object> spec = new LinkedHashMap<>(YamlTree.map(slice.tree(), "spec"));
    String driver = String.valueOf(spec.get("driver"));
    String pool = String.valueOf(YamlTree.map(spec, "pool").get("name"));
    if (!selects("driver", driver) || !selects("pool", pool)) {
      return slice;
    }
    List<Object> devices = new ArrayList<>();
    for (Map<String, Object> device : YamlTree.maps(spec, "devices")) {
      devices.add(selects("device", String.valueOf(device.get("name"))) ? tainted(device) : device);
    }
    spec.put("devices", devices);
    return slice.with("spec", spec);
  }

  /** A rule without a selector selects nothing, and one with an empty selector everything. */
  private boolean selects(String criterion, String value) {
    return selector.isPresent() && selector.get().getOrDefault(criterion, value).equals(value);
  }

  private Map<String, Object> tainted(Map<String, Object> device) {
    List<Object> taints = new ArrayList<>(YamlTree.maps(device, "taints"));
    taints.add(taint);
    Map<String, Object> tainted = new LinkedHashMap<>(device);
    tainted.put("taints", taints);
    return tainted;
  }
}
