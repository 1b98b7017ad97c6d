package io.gpuspec.manifest.platform;

import io.gpuspec.Citation;
import io.gpuspec.manifest.Reason;
import io.gpuspec.share.Replicas;
import java.util.ArrayList;
import java.util.List;

/** Why the objects of the device plugin are as they are. */
final class PluginReasons {
  private static final String POD = "spec.template.spec.";

  private final PluginSettings settings;
  private final List<Reason> reasons = new ArrayList<>();

  private PluginReasons(PluginSettings settings) {
    this.settings = settings;
  }

  static List<Reason> of(PluginSettings settings) {
    PluginReasons all = new PluginReasons(settings);
    all.ofEveryPlugin();
    all.ofPrivileges();
    all.ofConfigs();
    all.ofMps();
    return List.copyOf(all.reasons);
  }

  private void add(String kind, String field, String text, Citation citation) {
    reasons.add(new Reason(kind, field, text, citation));
  }

  private void daemonSet(String field, String text, Citation citation) {
    add("DaemonSet", POD + field, text, citation);
  }

  private void ofEveryPlugin() {
    daemonSet(
        "tolerations",
        "a GPU node whose taint is not tolerated has no plugin, and so no GPUs",
        PluginSources.TAINTS);
    daemonSet(
        "priorityClassName",
        "a node that is full makes room for it, as without it no pod gets a GPU",
        PluginSources.CRITICAL);
    if (settings.nodeSelector.isEmpty()) {
      daemonSet(
          "affinity",
          "nodes with an NVIDIA card, as Node Feature Discovery labels them; label others nvidia.com/gpu.present=true",
          PluginSources.CHART);
    }
  }

  private void ofPrivileges() {
    String field = "containers[0].securityContext";
    if (settings.passesDeviceSpecs()) {
      daemonSet(
          field,
          "PASS_DEVICE_SPECS needs it; it is for the kubelet's CPU manager alone",
          PluginSources.README);
    } else if (settings.hasMigInstances() || settings.mountsDeviceList()) {
      daemonSet(
          field,
          settings.hasMigInstances()
              ? "to watch MIG instances takes SYS_ADMIN"
              : "volume-mounts takes SYS_ADMIN",
          PluginSources.CHART);
    }
    if (settings.usesCdi()) {
      daemonSet(
          "volumes",
          "the plugin writes CDI specifications to /var/run/cdi, made of the driver's files; the runtime must have CDI turned on",
          PluginSources.CHART);
    }
  }

  private void ofConfigs() {
    if (settings.configs.isEmpty()) {
      return;
    }
    add(
        "DaemonSet",
        "spec.template.metadata.annotations",
        "the plugin reads its config when it starts: pods are made anew where the ConfigMap is another",
        PluginSources.CHART);
    settings.configs.forEach(
        (name, config) ->
            config.replicas().stream().limit(1).forEach(shared -> ofSharing(name, shared)));
    if (settings.isPerNode()) {
      add(
          "DaemonSet",
          POD + "shareProcessNamespace",
          "the sidecar sends the plugin SIGHUP when the label %s of the node says another config"
              .formatted(DevicePlugin.NODE_LABEL),
          PluginSources.CONFIG_MANAGER);
    }
  }

  private void ofSharing(String config, Replicas shared) {
    String field = config.contains(".") ? "data['" + config + "']" : "data." + config;
    add("ConfigMap", field, "pods ask for " + shared.sharedResource(), PluginSources.README);
    shared
        .notes()
        .forEach(
            note ->
                note.citation()
                    .ifPresent(source -> add("ConfigMap", field, note.message(), source)));
  }

  private void ofMps() {
    if (!settings.isMps()) {
      return;
    }
    daemonSet(
        "nodeSelector['%s']".formatted(MpsDaemonSet.CAPABLE),
        "GPU Feature Discovery writes %s=true where the config has MPS; without it, write it yourself"
            .formatted(MpsDaemonSet.CAPABLE),
        PluginSources.CHART);
    daemonSet(
        "hostPID",
        "the MPS server looks for its own process in /proc of the host",
        PluginSources.CHART);
  }
}
