package io.gpuspec.benchmarks;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A question to the service.
 *
 * @param status of its answer
 */
record SoakQuestion(String name, HttpRequest request, int status) {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final int KIBIBYTE = 1024;
  private static final int PODS = 50;

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: llm-%s
        annotations: {eks.tke.cloud.tencent.com/gpu-type: T4}
      spec:
        containers:
        - name: main
          image: registry.example/llm:v1
          resources:
            requests: {cpu: 3, memory: 10Gi}
            limits: {nvidia.com/gpu: 1}
      """;

  private static final String INTENT =
      """
      {"apiVersion": "gpuspec.io/v1", "kind": "GpuWorkload", "metadata": {"name": "llm"},
       "spec": {"kind": "Pod", "gpu": {"names": ["T4"]},
                "container": {"image": "registry.example/llm:v1", "requests": {"cpu": %s}}}}
      """;

  private static final String REVIEW =
      """
      {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
       "request": {"uid": "1", "kind": {"group": "", "version": "v1", "kind": "Pod"},
        "operation": "CREATE",
        "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "llm"},
         "spec": {"containers": [{"name": "main", "image": "registry.example/llm:v1",
           "resources": {"limits": {"memory": "%s", "nvidia.com/gpu": "1"}}}]}}}}
      """;

  /** Each question, at a service. */
  static List<SoakQuestion> all(URI service) {
    String pods =
        IntStream.range(0, PODS).mapToObj(POD::formatted).collect(Collectors.joining("---\n"));
    return List.of(
        get(service, "health", "/health", 200),
        post(service, "a match", "/match", "{\"provider\": \"tke\", \"gpu\": [\"V100\"]}", 200),
        post(service, "every cloud", "/match", "{\"minGpuMemory\": \"24Gi\", \"cpu\": 3}", 200),
        post(service, "no match", "/match", "{\"gpu\": [\"T4\"], \"cpu\": 500}", 200),
        post(service, "a pod", "/match/file?provider=tke", POD.formatted("a"), 200),
        post(service, "50 pods", "/match/file?provider=tke", pods, 200),
        post(service, "inspection", "/inspect", POD.formatted("a"), 200),
        post(service, "migration", "/migrate?from=tke&to=eks", POD.formatted("a"), 200),
        post(service, "manifests", "/build?provider=tke", INTENT.formatted("3"), 200),
        post(service, "message", "/diagnose", "{\"text\": \"1 Insufficient nvidia.com/gpu\"}", 200),
        post(service, "allowed review", "/admission", REVIEW.formatted("8Gi"), 200),
        post(service, "denied review", "/admission", REVIEW.formatted("512m"), 200),
        post(service, "longest body", "/match", padded("{}", 256 * KIBIBYTE), 200),
        post(service, "unknown field", "/match", "{\"gpuu\": [\"V100\"]}", 400),
        post(service, "no JSON", "/match", "{\"gpu\": [", 400),
        post(service, "no YAML", "/match/file", "a: [", 400),
        post(service, "no review", "/admission", "{}", 400),
        get(service, "unknown path", "/nope", 404),
        get(service, "other method", "/match", 405),
        post(service, "long body", "/match", padded("{}", 256 * KIBIBYTE + 1), 413),
        post(service, "long manifest", "/inspect", padded("a: b", 4096 * KIBIBYTE + 1), 413),
        post(service, "long review", "/admission", padded("{}", 8192 * KIBIBYTE + 1), 413),
        new SoakQuestion(
            "form",
            builder(service, "/match")
                .header("Content-Type", "multipart/form-data; boundary=x")
                .POST(BodyPublishers.ofString("{}"))
                .build(),
            415),
        post(service, "nothing to build", "/build?provider=tke", INTENT.formatted("500"), 422));
  }

  private static SoakQuestion get(URI service, String name, String path, int status) {
    return new SoakQuestion(name, builder(service, path).build(), status);
  }

  private static SoakQuestion post(URI service, String name, String path, String body, int status) {
    return new SoakQuestion(
        name, builder(service, path).POST(BodyPublishers.ofString(body)).build(), status);
  }

  private static HttpRequest.Builder builder(URI service, String path) {
    return HttpRequest.newBuilder(service.resolve(path)).timeout(LONGEST);
  }

  private static String padded(String body, int length) {
    return " ".repeat(length - body.length()) + body;
  }
}
