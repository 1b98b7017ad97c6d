package io.gpuspec.benchmarks;

import com.sun.management.ThreadMXBean;
import io.gpuspec.fleet.ClusterState;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes a cluster as kubectl does, as long as is asked for, reads it, and prints the CPU time, the
 * most that the old generation of a serial collector held, and what is kept.
 */
public final class ClusterFileLoop {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int PODS_OF_A_NODE = 8;

  private ClusterFileLoop() {}

  /**
   * @param args the length of the file in MB
   */
  public static void main(String[] args) throws IOException {
    Path file = Files.createTempFile("cluster", ".json");
    try {
      int nodes = write(file, Long.parseLong(args[0]) * 1_000_000);
      long cpu = THREADS.getCurrentThreadCpuTime();
      ClusterState state = ClusterState.read(file);
      double seconds = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9;
      long most = old();
      System.gc();
      Runtime heap = Runtime.getRuntime();
      System.out.printf(
          Locale.ROOT,
          "%d MB, %d nodes with %d pods each, %s of them read: %.1f CPU s, at most %d MiB, %d MiB"
              + " kept%n",
          Files.size(file) / 1_000_000,
          nodes,
          PODS_OF_A_NODE,
          state,
          seconds,
          most >> 20,
          (heap.totalMemory() - heap.freeMemory()) >> 20);
    } finally {
      Files.delete(file);
    }
  }

  private static long old() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().startsWith("Tenured"))
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  private static int write(Path file, long length) throws IOException {
    int nodes = 0;
    long written = 0;
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("{\"apiVersion\": \"v1\", \"items\": [\n");
      while (written < length) {
        StringBuilder text = new StringBuilder(nodes == 0 ? "" : ",\n").append(node(nodes));
        for (int p = 0; p < PODS_OF_A_NODE; p++) {
          text.append(",\n").append(pod(nodes, p));
        }
        out.append(text);
        written += text.length();
        nodes++;
      }
      out.write("], \"kind\": \"List\", \"metadata\": {\"resourceVersion\": \"\"}}\n");
    }
    return nodes;
  }

  private static String node(int number) {
    return """
        {"kind": "Node", "metadata": {"name": "node-%d", "uid": "6a0b0e56-2f2a-4d57-9a3c-%012d",
          "labels": {"node.kubernetes.io/instance-type": "g5.48xlarge",
            "topology.kubernetes.io/zone": "us-east-1a", "kubernetes.io/hostname": "node-%d"},
          "managedFields": [%s]},
         "spec": {"providerID": "aws:///us-east-1a/i-%017d"},
         "status": {"allocatable": {"cpu": "191450m", "memory": "740000Mi", "nvidia.com/gpu": "8",
            "pods": "110"},
          "images": [%s],
          "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}\
        """
        .formatted(number, number, number, fields(4), number, images(number));
  }

  private static String images(int node) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      all.append(i == 0 ? "" : ", ")
          .append(
              "{\"names\": [\"registry.example/team/image-%d@sha256:%064d\"], \"sizeBytes\": %d}"
                  .formatted(i, node * 50L + i, 1_000_000L * i));
    }
    return all.toString();
  }

  private static String pod(int node, int number) {
    String template =
        "{\"containers\": [{\"name\": \"main\", \"image\": \"registry.example/team/image:v1\", \"env\": [%s],"
                .formatted(environment(node * 10 + number))
            + " \"resources\": {\"requests\": {\"cpu\": \"2\", \"memory\": \"16Gi\"}, \"limits\": {\"nvidia.com/gpu\": \"1\"}}}]";
    return """
        {"kind": "Pod", "metadata": {"name": "pod-%d-%d", "namespace": "team-%d",
          "uid": "0f1b6a0e-5c2a-4b77-8f0d-%012d", "labels": {"app": "app-%d"},
          "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "%s"},
          "ownerReferences": [{"kind": "ReplicaSet", "name": "app-%d"}],
          "managedFields": [%s]},
         "spec": %s, "nodeName": "node-%d",
          "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists"}]},
         "status": {"phase": "Running", "podIP": "10.0.%d.%d", "conditions": [
          {"type": "Ready", "status": "True", "lastTransitionTime": "2026-11-26T00:00:00Z"}]}}\
        """
        .formatted(
            node,
            number,
            node % 20,
            node * 10L + number,
            node % 500,
            template.replace("\"", "\\\"") + "}",
            node % 500,
            fields(6),
            template,
            node,
            node % 250,
            number);
  }

  private static String environment(int number) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      all.append(i == 0 ? "" : ", ")
          .append("{\"name\": \"SETTING_%d\", \"value\": \"value-%d-%d\"}".formatted(i, number, i));
    }
    return all.toString();
  }

  private static String fields(int managers) {
    StringBuilder all = new StringBuilder();
    for (int m = 0; m < managers; m++) {
      all.append(m == 0 ? "" : ", ")
          .append("{\"manager\": \"manager-%d\", \"fieldsV1\": {\"f:spec\": {".formatted(m));
      for (int i = 0; i < 20; i++) {
        all.append(i == 0 ? "" : ", ").append("\"f:field%d\": {\"f:name\": {}}".formatted(i));
      }
      all.append("}}}");
    }
    return all.toString();
  }
}
