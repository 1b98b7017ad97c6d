package io.gpuspec.tke;

import static io.gpuspec.tke.internal.rules.Documents.OPTIONS;

import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.rules.Forms;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;

/**
 * The options of the target {@code tke}, the super node.
 *
 * <pre>{@code
 * Target spot = gpus.in("tke").with(Tke.SPOT, true).with(Tke.IMAGE_CACHE, Optional.of("auto"));
 * workload.on(spot).yaml();
 *     // ... eks.tke.cloud.tencent.com/spot-pod: "true"
 *     //     eks.tke.cloud.tencent.com/use-image-cache: "auto" ...
 * }</pre>
 *
 * <p>All but those up to {@link #IMAGE_CACHE_DISK_RULE} are called as their annotation is, after
 * {@code eks.tke.cloud.tencent.com/}. The valid values and the source of each are in {@code
 * options.json} of this module.
 */
public final class Tke {

  /**
   * The ways in which a pod selects a super node. TKE documents one label and one taint, its
   * best-practice text uses others; clusters of both kinds exist.
   */
  public enum NodeSelection {
    /** A node affinity that takes a node with either label. */
    EITHER,
    /** A plain nodeSelector on {@code node.kubernetes.io/instance-type: eklet}, as documented. */
    EKLET,
    /** A plain nodeSelector on {@code type: virtual-kubelet}, as in the best-practice text. */
    VIRTUAL_KUBELET
  }

  /** The way in which the pod selects a super node; {@link NodeSelection#EITHER} by default. */
  public static final Option<NodeSelection> NODE_SELECTION =
      OPTIONS.choice("node-selection", NodeSelection.EITHER);

  /** Run on spot capacity. */
  public static final Option<Boolean> SPOT = OPTIONS.flag("spot");

  /** Start from an image cache: {@code auto}, or a cache's id such as {@code imc-abc123xyz}. */
  public static final Option<Optional<String>> IMAGE_CACHE = OPTIONS.text("image-cache");

  /**
   * The size in GB of the disk made from the image cache. Unless chosen it follows from {@link
   * #IMAGES_SIZE} by {@link #IMAGE_CACHE_DISK_RULE}, and without those it is left to TKE.
   */
  public static final Option<Optional<Integer>> IMAGE_CACHE_DISK =
      OPTIONS.optional("image-cache-disk", Integer::valueOf);

  /** The total size of the pod's images, from which the disk's size follows. */
  public static final Option<Optional<MemorySize>> IMAGES_SIZE =
      OPTIONS.optional("images-size", MemorySize::parse);

  /** The rule for the disk's size, by the images; the default is by tier. */
  public static final Option<ImageCacheDisk> IMAGE_CACHE_DISK_RULE =
      OPTIONS.choice("image-cache-disk-rule", ImageCacheDisk.TIER);

  /** The type of the disk made from the image cache; premium by default. */
  public static final Option<Optional<String>> IMAGE_CACHE_DISK_TYPE =
      OPTIONS.text("image-cache-disk-type");

  /** The time that the disk made from the image cache outlives the pod, for the next pod to use. */
  public static final Option<Optional<Integer>> IMAGE_CACHE_DISK_RETAIN_MINUTE =
      OPTIONS.optional("image-cache-disk-retain-minute", Integer::valueOf);

  /** Workloads with the same key reuse each other's system disks, and the images on them. */
  public static final Option<Optional<String>> CBS_REUSE_KEY = OPTIONS.text("cbs-reuse-key");

  /** Start from a new system disk always. */
  public static final Option<Boolean> NOT_REUSE_CBS = OPTIONS.flag("not-reuse-cbs");

  /** Registries whose certificates are not verified. */
  public static final Option<Optional<String>> REGISTRY_INSECURE_SKIP_VERIFY =
      OPTIONS.text("registry-insecure-skip-verify");

  /** Registries that are spoken to in HTTP. */
  public static final Option<Optional<String>> REGISTRY_HTTP_ENDPOINT =
      OPTIONS.text("registry-http-endpoint");

  /** CPU makers and machine families in order of preference: {@code SA5,SA4,amd}. */
  public static final Option<Optional<String>> CPU_TYPE = OPTIONS.text("cpu-type");

  /** Uses the next CPU size, once, if the shape is out of stock; that size is billed. */
  public static final Option<Boolean> SPEC_AUTO_UPGRADE = OPTIONS.flag("spec-auto-upgrade");

