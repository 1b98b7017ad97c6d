package io.gpuspec.judges;

import io.gpuspec.judges.Said.Step;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.manifest.platform.PluginFlag;
import io.gpuspec.share.Replicas;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random device plugins of a version that the real one has, and random configs for them. */
final class PluginConfigs {
  /** What came with 0.20.0, which cannot be pinned yet. */
  private static final Set<PluginFlag<?>> TOO_NEW =
      Set.of(PluginFlag.SHARED_DEVICES_ALLOCATION_POLICY);

  private static final List<String> PATHS = List.of("/", "/run/nvidia/driver", "/a b", "/yes");
  private static final List<String> DURATIONS = List.of("60s", "1m30s", "90m", "infinite");

  private PluginConfigs() {}

  /** Configs that the plugin starts with. */
  static Arbitrary<Said<DevicePluginConfig>> configs() {
    return Combinators.combine(some(configSteps()), sharing())
        .as(
            (steps, sharing) ->
                new Said<>("DevicePluginConfig.empty()", DevicePluginConfig::empty)
                    .then(steps)
                    .then(sharing))
        .filter(config -> config.get().problems().isEmpty());
  }

  private static Arbitrary<Step<DevicePluginConfig>> sharing() {
    Arbitrary<Integer> counts = Arbitraries.of(2, 3, 16, 48);
    Arbitrary<Boolean> choice = Arbitraries.of(true, false);
    return Combinators.combine(Arbitraries.of(0, 1, 2), counts, choice, choice)
        .as(
            (strategy, count, renamed, failing) -> {
              if (strategy == 0) {
                return new Step<>("", config -> config);
              }
              String java =
                  "Replicas.%s(%d)%s.failRequestsGreaterThanOne(%s)"
                      .formatted(
                          strategy == 1 ? "timeSlicing" : "mps",
                          count,
                          renamed ? ".renameByDefault()" : "",
                          strategy == 2 || failing);
              Replicas shared = strategy == 1 ? Replicas.timeSlicing(count) : Replicas.mps(count);
              Replicas all =
                  (renamed ? shared.renameByDefault() : shared)
                      .failRequestsGreaterThanOne(strategy == 2 || failing);
              return strategy == 1
                  ? new Step<>(
                      ".sharing(%s, %s.ofResource(\"mig-1g.5gb\"))".formatted(java, java),
                      config -> config.sharing(all, all.ofResource("mig-1g.5gb")))
                  : new Step<>(".sharing(%s)".formatted(java), config -> config.sharing(all));
            });
  }

  private static <T> Arbitrary<List<T>> some(List<Arbitrary<T>> all) {
    Arbitrary<List<T>> some = Arbitraries.just(List.of());
    for (Arbitrary<T> one : all) {
      some =
          Combinators.combine(some, one, Arbitraries.of(true, false))
              .as(
                  (before, more, taken) -> {
                    List<T> both = new ArrayList<>(before);
                    if (taken) {
                      both.add(more);
                    }
                    return both;
                  });
    }
    return some;
  }

  private static List<Arbitrary<Step<DevicePluginConfig>>> configSteps() {
    List<Arbitrary<Step<DevicePluginConfig>>> steps = new ArrayList<>();
    for (PluginFlag<?> flag : PluginFlag.all()) {
      if (!TOO_NEW.contains(flag)) {
        steps.add(step(flag));
      }
    }
    return steps;
  }

  private static <T> Arbitrary<Step<DevicePluginConfig>> step(PluginFlag<T> flag) {
    return values(flag)
        .map(
            value ->
                new Step<>(
                    ".with(%s, %s)".formatted(flag.path(), value), c -> c.with(flag, value)));
  }

  private static <T> Arbitrary<T> values(PluginFlag<T> flag) {
    return Arbitraries.of(written(flag)).map(flag::read);
  }

  private static List<?> written(PluginFlag<?> flag) {
    return switch (flag.form()) {
      case TRUTH -> List.of(true, false);
      case WORD -> flag.words();
      case WORDS -> List.of(flag.words(), flag.words().subList(0, 1), flag.words().subList(3, 4));
      case NUMBERS -> List.of(List.of(), List.of(0));
      case TEXT -> flag == PluginFlag.GFD_SLEEP_INTERVAL ? DURATIONS : texts(flag);
    };
  }

  private static List<String> texts(PluginFlag<?> flag) {
    return flag == PluginFlag.CDI_ANNOTATION_PREFIX ? List.of("cdi.k8s.io/", "true") : PATHS;
  }

  /** Plugins with up to three configs, and some variables. */
  static Arbitrary<Said<DevicePlugin>> plugins() {
    return Combinators.combine(
            configs().list().ofMaxSize(3),
            Arbitraries.of("kube-system", "ai"),
            Arbitraries.of(PluginFlag.DEVICE_LIST_STRATEGY.words())
                .list()
                .ofMinSize(1)
                .ofMaxSize(2),
            Arbitraries.of(PluginFlag.MIG_STRATEGY.words()),
            Arbitraries.of(true, false))
        .as(PluginConfigs::plugin)
        .filter(plugin -> plugin.get().problems().isEmpty());
  }

  private static Said<DevicePlugin> plugin(
      List<Said<DevicePluginConfig>> configs,
      String namespace,
      List<String> ways,
      String strategy,
      boolean specs) {
    Said<DevicePlugin> plugin =
        new Said<>(
            "DevicePlugin.version(\"v0.19.3\").namespace(\"%s\").with(ways, %s).with(mig, %s).with(specs, %s)"
                .formatted(namespace, ways, strategy, specs),
            () ->
                DevicePlugin.version("v0.19.3")
                    .namespace(namespace)
                    .with(PluginFlag.DEVICE_LIST_STRATEGY, ways)
                    .with(PluginFlag.MIG_STRATEGY, strategy)
                    .with(PluginFlag.PASS_DEVICE_SPECS, specs));
    for (int i = 0; i < configs.size(); i++) {
      String name = i == 0 ? "default" : "config-" + i;
      Said<DevicePluginConfig> config = configs.get(i);
      plugin =
          plugin.then(
              new Step<>(
                  ".config(\"%s\", %s)".formatted(name, config.java()),
                  before -> before.config(name, config.get())));
    }
    return plugin;
  }
}
