package io.gpuspec.judges;

import java.util.List;
import java.util.Map;

/** Values for the options of TKE's super node, and which of them go together. */
final class SuperNodeValues {
  /** Values by the name of the option. */
  static final Map<String, List<String>> BY_OPTION =
      Map.ofEntries(
          Map.entry("image-cache", List.of("auto", "imc-abc123XYZ")),
          Map.entry("image-cache-disk", List.of("1", "200")),
          Map.entry("images-size", List.of("6G", "1Gi")),
          Map.entry("image-cache-disk-type", List.of("CLOUD_BASIC", "CLOUD_TSSD")),
          Map.entry("image-cache-disk-retain-minute", List.of("1", "525600")),
          Map.entry("cbs-reuse-key", List.of("image-name", "a/b:c#d\"e'")),
          Map.entry("registry-insecure-skip-verify", List.of("all", "harbor.example.com:5000,r")),
          Map.entry("registry-http-endpoint", List.of("10.0.0.1")),
          Map.entry("cpu-type", List.of("amd,intel", "SA5,S5,C6")),
          Map.entry("eklet-version", List.of("nvidia-550", "latest-tkex-ts4")),
          Map.entry("role-name", List.of("TKE_QCSLinkedRoleInEKSLog", "=", "1")),
          Map.entry(
              "host-sysctls", List.of("[{\"name\": \"net.core.rmem_max\", \"value\": \"1 2\"}]")),
          Map.entry("host-modprobe", List.of("toa", "8021q")),
          Map.entry("host-timezone", List.of("Asia/Shanghai", "UTC")),
          Map.entry("spread-placement-group-id", List.of("ps-abc12345")),
          Map.entry("resource-tag", List.of("{\"部门\": \"A\"}")),
          Map.entry("root-cbs-size", List.of("20", "32000")),
          Map.entry("image-gc-high-threshold", List.of("81", "100")),
          Map.entry("image-gc-low-threshold", List.of("1", "79")),
          Map.entry("image-gc-period", List.of("3m", "1h30m5s")),
          Map.entry("container-gc-threshold", List.of("85")),
          Map.entry("pod-eviction-threshold", List.of("85")),
          Map.entry("security-group-id", List.of("sg-a", "sg-a,sg-b")),
          Map.entry("retain-ip-hours", List.of("1", "8760")),
          Map.entry("eip-attributes", List.of("", "{}", "{\"InternetMaxBandwidthOut\":50}")),
          Map.entry("eip-claim-delete-policy", List.of("Never")),
          Map.entry("eip-id-list", List.of("eip-a,eip-b")),
          Map.entry("pod-eth-idx", List.of("0", "1")),
          Map.entry("resolv-conf", List.of("nameserver ::1", "nameserver 8.8.8.8\nsearch a b\n")),
          Map.entry("cluster-ip-switch", List.of("disable")),
          Map.entry("duration-to-wait-service-rules", List.of("30s")),
          Map.entry("ipvs-scheduler", List.of("rr", "sh")),
          Map.entry("ipvs-sync-period", List.of("30s")),
          Map.entry("ipvs-min-sync-period", List.of("2s")),
          Map.entry("metrics-port", List.of("1", "65535")),
          Map.entry("custom-metrics-url", List.of("/", "/metrics?a=b#c:%20d")),
          Map.entry("cri-stats-interval", List.of("30s")),
          Map.entry("tail-buffer-max-size", List.of("2M", "512K")),
          Map.entry("heartbeat-lost-period", List.of("1m")),
          Map.entry("reserve-sandbox-duration", List.of("1m")),
          Map.entry("reserve-task-shorter-than", List.of("5s")),
          Map.entry("ds-inject-by-label", List.of("okg:true", "example.com/a:")));

  /** What an option is refused without: another that is chosen, and not {@code false}. */
  private static final Map<String, String> NEEDS =
      Map.of(
          "image-cache-disk", "image-cache",
          "images-size", "image-cache",
          "image-cache-disk-rule", "image-cache",
          "image-cache-disk-type", "image-cache",
          "image-cache-disk-retain-minute", "image-cache",
          "retain-ip-hours", "retain-ip",
          "eip-claim-delete-policy", "eip-attributes",
          "reserve-succeeded-sandbox", "reserve-sandbox-duration",
          "reserve-task-shorter-than", "reserve-sandbox-duration",
          "ds-inject-by-label", "ds-injection");

  private SuperNodeValues() {}

  /** Whether an option may be chosen beside the others. */
  static boolean goesWith(String option, Map<String, String> others) {
    return switch (option) {
      case "eip-id-list" -> !others.containsKey("eip-attributes");
      case "cbs-reuse-key" -> !"true".equals(others.get("not-reuse-cbs"));
      case "ipvs-sh-port" -> "sh".equals(others.get("ipvs-scheduler"));
      default ->
          !NEEDS.containsKey(option)
              || !"false".equals(others.getOrDefault(NEEDS.get(option), "false"));
    };
  }

  /** Whether the options that were chosen, as Java, are for this kind of workload. */
  static boolean goWith(String kind, String chosen) {
    boolean daemons = kind.equals("daemonSet");
    boolean named = kind.equals("pod") || kind.equals("statefulSet");
    return (named || !chosen.contains("\"retain-ip\", \"true\""))
        && (daemons || !chosen.contains("\"ds-injection\", \"true\""))
        && (!daemons || !chosen.contains("\"image-cache\", \"auto\""))
        && runs(chosen, daemons ? "DaemonSet" : kind);
  }

  /** Whether a target, as Java, runs workloads of a kind. */
  static boolean runs(String target, String kind) {
    return !kind.equals("DaemonSet") || !target.contains("in(\"ack/eci\")");
  }

  /** Whether a target, as Java, is the super node. */
  static boolean isOf(String target) {
    return target.contains("in(\"tke\")");
  }
}
