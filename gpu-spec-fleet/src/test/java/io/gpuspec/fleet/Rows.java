package io.gpuspec.fleet;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;

/** A target whose rows a test names. */
final class Rows {
  static final String ONE = row("one", 1, 4, "16Gi", "1.00");
  static final String TWO = row("two", 2, 16, "64Gi", "1.90");
  static final String FOUR = row("four", 4, 48, "192Gi", "3.50");

  private Rows() {}

  static Target target(String... rows) {
    return TestCloud.of(
            "cloud",
            TestCloud.read(
                """
                {"target": "cloud", "edition": "2024-05", "unit": "node", "citation": "list",
                 "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
                 "gpus": [{"name": "T4", "card": "T4"}, {"name": "V100", "card": "V100-16G"}],
                 "specs": [%s]}
                """
                    .formatted(String.join(",", rows))))
        .target();
  }

  /** A row of T4s with a price on demand in USD. */
  static String row(String name, int gpus, int cpu, String memory, String price) {
    return """
        {"gpu": "T4", "gpus": %s, "name": "%s", "upward": [{"cpu": "%s", "memory": "%s"}],
         "policy": "fixed", "citation": "list", "prices": [
          {"amount": "%s", "currency": "USD", "per": "hour", "region": "here",
           "capacityType": "on-demand", "citation": "list"}]}"""
        .formatted(gpus, name, cpu, memory, price);
  }

  static Demand t4(String name, int pods, int cpu) {
    return Demand.of(name, GpuRequest.of("T4").cpu(cpu).memory("4Gi").replicas(pods));
  }
}
