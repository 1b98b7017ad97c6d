package io.gpuspec.manifest.internal.found;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Node labels that only clouds write, and labels that name a node's GPU. */
public final class CloudLabels {
  private static final String EKS = "eks";
  private static final String ACK = "ack";
  private static final String TKE = "tke";

  /**
   * The beginnings of cloud label keys, also after a dot, and keys without a domain; each with the
   * cloud whose nodes have the label.
   *
   * <p>Source: the vendors' pages of node labels: Google Kubernetes Engine, Azure Kubernetes
   * Service, Amazon EKS and Karpenter, Container Service for Kubernetes, Tencent Kubernetes Engine,
   * Oracle Kubernetes Engine, DigitalOcean Kubernetes, CoreWeave Kubernetes Service.
   */
  private static final Map<String, String> CLOUDS =
      Map.ofEntries(
          Map.entry("cloud.google.com", "gke"),
          Map.entry("gke.io", "gke"),
          Map.entry("azure.com", "aks"),
          Map.entry("amazonaws.com", EKS),
          Map.entry("k8s.aws", EKS),
          Map.entry("karpenter.sh", EKS),
          Map.entry("eksctl.io", EKS),
          Map.entry("aliyun.com", ACK),
          Map.entry("aliyun.accelerator", ACK),
          Map.entry("alibabacloud.com", ACK),
          Map.entry("ack.node.gpu.schedule", ACK),
          Map.entry("ack.node.gpu.placement", ACK),
          Map.entry("tencent.com", TKE),
          Map.entry("nvidia-device-enable", TKE),
          Map.entry("qgpu-device-enable", TKE),
          Map.entry("oraclecloud.com", "oke"),
          Map.entry("digitalocean.com", "doks"),
          Map.entry("coreweave.com", "cks"),
          Map.entry("coreweave.cloud", "cks"));

  private static final Pattern GPU = Pattern.compile("(?i).*(gpu|accelerator|cuda).*");

  /** Values that say that there is a GPU, and not which. */
  private static final Set<String> ANY =
      Set.of(
          "", "true", "yes", "on", "enable", "enabled", "present", "gpu", "nvidia", "nvidia-gpu");

  private CloudLabels() {}

  /**
   * Returns the cloud whose own nodes alone have a label, as targets name their clouds; empty for a
   * label that may be on any node.
   */
  public static Optional<String> cloud(String key) {
    int slash = key.indexOf('/');
    String domain = slash < 0 ? key : key.substring(0, slash);
    return CLOUDS.entrySet().stream()
        .filter(own -> domain.equals(own.getKey()) || domain.endsWith("." + own.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Returns whether a requirement on a label selects a GPU, in unknown words. */
  public static boolean saysWhichGpu(String key, String operator, List<String> values) {
    boolean isOpen =
        operator.equals("Exists")
            || (operator.equals("In")
                && values.stream().allMatch(v -> ANY.contains(v.toLowerCase(Locale.ROOT))));
    return !isOpen && GPU.matcher(key).matches();
  }
}