  /**
   * The agent of the node, which brings the GPU driver: {@code nvidia-550}. The text that the
   * catalog's edition 2026-01 comes from names driver 470; its next revision names 535 for a pod
   * without this annotation.
   */
  public static final Option<Optional<String>> EKLET_VERSION = OPTIONS.text("eklet-version");

  /** The CAM role whose permissions the pod has. */
  public static final Option<Optional<String>> ROLE_NAME = OPTIONS.text("role-name");

  /** Kernel parameters of the host, as a JSON array of names and values. */
  public static final Option<Optional<String>> HOST_SYSCTLS =
      OPTIONS.text("host-sysctls", Forms::areKernelParameters);

  /** A kernel module that the host loads, such as {@code toa}. */
  public static final Option<Optional<String>> HOST_MODPROBE = OPTIONS.text("host-modprobe");

  /** The time zone of the pod; UTC by default. */
  public static final Option<Optional<String>> HOST_TIMEZONE =
      OPTIONS.text("host-timezone", Forms::isTimeZone);

  /** The placement group that keeps machines of its pods apart. */
  public static final Option<Optional<String>> SPREAD_PLACEMENT_GROUP_ID =
      OPTIONS.text("spread-placement-group-id");

  /** Tags that the cloud's bill shows, as a JSON object: {@code {"business": "A"}}. */
  public static final Option<Optional<String>> RESOURCE_TAG =
      OPTIONS.text("resource-tag", Forms::areTexts);

  /** The size of the system disk in GiB; 20 come with the pod, what is above is billed. */
  public static final Option<Optional<Integer>> ROOT_CBS_SIZE =
      OPTIONS.optional("root-cbs-size", Integer::valueOf);

  /** The disk usage at which images are cleaned up; the default is 80 percent. */
  public static final Option<Optional<Integer>> IMAGE_GC_HIGH_THRESHOLD =
      OPTIONS.optional("image-gc-high-threshold", Integer::valueOf);

  /** The disk usage that can remain after images were cleaned up. */
  public static final Option<Optional<Integer>> IMAGE_GC_LOW_THRESHOLD =
      OPTIONS.optional("image-gc-low-threshold", Integer::valueOf);

  /** The interval at which the disk is checked; the default is three minutes. */
  public static final Option<Optional<String>> IMAGE_GC_PERIOD = OPTIONS.text("image-gc-period");

  /** The disk usage at which ended containers are removed; the default is 85 percent. */
  public static final Option<Optional<Integer>> CONTAINER_GC_THRESHOLD =
      OPTIONS.optional("container-gc-threshold", Integer::valueOf);

  /** Never remove containers that have ended; the disk is then not freed of them. */
  public static final Option<Boolean> MUST_KEEP_LAST_CONTAINER =
      OPTIONS.flag("must-keep-last-container");

  /** The disk usage at which the pod is restarted on the same host; by default never. */
  public static final Option<Optional<Integer>> POD_EVICTION_THRESHOLD =
      OPTIONS.optional("pod-eviction-threshold", Integer::valueOf);

  /** The security groups in the order in which their rules count. */
  public static final Option<Optional<String>> SECURITY_GROUP_ID =
      OPTIONS.text("security-group-id");

  /** Keep the address for a pod of the same name: a StatefulSet's, or a bare pod. */
  public static final Option<Boolean> RETAIN_IP = OPTIONS.flag("retain-ip");

  /** The time for which the address is kept; the default is 24 hours, the maximum a year. */
  public static final Option<Optional<Integer>> RETAIN_IP_HOURS =
      OPTIONS.optional("retain-ip-hours", Integer::valueOf);

  /** A new public address, with parameters of its API as JSON; empty for the defaults. */
  public static final Option<Optional<String>> EIP_ATTRIBUTES =
      OPTIONS.text("eip-attributes", Forms::isObjectOrNothing);

  /** Keep the new public address after the pod is gone. */
  public static final Option<Optional<String>> EIP_CLAIM_DELETE_POLICY =
      OPTIONS.text("eip-claim-delete-policy");

  /** Existing public addresses; a StatefulSet must not have more pods than these. */
  public static final Option<Optional<String>> EIP_ID_LIST = OPTIONS.text("eip-id-list");

