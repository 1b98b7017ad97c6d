package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.share.Replicas;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevicePluginTest {
  private static final DevicePlugin PLUGIN = DevicePlugin.version("v0.20.0");
  private static final DevicePluginConfig EMPTY = DevicePluginConfig.empty();
  private static final DevicePlugin PER_NODE =
      PLUGIN.config(EMPTY).config("shared", EMPTY.sharing(Replicas.timeSlicing(4)));

  private static final NodeView GPU_NODE =
      NodeView.of("gpu-1").label("nvidia.com/gpu.present", "true");

  private static PodSpec pod(DevicePlugin plugin, int daemonSet) {
    return plugin.objects().objects().stream()
        .filter(DaemonSet.class::isInstance)
        .map(object -> ((DaemonSet) object).getSpec().getTemplate().getSpec())
        .toList()
        .get(daemonSet);
  }

  private static Container main(DevicePlugin plugin) {
    return pod(plugin, 0).getContainers().get(0);
  }

  private static List<String> kinds(DevicePlugin plugin) {
    return plugin.objects().objects().stream().map(HasMetadata::getKind).toList();
  }

  private static List<String> variables(Container container) {
    return container.getEnv().stream().map(env -> env.getName() + "=" + env.getValue()).toList();
  }

  @Test
  void withoutAConfigThereIsNothingButTheDaemonSet() {
    assertThat(kinds(PLUGIN)).containsExactly("DaemonSet");
    assertThat(variables(main(PLUGIN)))
        .containsExactly(
            "NVIDIA_VISIBLE_DEVICES=all", "NVIDIA_DRIVER_CAPABILITIES=compute,utility");
    assertThat(main(PLUGIN).getImage()).isEqualTo("nvcr.io/nvidia/k8s-device-plugin:v0.20.0");
    assertThat(main(PLUGIN.image("mirror.example/plugin:1")).getImage())
        .isEqualTo("mirror.example/plugin:1");
    assertThat(PLUGIN)
        .hasToString("device plugin 0.20.0: kube-system/nvidia-device-plugin-daemonset");
  }

  @Test
  void oneConfigIsAFile() {
    DevicePlugin plugin = PLUGIN.config("slices", EMPTY.sharing(Replicas.timeSlicing(4)));

    assertThat(kinds(plugin)).containsExactly("ConfigMap", "DaemonSet");
    assertThat(variables(main(plugin))).contains("CONFIG_FILE=/config/slices");
    assertThat(((ConfigMap) plugin.objects().objects().get(0)).getData())
        .containsEntry(
            "slices",
            """
            version: v1
            sharing:
              timeSlicing:
                renameByDefault: false
                resources:
                - name: nvidia.com/gpu
                  replicas: 4
            """);
  }

  @Test
  void severalConfigsAreChosenByALabelOfTheNode() {
    assertThat(kinds(PER_NODE))
        .containsExactly(
            "ServiceAccount", "ClusterRole", "ClusterRoleBinding", "ConfigMap", "DaemonSet");
    PodSpec pod = pod(PER_NODE, 0);
    assertThat(pod.getShareProcessNamespace()).isTrue();
    assertThat(pod.getServiceAccountName()).isEqualTo("nvidia-device-plugin-daemonset");
    assertThat(variables(pod.getInitContainers().get(0)))
        .contains(
            "ONESHOT=true", "NODE_LABEL=nvidia.com/device-plugin.config", "SEND_SIGNAL=false");
    assertThat(variables(pod.getContainers().get(1)))
        .contains("ONESHOT=false", "SIGNAL=1", "PROCESS_TO_SIGNAL=nvidia-device-plugin");
    assertThat(variables(main(PER_NODE))).contains("CONFIG_FILE=/config/config.yaml");
    assertThat(PER_NODE.label("shared")).isEqualTo("nvidia.com/device-plugin.config=shared");
    assertError(() -> PER_NODE.label("share"), "device-plugin.unknown");
  }

  @Test
  void nodesWithoutALabelHaveADefault() {
    DevicePlugin two = PLUGIN.config("a", EMPTY).config("b", EMPTY);

    assertError(two::objects, "device-plugin.invalid");
    assertThat(two.defaultConfig("b").problems()).isEmpty();
    assertThat(two.defaultConfig("c").problems())
        .first()
        .asString()
        .contains("defaultConfig 'c' is not known");
  }

  @Test
  void anotherConfigMakesThePodsAnew() {
    assertThat(checksum(PLUGIN.config(EMPTY)))
        .isNotEqualTo(checksum(PLUGIN.config(EMPTY.migStrategy(MigStrategy.SINGLE))));
    assertThat(checksum(PLUGIN.config(EMPTY))).isEqualTo(checksum(PLUGIN.config(EMPTY)));
  }

  private static String checksum(DevicePlugin plugin) {
    DaemonSet set = (DaemonSet) plugin.objects().objects().get(1);
    return set.getSpec().getTemplate().getMetadata().getAnnotations().get("checksum/config");
  }

  @Test
  void aPrivilegeIsThereOnlyWhereItIsNeeded() {
    assertThat(main(PLUGIN).getSecurityContext().getCapabilities().getDrop())
        .containsExactly("ALL");
    assertThat(main(PLUGIN.with(PluginFlag.PASS_DEVICE_SPECS, true)).getSecurityContext())
        .satisfies(
            context -> {
              assertThat(context.getPrivileged()).isTrue();
              assertThat(context.getAllowPrivilegeEscalation()).isNull();
            });
    for (DevicePlugin plugin :
        List.of(
            PLUGIN.with(PluginFlag.MIG_STRATEGY, "mixed"),
            PLUGIN.config(EMPTY.migStrategy(MigStrategy.SINGLE)),
            PLUGIN.with(PluginFlag.DEVICE_LIST_STRATEGY, List.of("volume-mounts")))) {
      assertThat(main(plugin).getSecurityContext().getCapabilities().getAdd())
          .containsExactly("SYS_ADMIN");
    }
  }

  @Test
  void migInstancesAreWatched() {
    assertThat(variables(main(PLUGIN.with(PluginFlag.MIG_STRATEGY, "mixed"))))
        .contains("MIG_STRATEGY=mixed", "NVIDIA_MIG_MONITOR_DEVICES=all");
    assertThat(variables(main(PLUGIN)))
        .noneMatch(variable -> variable.startsWith("NVIDIA_MIG_MONITOR"));
  }

  @Test
  void cdiSpecificationsAreMadeOfTheDriversFiles() {
    DevicePlugin cdi =
        PLUGIN.with(PluginFlag.DEVICE_LIST_STRATEGY, List.of("cdi-cri", "cdi-annotations"));

    assertThat(variables(main(cdi))).contains("DEVICE_LIST_STRATEGY=cdi-cri,cdi-annotations");
    assertThat(pod(cdi, 0).getVolumes())
        .extracting(Volume::getName)
        .containsExactly("device-plugin", "driver-root", "cdi-root");
    assertThat(pod(cdi.with(PluginFlag.NVIDIA_DRIVER_ROOT, "/run/nvidia/driver"), 0).getVolumes())
        .anySatisfy(
            volume -> assertThat(volume.getHostPath().getPath()).isEqualTo("/run/nvidia/driver"));
  }

  @Test
  void mpsHasADaemonOfItsOwn() {
    DevicePlugin mps = PLUGIN.config(EMPTY.sharing(Replicas.mps(4)));
    PodSpec daemon = pod(mps, 1);

    assertThat(kinds(mps)).containsExactly("ConfigMap", "DaemonSet", "DaemonSet");
    assertThat(variables(main(mps))).contains("MPS_ROOT=/run/nvidia/mps");
    assertThat(daemon.getHostPID()).isTrue();
    assertThat(daemon.getNodeSelector()).containsEntry("nvidia.com/mps.capable", "true");
    assertThat(daemon.getInitContainers().get(0).getCommand())
        .containsExactly("mps-control-daemon", "mount-shm");
    assertThat(daemon.getContainers().get(0).getEnv())
        .extracting(EnvVar::getName)
        .contains("NODE_NAME", "CONFIG_FILE");
    assertThat(pod(mps, 0).getVolumes())
        .extracting(Volume::getName)
        .contains("mps-root", "mps-shm");
  }

  @Test
  void theDaemonOfMpsFindsTheRootThatAConfigSays() {
    DevicePlugin mps =
        PLUGIN.config(EMPTY.sharing(Replicas.mps(4)).with(PluginFlag.MPS_ROOT, "/var/mps"));

    assertThat(variables(main(mps))).noneMatch(variable -> variable.startsWith("MPS_ROOT"));
    assertThat(pod(mps, 1).getVolumes().get(0).getHostPath().getPath()).isEqualTo("/var/mps");
  }

  @Test
  void aNodeWhoseTaintIsNotToleratedIsNotReached() {
    NodeView tainted = GPU_NODE.taint("team", "search", Taint.Effect.NO_SCHEDULE);

    assertThat(PLUGIN.reaches(GPU_NODE, tainted))
        .extracting(Object::toString)
        .containsExactly(
            "fits gpu-1",
            "does not fit gpu-1: node(s) had untolerated taint(s): team=search:NoSchedule");
    assertThat(PLUGIN.tolerating(tainted).reaches(tainted).get(0).fits()).isTrue();
    assertThat(pod(PLUGIN.tolerating(tainted, tainted), 0).getTolerations()).hasSize(2);
    assertThat(PLUGIN.toleration(Toleration.equal("team", "search")).reaches(tainted).get(0).fits())
        .isTrue();
  }

  @Test
  void aCordonedNodeIsReachedAsByAnyDaemonSet() {
    NodeView cordoned =
        GPU_NODE
            .unschedulable()
            .taint("node.kubernetes.io/unschedulable", "", Taint.Effect.NO_SCHEDULE)
            .taint("node.kubernetes.io/disk-pressure", "", Taint.Effect.NO_SCHEDULE);

    assertThat(PLUGIN.reaches(cordoned).get(0).reasons()).isEmpty();
    assertThat(PLUGIN.tolerating(cordoned)).hasToString(PLUGIN.toString());
    assertThat(pod(PLUGIN.tolerating(cordoned), 0).getTolerations()).hasSize(1);
  }

  @Test
  void aNodeThatNobodySaysHasAGpuIsNotReached() {
    NodeView plain = NodeView.of("cpu-1").label("accelerator", "nvidia-tesla-v100");

    assertThat(PLUGIN.reaches(plain).get(0).fits()).isFalse();
    assertThat(PLUGIN.nodeSelector("accelerator", "nvidia-tesla-v100").reaches(plain).get(0).fits())
        .isTrue();
  }

  @Test
  void whatAnOlderPluginHasNotIsRefusedAllAtOnce() {
    DevicePlugin old =
        DevicePlugin.version("0.14.3")
            .with(PluginFlag.DEVICE_LIST_STRATEGY, List.of("cdi-cri"))
            .config(
                EMPTY
                    .sharing(Replicas.mps(4).failRequestsGreaterThanOne(false))
                    .migStrategy(MigStrategy.MIXED));

    assertThatThrownBy(old::objects)
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            """
            DEVICE_LIST_STRATEGY: it needs device plugin 0.15.0 or newer, and this is 0.14.3; take version v0.15.0, or remove it
            config default: it needs device plugin 0.20.0 or newer, and this is 0.14.3; take version v0.20.0, or remove it
            config default: flags.migStrategy: 'mixed' with MPS: using --mig-strategy=mixed is not supported with MPS; take time slicing, or another strategy"""
                + "; see docs/device-plugin.md");
  }

  @Test
  void aVariableBeatsEveryConfig() {
    DevicePlugin mixed = PLUGIN.config(EMPTY.migStrategy(MigStrategy.MIXED));

    assertThat(main(mixed).getSecurityContext().getCapabilities().getAdd())
        .containsExactly("SYS_ADMIN");
    assertThat(
            main(mixed.with(PluginFlag.MIG_STRATEGY, "none"))
                .getSecurityContext()
                .getCapabilities()
                .getDrop())
        .containsExactly("ALL");
  }

  @Test
  void oneDirectoryOfTheHostIsMounted() {
    assertError(
        () ->
            PLUGIN
                .config(EMPTY.with(PluginFlag.NVIDIA_DRIVER_ROOT, "/a"))
                .config("b", EMPTY.with(PluginFlag.NVIDIA_DRIVER_ROOT, "/b"))
                .objects(),
        "device-plugin.invalid",
        "flags.nvidiaDriverRoot");
  }

  @Test
  void aVariableIsReadAsTheFlagThatItIs() {
    DevicePlugin plugin =
        PLUGIN
            .variable("DEVICE_LIST_STRATEGY", "envvar,cdi-cri")
            .variable("PASS_DEVICE_SPECS", "true")
            .variable("CDI_FEATURE_FLAGS", "disable-nvsandbox-utils");

    assertThat(plugin.with(PluginFlag.PASS_DEVICE_SPECS, true).objects().yaml())
        .isEqualTo(plugin.objects().yaml());
    assertThat(variables(main(plugin)))
        .contains(
            "DEVICE_LIST_STRATEGY=envvar,cdi-cri",
            "PASS_DEVICE_SPECS=true",
            "CDI_FEATURE_FLAGS=disable-nvsandbox-utils");
    assertThat(main(plugin).getSecurityContext().getPrivileged()).isTrue();
  }

  /** NVIDIA's chart writes the first of them. */
  @Test
  void aVariableOfTwoNamesIsReadByEither() {
    DevicePlugin plugin =
        PLUGIN
            .variable("NVIDIA_CDI_HOOK_PATH", "/usr/local/bin/nvidia-cdi-hook")
            .variable("DRIVER_ROOT_CTR_PATH", "/host");

    assertThat(variables(main(plugin)))
        .contains("NVIDIA_CTK_PATH=/usr/local/bin/nvidia-cdi-hook", "CONTAINER_DRIVER_ROOT=/host");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NVIDIA_CDI_ENABLED | true | NVIDIA_CDI_ENABLED | device-plugin.unknown",
        "NVIDIA_MIG_MONITOR_ALL_DEVICES | true | '' | device-plugin.unknown",
        "NVIDIA_DRIVER_CAPABILITIES | compute | compute | device-plugin.malformed",
        "NVIDIA_VISIBLE_DEVICES | 0, 1 | '' | device-plugin.malformed",
        "MIG_STRATEGIE | mixed | '' | device-plugin.unknown",
        "MIG_STRATEGY | both | both | device-plugin.unknown",
        "PASS_DEVICE_SPECS | yes | yes | device-plugin.malformed",
        "DEVICE_LIST_STRATEGY | envvar, | '' | device-plugin.unknown",
        "IMEX_CHANNEL_IDS | 1 | '' | device-plugin.malformed",
        "GFD_ONESHOT | true | GFD_ONESHOT | device-plugin.unknown",
      })
  void aVariableThatThePluginDoesNotReadIsRefused(
      String name, String value, String wrong, String id) {
    assertError(() -> PLUGIN.variable(name, value), id, wrong);
  }

  @Test
  void aPluginThatReadsNoFileOrVariableGetsNone() {
    assertError(DevicePlugin.version("0.11.0").config(EMPTY)::objects, "device-plugin.invalid");
    assertError(
        DevicePlugin.version("0.17.4").variable("CDI_FEATURE_FLAGS", "a")::objects,
        "device-plugin.invalid");
  }

  @Test
  void whatNoNodeCanHaveIsNoSelector() {
    assertError(() -> PLUGIN.nodeSelector("pool", "a b"), "name.malformed", "a b");
    assertError(() -> PLUGIN.nodeSelector("-", "a"), "name.malformed", "-");
    assertError(() -> PLUGIN.config("", DevicePluginConfig.empty()), "value.empty");
  }

  @Test
  void whatFeatureDiscoveryReadsIsNoVariableOfThePlugin() {
    assertError(() -> PLUGIN.with(PluginFlag.GFD_ONESHOT, true), "device-plugin.unsupported");
  }

  @Test
  void namesAreChecked() {
    assertError(() -> DevicePlugin.version("latest"), "device-plugin.malformed", "latest");
    assertThatThrownBy(() -> PLUGIN.name("My_Plugin")).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> PLUGIN.config("a/b", EMPTY)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void whatIsSaidOfTheNodesOfMpsStandsOnItsDaemonAlone() {
    String yaml =
        PLUGIN
            .nodeSelector("pool", "gpu")
            .config(EMPTY.sharing(Replicas.mps(3)))
            .objects()
            .yamlWithComments()
            .toString()
            .replaceAll("\n *# ", " ");

    assertThat(yaml.split("GPU Feature Discovery writes nvidia.com/mps.capable=true", -1))
        .hasSize(2);
    assertThat(yaml)
        .containsPattern(
            "Discovery writes nvidia.com/mps.capable=true [^\\n]*\n *nvidia.com/mps.capable: \"true\"");
  }

  @Test
  void aVariableWithWhichThePluginWouldNotStartOnAConfigIsRefused() {
    DevicePlugin plugin =
        PLUGIN.config("mps", EMPTY.sharing(Replicas.mps(3))).with(PluginFlag.MIG_STRATEGY, "mixed");

    assertThat(plugin.problems())
        .singleElement()
        .asString()
        .startsWith("config mps: flags.migStrategy: 'mixed' with MPS");
    assertThatThrownBy(plugin::objects).isInstanceOf(InvalidValueException.class);
    assertThat(
            PLUGIN
                .config(EMPTY.migStrategy(MigStrategy.MIXED).sharing(Replicas.mps(3)))
                .with(PluginFlag.MIG_STRATEGY, "none")
                .problems())
        .isEmpty();
  }

  @Test
  void aTolerationThatTheApiServerRefusesIsRefused() {
    DevicePlugin plugin = PLUGIN.toleration(new Toleration("team", "Exists", "x", "NoSchedule"));

    assertError(plugin::objects, "intent.malformed", "x");
  }

  @Test
  void twoConfigsOfOneNameAreRefused() {
    DevicePlugin plugin = PLUGIN.config("slices", EMPTY);

    assertError(
        () -> plugin.config("slices", EMPTY.sharing(Replicas.timeSlicing(2))),
        "device-plugin.duplicate",
        "slices");
  }

  @Test
  void whatTheRuntimeReadsCanBeStated() {
    DevicePlugin plugin =
        PLUGIN
            .variable("NVIDIA_DRIVER_CAPABILITIES", "utility")
            .variable("NVIDIA_VISIBLE_DEVICES", "0,1");

    assertThat(variables(main(plugin)))
        .contains("NVIDIA_VISIBLE_DEVICES=0,1", "NVIDIA_DRIVER_CAPABILITIES=utility")
        .doesNotHaveDuplicates();
    DevicePlugin monitoring = PLUGIN.variable("NVIDIA_MIG_MONITOR_DEVICES", "all");
    assertThat(monitoring.problems().get(0)).contains("with a MIG strategy only");
    assertThat(monitoring.with(PluginFlag.MIG_STRATEGY, "single").problems()).isEmpty();
  }

  @Test
  void aNamespaceOfItsOwnIsWrittenWhereThatIsAsked() {
    DevicePlugin own = PLUGIN.namespace("nvidia-device-plugin");

    assertThat(own.objects().notes().get(0).message())
        .contains("'nvidia-device-plugin' must exist");
    assertThat(own.createNamespace().objects().notes()).isEmpty();
    assertThat(own.createNamespace().objects().toString())
        .startsWith("Namespace nvidia-device-plugin, ");
    assertThat(PLUGIN.objects().notes()).isEmpty();
  }
}
