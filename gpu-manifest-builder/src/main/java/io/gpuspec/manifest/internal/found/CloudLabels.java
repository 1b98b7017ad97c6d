package io.gpuspec.manifest.internal.found;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Node labels that only clouds write, and labels that name a node's GPU. */
public final class CloudLabels {
  /**
   * The beginnings of cloud label keys, also after a dot.
   *
   * <p>Source: the vendors' pages of node labels: Google Kubernetes Engine, Azure Kubernetes
   * Service, Amazon EKS and Karpenter, Container Service for Kubernetes, Tencent Kubernetes Engine,
   * Oracle Kubernetes Engine, DigitalOcean Kubernetes, CoreWeave Kubernetes Service.
   */
  private static final List<String> DOMAINS =
      List.of(
          "cloud.google.com",
          "gke.io",
          "azure.com",
          "amazonaws.com",
          "k8s.aws",
          "karpenter.sh",
          "eksctl.io",
          "aliyun.com",
          "aliyun.accelerator",
          "alibabacloud.com",
          "tencent.com",
          "oraclecloud.com",
          "digitalocean.com",
          "coreweave.com",
          "coreweave.cloud");

  private static final Pattern GPU = Pattern.compile("(?i).*(gpu|accelerator|cuda).*");

  /** Values that say that there is a GPU, and not which. */
  private static final Set<String> ANY =
      Set.of(
          "", "true", "yes", "on", "enable", "enabled", "present", "gpu", "nvidia", "nvidia-gpu");

  private CloudLabels() {}

  /** Returns whether some cloud's own nodes alone have a label. */
  public static boolean isOfACloud(String key) {
    int slash = key.indexOf('/');
    String domain = slash < 0 ? "" : key.substring(0, slash);
    return DOMAINS.stream().anyMatch(own -> domain.equals(own) || domain.endsWith("." + own));
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