  /** The number of the network interface: 1 names it {@code eth1}. */
  public static final Option<Optional<Integer>> POD_ETH_IDX =
      OPTIONS.optional("pod-eth-idx", Integer::valueOf);

  /** The host's {@code resolv.conf}. */
  public static final Option<Optional<String>> RESOLV_CONF =
      OPTIONS.text("resolv-conf", Forms::isResolvConf);

  /** Switches off Service rules; the pod then needs another dnsPolicy than ClusterFirst. */
  public static final Option<Optional<String>> CLUSTER_IP_SWITCH =
      OPTIONS.text("cluster-ip-switch");

  /** The time that the pod's start waits for Service rules. */
  public static final Option<Optional<String>> DURATION_TO_WAIT_SERVICE_RULES =
      OPTIONS.text("duration-to-wait-service-rules");

  /** The distribution of connections over a Service: in turn, or by their source. */
  public static final Option<Optional<String>> IPVS_SCHEDULER = OPTIONS.text("ipvs-scheduler");

  /** Counts the port as part of the source; needs the scheduler {@code sh}. */
  public static final Option<Optional<Boolean>> IPVS_SH_PORT =
      OPTIONS.optional("ipvs-sh-port", Boolean::valueOf);

  /** The longest time between two refreshes of the Service rules; 30 seconds by default. */
  public static final Option<Optional<String>> IPVS_SYNC_PERIOD = OPTIONS.text("ipvs-sync-period");

  /** The shortest time between two refreshes of the Service rules. */
  public static final Option<Optional<String>> IPVS_MIN_SYNC_PERIOD =
      OPTIONS.text("ipvs-min-sync-period");

  /** The port of the metrics; 9100 by default. */
  public static final Option<Optional<Integer>> METRICS_PORT =
      OPTIONS.optional("metrics-port", Integer::valueOf);

  /** The path of the metrics. */
  public static final Option<Optional<String>> CUSTOM_METRICS_URL =
      OPTIONS.text("custom-metrics-url");

  /** The interval at which the containers' metrics are collected; the default is 30 seconds. */
  public static final Option<Optional<String>> CRI_STATS_INTERVAL =
      OPTIONS.text("cri-stats-interval");

  /** The longest line of a log; 2 MB by default, and what is longer is discarded. */
  public static final Option<Optional<String>> TAIL_BUFFER_MAX_SIZE =
      OPTIONS.text("tail-buffer-max-size");

  /** Call the content of a log line {@code message}, not {@code log}. */
  public static final Option<Boolean> LOG_KEY_AS_MESSAGE = OPTIONS.flag("log-key-as-message");

  /** Write what a log says of its pod as JSON, not as a text. */
  public static final Option<Boolean> FILEBEAT_METADATA_FORMAT =
      OPTIONS.flag("filebeat-metadata-format");

  /** Recreates a pod whose host is lost; the default is yes. */
  public static final Option<Optional<Boolean>> RECREATE_NODE_LOST_POD =
      OPTIONS.optional("recreate-node-lost-pod", Boolean::valueOf);

  /** After how long without a sign of life a host is lost; five minutes by default. */
  public static final Option<Optional<String>> HEARTBEAT_LOST_PERIOD =
      OPTIONS.text("heartbeat-lost-period");

  /** The time for which a failed pod is kept, for its logs and files. */
  public static final Option<Optional<String>> RESERVE_SANDBOX_DURATION =
      OPTIONS.text("reserve-sandbox-duration");

  /** Also keeps a pod that has succeeded. */
  public static final Option<Optional<Boolean>> RESERVE_SUCCEEDED_SANDBOX =
      OPTIONS.optional("reserve-succeeded-sandbox", Boolean::valueOf);

  /** Keep only pods with a container that ran for less than this. */
  public static final Option<Optional<String>> RESERVE_TASK_SHORTER_THAN =
      OPTIONS.text("reserve-task-shorter-than");

  /** For a DaemonSet: runs its pods as sidecars of the super node's pods. */
  public static final Option<Boolean> DS_INJECTION = OPTIONS.flag("ds-injection");

  /** For an injected DaemonSet: only into pods with this label. */
  public static final Option<Optional<String>> DS_INJECT_BY_LABEL =
      OPTIONS.text("ds-inject-by-label");

  private Tke() {}

  /** Returns every option of the super node. */
  public static List<Option<?>> options() {
    return OPTIONS.options("tke");
  }
}
