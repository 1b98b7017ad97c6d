package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.GpuLimitRange;
import io.gpuspec.manifest.platform.GpuQuota;
import java.util.Map;

/**
 * The fields of a quota and of a limit range on their own: {@code kind: GpuQuota} and {@code kind:
 * GpuLimitRange}.
 */
final class QuotaFields {
  private static final Table<GpuQuota> QUOTA_SPEC =
      Table.<GpuQuota>of("gpuQuota", "hard")
          .entries(
              "hard",
              new Schema.Amount(),
              "As in a ResourceQuota, for example requests.nvidia.com/gpu, pods, requests.cpu.",
              (quota, key, amount) -> quota.hard(key, amount.text()))
          .text("priorityClass", "Counts only pods of this class.", GpuQuota::priorityClass);

  static final PlatformKind<GpuQuota> QUOTA =
      new PlatformKind<>(
          "GpuQuota",
          Pages.TENANCY,
          Table.metadata((any, name) -> GpuQuota.of(name), GpuQuota::namespace),
          QUOTA_SPEC,
          spec -> GpuQuota.of("gpu-quota"),
          (quota, document) -> PlatformKind.made(document, quota::objects));

  private static final Table<GpuLimitRange> LIMIT_SPEC =
      Table.<GpuLimitRange>of("gpuLimitRange")
          .entries(
              "perContainer",
              Schema.from(1),
              "The maximum of a device for one container.",
              (range, device, most) -> range.perContainer(device, most.number()))
          .entries(
              "perPod",
              Schema.from(1),
              "The maximum of a device for all containers of a pod.",
              (range, device, most) -> range.perPod(device, most.number()))
          .field(
              "unstated",
              Schema.all(
                  "cpuAndMemory",
                  Map.of("cpu", new Schema.Amount(), "memory", new Schema.Amount())),
              "The default requests of a container that states none.",
              (range, some) ->
                  range.unstated(some.require("cpu").text(), some.require("memory").text()));

  static final PlatformKind<GpuLimitRange> LIMIT_RANGE =
      new PlatformKind<>(
          "GpuLimitRange",
          Pages.TENANCY,
          Table.metadata((any, name) -> GpuLimitRange.of(name), GpuLimitRange::namespace),
          LIMIT_SPEC,
          spec -> GpuLimitRange.of("gpu-limits"),
          (range, document) -> PlatformKind.made(document, range::objects));

  private QuotaFields() {}
}
