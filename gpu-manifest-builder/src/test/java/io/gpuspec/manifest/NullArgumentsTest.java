package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.gang.Gang;
import io.gpuspec.manifest.gang.GangJob;
import io.gpuspec.manifest.gang.IndexedJob;
import io.gpuspec.manifest.gang.JobSet;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.PodGroup;
import io.gpuspec.manifest.gang.VolcanoJob;
import io.gpuspec.manifest.gang.VolcanoQueue;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.manifest.platform.GpuAlert;
import io.gpuspec.manifest.platform.GpuAlerts;
import io.gpuspec.manifest.platform.GpuLabeler;
import io.gpuspec.manifest.platform.GpuLimitRange;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.GpuPriority;
import io.gpuspec.manifest.platform.GpuQuota;
import io.gpuspec.manifest.platform.GpuTeam;
import io.gpuspec.manifest.platform.KubeletSettings;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.manifest.platform.MigManagerConfig;
import io.gpuspec.manifest.platform.PluginFlag;
import io.gpuspec.manifest.platform.PoolPlan;
import io.gpuspec.manifest.platform.Tenancy;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigPartedConfig;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.share.Replicas;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Null in place of any argument of any public method is refused like every other bad value. The
 * methods are found by reflection, so that a new one cannot be forgotten.
 */
class NullArgumentsTest {
  private static final Target TKE = Gpus.load().in("tke");
  private static final Manifests MANIFESTS = GpuWorkload.pod("p", "r/i:v1").gpu("T4").on(TKE);
  private static final WorkloadFile FILE =
      WorkloadFile.parse("f.yaml", MANIFESTS.yaml().toString());

  private static final GpuWorkload WORKER = GpuWorkload.job("j", "r/i:v1").gpu("T4");
  private static final GangJob GANG = GangJob.of(1, WORKER);

  private static final GpuPool POOL = GpuPool.of("p", "T4").nodes("n").cards(1);
  private static final MigPartedConfig LAYOUTS =
      MigPartedConfig.of("none", MigGpu.of("A30").layout());

  private static final DevicePlugin PLUGIN =
      DevicePlugin.version("v0.20.0").config(DevicePluginConfig.empty());

  private static final Map<Class<?>, Object> RECEIVERS =
      Map.ofEntries(
          Map.entry(GpuWorkload.class, GpuWorkload.cronJob("p", "@daily", "r/i:v1")),
          Map.entry(WorkloadPods.class, WorkloadPods.empty()),
          Map.entry(WorkloadContainer.class, WorkloadContainer.of("c", "r/i:v1")),
          Map.entry(WorkloadProbe.class, WorkloadProbe.tcp(80)),
          Map.entry(WorkloadService.class, WorkloadService.of(80)),
          Map.entry(Manifests.class, MANIFESTS),
          Map.entry(PlacedPods.class, WORKER.placed(TKE, 1)),
          Map.entry(PlatformObjects.class, VolcanoQueue.of("q").objects()),
          Map.entry(WorkloadFile.class, FILE),
          Map.entry(Workload.class, FILE.workloads().get(0)),
          Map.entry(Landings.class, FILE.on(TKE)),
          Map.entry(CloudLandings.class, FILE.on(Gpus.load())),
          Map.entry(GangJob.class, GANG),
          Map.entry(IndexedJob.class, GANG.indexedJob()),
          Map.entry(JobSet.class, GANG.jobSet()),
          Map.entry(VolcanoJob.class, GANG.volcano()),
          Map.entry(PodGroup.class, GANG.podGroup()),
          Map.entry(VolcanoQueue.class, VolcanoQueue.of("q")),
          Map.entry(KueueQueue.class, KueueQueue.of("q")),
          Map.entry(GpuLabeler.class, GpuLabeler.ofDiscovered("r/i:v1")),
          Map.entry(GpuPool.class, POOL),
          Map.entry(GpuPools.class, GpuPools.of(POOL)),
          Map.entry(PoolPlan.class, GpuPools.of(POOL).pool("p")),
          Map.entry(LabelScheme.class, LabelScheme.named("gfd")),
          Map.entry(GpuQuota.class, GpuQuota.of("q")),
          Map.entry(GpuLimitRange.class, GpuLimitRange.of("l")),
          Map.entry(GpuPriority.class, GpuPriority.of("p", 1)),
          Map.entry(GpuTeam.class, GpuTeam.of("t", 1)),
          Map.entry(Tenancy.class, Tenancy.of("nvidia.com/gpu", 1)),
          Map.entry(KubeletSettings.class, KubeletSettings.of("restricted")),
          Map.entry(DevicePlugin.class, PLUGIN),
          Map.entry(DevicePluginConfig.class, DevicePluginConfig.empty()),
          Map.entry(PluginFlag.class, PluginFlag.MIG_STRATEGY),
          Map.entry(MigManagerConfig.class, MigManagerConfig.of(LAYOUTS)),
          Map.entry(DevicePluginFile.class, "no instance of it"),
          Map.entry(Intent.class, Intent.of(GANG.volcano())),
          Map.entry(GpuAlert.class, GpuAlert.xid()),
          Map.entry(GpuAlerts.class, GpuAlerts.of("a").alert(GpuAlert.xid())),
          Map.entry(ManifestSet.class, ManifestSet.of(List.of(MANIFESTS))),
          Map.entry(IntentFile.class, IntentFile.parse("i.yaml", "")));

