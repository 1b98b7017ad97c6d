package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.Map;

/** Rules for quotas and limits of namespaces. */
final class TenancyRules {
  static final Map<String, Check> ALL = Map.of("quota-below-pods", TenancyRules::belowPods);

  private static final String REQUESTS = "requests.";

  private TenancyRules() {}

  private static void belowPods(Inspected object, Report report) {
    if (!object.is("ResourceQuota")) {
      return;
    }
    for (Map.Entry<String, YamlPlace> each :
        Places.fields(object.place(), "spec", "hard").entrySet()) {
      String limit = Places.textOf(each.getValue());
      if (!each.getKey().startsWith(REQUESTS) || !limit.matches("[0-9]{1,9}")) {
        continue;
      }
      String resource = each.getKey().substring(REQUESTS.length());
      long most =
          report.around().gpuWorkloads().stream()
              .filter(one -> one.namespace().isPresent())
              .filter(one -> one.namespace().equals(object.namespace()))
              .flatMap(one -> one.gpuPods().stream())
              .mapToLong(pods -> pods.count(resource))
              .max()
              .orElse(0);
      if (most > Long.parseLong(limit)) {
        report.at(
            each.getValue(),
            Map.of("key", resource, "value", String.valueOf(most), "limit", limit));
      }
    }
  }
}
