package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.manifest.intent.DevicePluginFile;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.share.Replicas;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevicePluginConfigTest {
  private static final String EVERYTHING =
      """
      version: v1
      flags:
        deviceDiscoveryStrategy: nvml
        failOnInitError: false
        gdrcopyEnabled: true
        gdsEnabled: true
        gfd:
          machineTypeFile: /sys/product
          noTimestamp: true
          oneshot: true
          outputFile: /etc/gfd
          sleepInterval: "1m30s"
        migStrategy: single
        mofedEnabled: true
        mpsRoot: /run/mps
        nvidiaDevRoot: /run/dev
        nvidiaDriverRoot: /run/nvidia/driver
        plugin:
          cdiAnnotationPrefix: cdi.example/
          containerDriverRoot: /driver
          deviceIDStrategy: index
          deviceListStrategy:
          - envvar
          - cdi-cri
          nvidiaCTKPath: /opt/nvidia-ctk
          passDeviceSpecs: true
          sharedDevicesAllocationPolicy: packed
        useNodeFeatureAPI: false
      sharing:
        timeSlicing:
          renameByDefault: true
          failRequestsGreaterThanOne: true
          resources:
          - name: nvidia.com/gpu
            replicas: 4
          - name: nvidia.com/mig-1g.5gb
            replicas: 2
      imex:
        channelIDs:
        - 0
        required: true
      """;

  @Test
  void everyFieldIsReadAndWritten() {
    DevicePluginConfig config = DevicePluginFile.parse("config", EVERYTHING);

    assertThat(config.yaml()).hasToString(EVERYTHING);
    for (PluginFlag<?> flag : PluginFlag.all()) {
      assertThat(config.stated(flag)).as(flag.path()).isPresent();
      assertThat(config.value(flag)).as(flag.path()).isNotEqualTo(flag.defaultValue());
    }
    assertThat(config.value(PluginFlag.MIG_STRATEGY)).isEqualTo("single");
    assertThat(config.value(PluginFlag.DEVICE_LIST_STRATEGY)).containsExactly("envvar", "cdi-cri");
    assertThat(config.replicas())
        .containsExactly(
            Replicas.timeSlicing(4).renameByDefault().failRequestsGreaterThanOne(true),
            Replicas.timeSlicing(2)
                .renameByDefault()
                .failRequestsGreaterThanOne(true)
                .ofResource("nvidia.com/mig-1g.5gb"));
  }

  /** As the plugin's own table has them. */
  @Test
  void whatIsNotSaidHasThePluginsDefault() {
    DevicePluginConfig config = DevicePluginFile.parse("config", "");

    assertThat(config).isEqualTo(DevicePluginConfig.empty()).hasToString("version: v1\n");
    assertThat(config.value(PluginFlag.MIG_STRATEGY)).isEqualTo("none");
    assertThat(config.value(PluginFlag.FAIL_ON_INIT_ERROR)).isTrue();
    assertThat(config.value(PluginFlag.NVIDIA_DRIVER_ROOT)).isEqualTo("/");
    assertThat(config.value(PluginFlag.DEVICE_LIST_STRATEGY)).containsExactly("envvar");
    assertThat(config.value(PluginFlag.PASS_DEVICE_SPECS)).isFalse();
    assertThat(config.value(PluginFlag.GFD_SLEEP_INTERVAL)).isEqualTo("60s");
    assertThat(config.value(PluginFlag.IMEX_CHANNEL_IDS)).isEmpty();
    assertThat(PluginFlag.PASS_DEVICE_SPECS)
        .hasToString("flags.plugin.passDeviceSpecs (PASS_DEVICE_SPECS): false by default");
    assertThat(PluginFlag.SHARED_DEVICES_ALLOCATION_POLICY)
        .hasToString(
            "flags.plugin.sharedDevicesAllocationPolicy (SHARED_DEVICES_ALLOCATION_POLICY): distributed by default, since 0.20.0");
  }

  @Test
  void aSingleWayMayBeWrittenWithoutAList() {
    assertThat(
            DevicePluginFile.parse(
                    "config", "flags: {plugin: {deviceListStrategy: cdi-annotations}}")
                .value(PluginFlag.DEVICE_LIST_STRATEGY))
        .containsExactly("cdi-annotations");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{flags: {migstrategy: single}} | migstrategy | manifest.malformed",
        "{migStrategy: single} | migStrategy | manifest.malformed",
        "{version: v2} | v2 | intent.unknown",
        "{flags: {migStrategy: both}} | both | intent.unknown",
        "{flags: {failOnInitError: 'true'}} | flags.failOnInitError | manifest.malformed",
        "{flags: {plugin: {deviceListStrategy: cdi}}} | cdi | intent.unknown",
        "{flags: {gfd: {sleepInterval: 60}}} | flags.gfd.sleepInterval | manifest.malformed",
        "{flags: {gfd: {sleepInterval: soon}}} | soon | manifest.malformed",
        "{flags: {nvidiaDriverRoot: run}} | run | manifest.malformed",
        "{sharing: {timeSlicing: {}}} | resources | manifest.malformed",
        "{sharing: {timeSlicing: {resources: []}}} | sharing.timeSlicing.resources | manifest.malformed",
        "{sharing: {timeSlicing: {resources: [{name: gpu}]}}} | replicas | manifest.malformed",
        "{sharing: {timeSlicing: {resources: [{name: gpu, replicas: 1}]}}} | 1 | manifest.malformed",
        "{sharing: {timeSlicing: {resources: [{name: GPU, replicas: 2}]}}} | GPU | manifest.malformed",
        "{sharing: {mps: {resources: [{name: gpu, replicas: 49}]}}} | '' | manifest.malformed",
        "{sharing: {mps: {resources: [{name: mig-1g.5gb, replicas: 2}]}}} | '' | manifest.malformed",
        "{imex: {channelIDs: [1]}} | '' | manifest.malformed",
      })
  void whatThePluginWouldRefuseOrIgnoreIsToldAtItsPlace(String config, String value, String id) {
    assertError(() -> DevicePluginFile.parse("config", config), id, "config:1:", value);
  }

  @Test
  void aValueOfAnyLengthIsRead() {
    String duration = "1h".repeat(100_000) + "d";
    assertError(
        () ->
            DevicePluginFile.parse(
                "config", "{flags: {gfd: {sleepInterval: %s}}}".formatted(duration)),
        "manifest.malformed");
  }

  @Test
  void severalProblemsAreToldTogether() {
    assertError(
        () -> DevicePluginFile.parse("config", "version: v2\nflags:\n  cdiEnabled: true\n"),
        "workload.invalid",
        "config:1:10",
        "config:3:3",
        "cdiEnabled");
    assertError(
        () -> DevicePluginFile.parse("config", "version: v1\n---\nversion: v1\n"),
        "manifest.malformed");
  }

  @Test
  void whatThePluginReadsAndDropsIsANote() {
    DevicePluginConfig config =
        DevicePluginFile.parse(
            "config",
            """
            resources: {gpus: [{pattern: "*", name: a100}]}
            sharing:
              timeSlicing:
                resources:
                - {name: gpu, replicas: 2, rename: slow, devices: [0, "1:0"]}
            """);

    assertThat(config).isEqualTo(DevicePluginConfig.empty().sharing(Replicas.timeSlicing(2)));
    assertThat(config.notes())
        .filteredOn(note -> note.id().equals("device-plugin.ignored"))
        .extracting(note -> note.message().replaceFirst(": .*", ""))
        .containsExactly(
            "resources",
            "sharing.timeSlicing.resources[0].rename",
            "sharing.timeSlicing.resources[0].devices");
  }

  @Test
  void whatIsTheDefaultAnywayIsNoNote() {
    assertThat(
            DevicePluginFile.parse(
                    "config",
                    "sharing: {timeSlicing: {renameByDefault: true, resources: [{name: gpu, replicas: 2, rename: nvidia.com/gpu.shared, devices: all}]}}")
                .notes())
        .extracting(Note::id)
        .doesNotContain("device-plugin.ignored");
  }

  @Test
  void mpsWinsOverTimeSlicing() {
    DevicePluginConfig config =
        DevicePluginFile.parse(
            "config",
            """
            sharing:
              timeSlicing: {resources: [{name: gpu, replicas: 4}]}
              mps: {resources: [{name: gpu, replicas: 2}]}
            """);

    assertThat(config.replicas()).containsExactly(Replicas.mps(2));
    assertThat(config.notes().get(0))
        .hasToString(
            "device-plugin.ignored: sharing.timeSlicing: does not count; sharing.mps wins where both are there");
  }

  @Test
  void mpsAndMixedInstancesDoNotGoTogether() {
    DevicePluginConfig config =
        DevicePluginConfig.empty().migStrategy(MigStrategy.MIXED).sharing(Replicas.mps(2));

    assertError(config::yaml, "device-plugin.invalid");
    assertThat(config.migStrategy(MigStrategy.SINGLE).problems()).isEmpty();
  }

  @Test
  void cdiIsNotForTegra() {
    assertThat(
            DevicePluginConfig.empty()
                .with(PluginFlag.DEVICE_DISCOVERY_STRATEGY, "tegra")
                .with(PluginFlag.DEVICE_LIST_STRATEGY, List.of("cdi-annotations"))
                .problems())
        .singleElement()
        .asString()
        .contains("only supported on NVML-based systems");
  }

  @Test
  void whatHoldsForAllOfANodeIsSaidAlike() {
    DevicePluginConfig empty = DevicePluginConfig.empty();
    Replicas instances = Replicas.timeSlicing(2).ofResource("mig-1g.5gb");

    assertThat(empty.sharing(Replicas.timeSlicing(4), instances).replicas()).hasSize(2);
    for (Replicas other :
        List.of(instances.renameByDefault(), instances.failRequestsGreaterThanOne(true))) {
      assertError(() -> empty.sharing(Replicas.timeSlicing(4), other), "device-plugin.conflict");
    }
    assertError(
        () -> empty.sharing(Replicas.timeSlicing(4), Replicas.mps(4)), "device-plugin.duplicate");
    assertThatThrownBy(() -> empty.sharing()).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void theVersionThatItTakesIsTheNewestOfItsParts() {
    assertThat(DevicePluginConfig.empty().since()).isEqualTo("0.12.0");
    assertThat(DevicePluginConfig.empty().sharing(Replicas.mps(2)).since()).isEqualTo("0.15.0");
    assertThat(DevicePluginConfig.empty().with(PluginFlag.GFD_SLEEP_INTERVAL, "infinite").since())
        .isEqualTo("0.19.0");
    assertThat(
            DevicePluginConfig.empty()
                .sharing(Replicas.timeSlicing(2))
                .with(PluginFlag.SHARED_DEVICES_ALLOCATION_POLICY, "packed")
                .since())
        .isEqualTo("0.20.0");
  }
}
