package io.gpuspec.tke;

import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.Documents;
import io.gpuspec.tke.internal.Form;
import io.gpuspec.tke.internal.Names;
import java.util.List;
import java.util.Optional;

/**
 * What can be chosen about the network of a super node pod. Each option is called as its annotation
 * is, after {@code eks.tke.cloud.tencent.com/} or {@code internal.eks.tke.cloud.tencent.com/}.
 *
 * <pre>{@code
 * Target kept =
 *     gpus.in("tke")
 *         .with(TkeNetwork.RETAIN_IP, true)
 *         .with(TkeNetwork.RETAIN_IP_HOURS, Optional.of(48));
 * GpuWorkload.statefulSet("db", "registry.example/db:v1").gpu("T4").on(kept).yaml();
 *     // ... eks.tke.cloud.tencent.com/retain-ip-hours: "48" ...
 * }</pre>
 */
public final class TkeNetwork {
  private static final int HOURS_OF_A_YEAR = 8_760;
  private static final int HIGHEST_INTERFACE = 99;

  /** The security groups in the order in which their rules count. */
  public static final Option<Optional<String>> SECURITY_GROUP_ID =
      Form.list(
              Names.SECURITY_GROUP, "ids separated by commas, none twice, such as sg-abc1,sg-abc2")
          .option(
              "security-group-id", "the security groups in the order in which their rules count");

  /** Keep the address for a pod of the same name: a StatefulSet's, or a bare pod. */
  public static final Option<Boolean> RETAIN_IP =
      Option.flag(
          "retain-ip",
          "keeps the address for a pod of the same name: a StatefulSet's, or a bare pod",
          Documents.ANNOTATIONS);

  /** How long the address is kept; 24 hours unless chosen, at most a year. */
  public static final Option<Optional<Integer>> RETAIN_IP_HOURS =
      Form.whole(1, HOURS_OF_A_YEAR, "a number of hours")
          .option("retain-ip-hours", "how many hours the address is kept; 24 otherwise");

  /** A new public address, with parameters of its API as JSON; empty for the defaults. */
  public static final Option<Optional<String>> EIP_ATTRIBUTES =
      Form.objectOrNothing(
              "a JSON object such as {\"InternetMaxBandwidthOut\": 50}, or nothing for the defaults")
          .option("eip-attributes", "a new public address, and how it is made");

  /** Keep the new public address after the pod is gone. */
  public static final Option<Optional<String>> EIP_CLAIM_DELETE_POLICY =
      Form.words("Never")
          .option(
              "eip-claim-delete-policy",
              "keeps the new public address after the pod is gone, for a pod of the same name");

  /** Public addresses that are there already; a StatefulSet may have no more pods than these. */
  public static final Option<Optional<String>> EIP_ID_LIST =
      Form.list(Names.EIP, "ids separated by commas, none twice, such as eip-abc1,eip-abc2")
          .option(
              "eip-id-list",
              "public addresses that are there already; a StatefulSet may have no more pods than these");

  /** The number of the network interface: 1 names it {@code eth1}. */
  public static final Option<Optional<Integer>> POD_ETH_IDX =
      Form.whole(0, HIGHEST_INTERFACE, "a number")
          .option(
              "pod-eth-idx", "the number in the name of the pod's network interface; 0 otherwise");

  /** The host's {@code resolv.conf}. */
  public static final Option<Optional<String>> RESOLV_CONF =
      Form.resolvConf().option("resolv-conf", "the name servers of the pod's host");

  /** Switches off Service rules; the pod then needs another dnsPolicy than ClusterFirst. */
  public static final Option<Optional<String>> CLUSTER_IP_SWITCH =
      Form.words("disable")
          .option(
              "cluster-ip-switch",
              "switches off Service rules; the pod needs another dnsPolicy than ClusterFirst then");

  /** How long the pod's start waits for Service rules. */
  public static final Option<Optional<String>> DURATION_TO_WAIT_SERVICE_RULES =
      Form.duration()
          .option(
              "duration-to-wait-service-rules", "how long the pod's start waits for Service rules");

  /** How connections are spread over a Service: in turn, or by their source. */
  public static final Option<Optional<String>> IPVS_SCHEDULER =
      Form.words("rr", "sh")
          .option(
              "ipvs-scheduler",
              "how connections are spread over a Service's pods: in turn (rr) or by source (sh); rr otherwise");

  /** Whether the port counts as part of the source; needs the scheduler {@code sh}. */
  public static final Option<Optional<Boolean>> IPVS_SH_PORT =
      Form.trueOrFalse().option("ipvs-sh-port", "counts the port as part of the source");

  /** The longest time between two refreshes of the Service rules; 30 seconds unless chosen. */
  public static final Option<Optional<String>> IPVS_SYNC_PERIOD =
      Form.duration()
          .option(
              "ipvs-sync-period",
              "the longest time between two refreshes of the Service rules; 30s otherwise");

  /** The shortest time between two refreshes of the Service rules. */
  public static final Option<Optional<String>> IPVS_MIN_SYNC_PERIOD =
      Form.duration()
          .option(
              "ipvs-min-sync-period",
              "the shortest time between two refreshes of the Service rules");

  private TkeNetwork() {}

  static List<Option<?>> options() {
    return List.of(
        SECURITY_GROUP_ID,
        RETAIN_IP,
        RETAIN_IP_HOURS,
        EIP_ATTRIBUTES,
        EIP_CLAIM_DELETE_POLICY,
        EIP_ID_LIST,
        POD_ETH_IDX,
        RESOLV_CONF,
        CLUSTER_IP_SWITCH,
        DURATION_TO_WAIT_SERVICE_RULES,
        IPVS_SCHEDULER,
        IPVS_SH_PORT,
        IPVS_SYNC_PERIOD,
        IPVS_MIN_SYNC_PERIOD);
  }
}