  /** A good value for each type of argument. */
  private static final Map<Class<?>, Object> GOOD =
      Map.ofEntries(
          Map.entry(Optional.class, Optional.of("@daily")),
          // A quantity, a name and a key at once.
          Map.entry(String.class, "10000"),
          Map.entry(String[].class, new String[] {"a"}),
          Map.entry(int.class, 1),
          Map.entry(GpuWorkload.class, WORKER),
          Map.entry(List.class, List.of()),
          Map.entry(long.class, 1L),
          Map.entry(WorkloadContainer.class, WorkloadContainer.of("c", "r/i:v1")),
          Map.entry(WorkloadProbe.class, WorkloadProbe.tcp(80)),
          Map.entry(WorkloadService.class, WorkloadService.of(80)),
          Map.entry(Devices.class, Devices.any()),
          Map.entry(RestartPolicy.class, RestartPolicy.ALWAYS),
          Map.entry(ConcurrencyPolicy.class, ConcurrencyPolicy.FORBID),
          Map.entry(Taint.Effect.class, Taint.Effect.NO_SCHEDULE),
          Map.entry(Volume.class, new VolumeBuilder().withName("v").build()),
          Map.entry(Function.class, (Function<Object, Object>) intent -> TKE),
          Map.entry(UnaryOperator.class, UnaryOperator.identity()),
          Map.entry(Consumer.class, (Consumer<Object>) builder -> {}),
          Map.entry(Class.class, PodSpecBuilder.class),
          Map.entry(Target.class, TKE),
          Map.entry(Gpus.class, Gpus.load()),
          Map.entry(DevicePluginConfig.class, DevicePluginConfig.empty()),
          Map.entry(PluginFlag.class, PluginFlag.MIG_STRATEGY),
          Map.entry(Object.class, "none"),
          Map.entry(MigPartedConfig.class, LAYOUTS),
          Map.entry(MigStrategy.class, MigStrategy.NONE),
          Map.entry(Replicas[].class, new Replicas[] {Replicas.timeSlicing(2)}),
          Map.entry(NodeView[].class, new NodeView[] {NodeView.of("n")}),
          Map.entry(Collection.class, List.of()),
          Map.entry(Toleration.class, Toleration.exists("k")),
          Map.entry(Note.class, Note.of("a.note", "a note")),
          Map.entry(GpuAlert[].class, new GpuAlert[] {GpuAlert.xid()}),
          Map.entry(Gang.class, GANG.volcano()),
          Map.entry(GpuPool[].class, new GpuPool[] {POOL}),
          Map.entry(LabelScheme.class, LabelScheme.named("gfd")),
          Map.entry(PodView.class, PodView.empty()),
          Map.entry(Map.class, Map.of()),
          Map.entry(GpuTeam.class, GpuTeam.of("t", 1)),
          Map.entry(GpuPriority.class, GpuPriority.of("p", 1)),
          Map.entry(Path.class, Path.of("a")),
          Map.entry(InputStream.class, InputStream.nullInputStream()),
          Map.entry(Writer.class, new StringWriter()));

  @TestFactory
  Stream<DynamicTest> nullIsRefusedLikeAnyBadValue() {
    List<DynamicTest> tests = new ArrayList<>();
    RECEIVERS.forEach(
        (type, receiver) -> {
          for (Method method : publicMethods(type)) {
            Class<?>[] types = method.getParameterTypes();
            for (int i = 0; i < types.length; i++) {
              if (!types[i].isPrimitive()) {
                Object[] arguments = good(types);
                arguments[i] = null;
                tests.add(refused(method, i, receiver, arguments));
              }
              if (types[i] == String[].class) {
                Object[] arguments = good(types);
                arguments[i] = new String[] {"a", null};
                tests.add(refused(method, i, receiver, arguments));
              }
            }
          }
        });
    return tests.stream().sorted(Comparator.comparing(DynamicTest::getDisplayName));
  }

  @Test
  void aChangeThatGivesNothingIsRefused() {
    assertThat(catchThrowable(() -> GpuWorkload.pod("p", "r/i:v1").main(c -> nothing())))
        .isInstanceOf(GpuSpecException.class);
    assertThat(catchThrowable(() -> WorkloadContainer.of("c", "r/i:v1").edit(c -> nothing())))
        .isInstanceOf(GpuSpecException.class);
  }

  @SuppressWarnings("NullAway")
  private static <T> T nothing() {
    return null;
  }

  private static List<Method> publicMethods(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> !method.getName().equals("equals"))
        .toList();
  }

  private static Object[] good(Class<?>[] types) {
    return Stream.of(types)
        .map(
            type -> {
              Object value = GOOD.get(type);
              if (value == null) {
                throw new IllegalStateException("no good value for " + type + "; add one");
              }
              return value;
            })
        .toArray();
  }

  private static DynamicTest refused(
      Method method, int argument, Object receiver, Object[] arguments) {
    String name = method.toString().replaceAll("[a-z0-9.]+\\.([A-Z])", "$1") + " #" + argument;
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Throwable thrown =
              catchThrowable(
                  () -> {
                    try {
                      method.invoke(receiver, arguments);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
          assertThat(thrown).isInstanceOf(GpuSpecException.class).hasMessageContaining("null");
        });
  }
}
