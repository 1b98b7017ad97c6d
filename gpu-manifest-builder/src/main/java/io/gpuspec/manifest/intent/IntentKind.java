package io.gpuspec.manifest.intent;

import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.WorkloadFields;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.value.UnknownNameException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind of document in a file of intents.
 *
 * @param page the page that explains it
 */
record IntentKind(String name, String page, Schema.Fields schema, Reader reader) {

  /** A function that reads a document that conforms to its kind's schema, as far as possible. */
  interface Reader {
    Draft read(Part document);
  }

  /** Every kind, by its name. */
  static final Map<String, IntentKind> ALL =
      // A provider cannot redefine what the library itself reads.
      Stream.concat(
              Stream.of(
                  new IntentKind(
                      WorkloadFields.KIND, Pages.INTENTS, WorkloadFields.SCHEMA, Draft::workload),
                  new IntentKind(GangFields.KIND, Pages.GANG, GangFields.SCHEMA, Draft::gang),
                  new IntentKind(
                      NodePoolFields.KIND,
                      Pages.NODE_PLAN,
                      NodePoolFields.SCHEMA,
                      document -> Draft.platform(document, NodePoolFields.read(document))),
                  of(QueueFields.VOLCANO),
                  of(QueueFields.KUEUE),
                  of(TenancyFields.KIND),
                  of(KubeletFields.KIND),
                  of(DevicePluginFields.KIND),
                  of(AlertFields.KIND),
                  of(MonitoringFields.EXPORTER),
                  of(MonitoringFields.DASHBOARD),
                  of(OperatorFields.KIND),
                  of(QuotaFields.QUOTA),
                  of(QuotaFields.LIMIT_RANGE),
                  of(MigManagerFields.KIND),
                  of(NodeLabelerFields.KIND)),
              ProviderKind.all())
          .collect(Collectors.toMap(IntentKind::name, kind -> kind, (a, b) -> a, TreeMap::new));

  private static IntentKind of(PlatformKind<?> kind) {
    return new IntentKind(
        kind.name(),
        kind.page(),
        kind.schema(),
        document -> Draft.platform(document, kind.read(document)));
  }

  /** Returns the kind of a document. */
  static IntentKind of(YamlPlace document) {
    YamlPlace kind = document.require("kind");
    document.find("apiVersion").ifPresent(version -> requireIntent(version, kind));
    IntentKind known = ALL.get(kind.string());
    if (known == null) {
      throw kind.problem(
          new UnknownNameException(
                  "intent.unknown", "kind of intent", YamlText.shown(kind.string()), ALL.keySet())
              .getMessage());
    }
    return known;
  }

  /** A manifest has a version of Kubernetes or of an operator: with a slash, or v1. */
  private static void requireIntent(YamlPlace version, YamlPlace kind) {
    String api = version.rendered();
    boolean isOurs = api.startsWith(Table.API_VERSION.substring(0, Table.API_VERSION.indexOf('/')));
    if (!isOurs && !ALL.containsKey(kind.string())) {
      throw version.problem(
          "'%s' is a manifest of a %s, not an intent; see where its pods land with gpuspec match -f FILE, change it with gpuspec migrate, or write apiVersion: %s for an intent"
              .formatted(YamlText.shown(api), YamlText.shown(kind.string()), Table.API_VERSION));
    }
  }
}
