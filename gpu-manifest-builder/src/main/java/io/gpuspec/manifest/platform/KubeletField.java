package io.gpuspec.manifest.platform;

import java.util.Map;
import java.util.TreeMap;

/** The fields of a KubeletConfiguration that are written. */
final class KubeletField {
  static final String TOPOLOGY_POLICY = "topologyManagerPolicy";
  static final String TOPOLOGY_SCOPE = "topologyManagerScope";
  static final String TOPOLOGY_OPTIONS = "topologyManagerPolicyOptions";
  static final String CPU_POLICY = "cpuManagerPolicy";
  static final String CPU_OPTIONS = "cpuManagerPolicyOptions";
  static final String RESERVED_CPUS = "reservedSystemCPUs";
  static final String SYSTEM_RESERVED = "systemReserved";
  static final String KUBE_RESERVED = "kubeReserved";

  /** Of what is reserved. */
  static final String CPU = "cpu";

  private KubeletField() {}

  /** A field that is a mapping of texts; empty where it is not there. */
  static Map<String, String> map(Map<String, Object> fields, String field) {
    Map<String, String> map = new TreeMap<>();
    if (fields.get(field) instanceof Map<?, ?> entries) {
      entries.forEach((key, value) -> map.put((String) key, (String) value));
    }
    return map;
  }
}
