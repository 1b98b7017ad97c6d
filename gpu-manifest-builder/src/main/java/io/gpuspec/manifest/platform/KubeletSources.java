package io.gpuspec.manifest.platform;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** Where the rules on the kubelet come from. */
final class KubeletSources {
  static final Citation TOPOLOGY =
      new Citation(
          "Kubernetes, Control Topology Management Policies on a node", "2026", Status.DOCUMENTED);
  static final Citation CPU_POLICY =
      new Citation(
          "Kubernetes, Control CPU Management Policies on the Node", "2026", Status.DOCUMENTED);
  static final Citation RESERVED =
      new Citation(
          "Kubernetes, Reserve Compute Resources for System Daemons: explicitly reserved CPU list",
          "2026",
          Status.DOCUMENTED);

  static final Citation DROP_IN =
      new Citation(
          "Kubernetes, Set Kubelet Parameters Via A Configuration File: drop-in directory",
          "2026",
          Status.DOCUMENTED);

  private KubeletSources() {}
}
