package io.gpuspec.tke;

import static io.gpuspec.tke.internal.rules.Documents.OPTIONS;

import io.gpuspec.Isolation;
import io.gpuspec.spi.AddOn;
import io.gpuspec.spi.AddOn.Runs;
import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.tke.internal.rules.Policies;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;

/**
 * The options of the target {@code tke/qgpu}, a node pool whose cards pods share.
 *
 * <pre>{@code
 * Target qgpu = gpus.in("tke/qgpu").with(Qgpu.POLICY, Optional.of(Isolation.FIXED_SHARE));
 * qgpu.match(GpuRequest.of(Devices.of("T4").shared(Share.of("5Gi", 30))));
 *     // T4 x1 · CPU and memory not known  on tke/qgpu
 * }</pre>
 *
 * <p>No document states the CPU and memory of a pool's nodes, because users choose their type.
 * Until {@link #NODE_CPU} and {@link #NODE_MEMORY} say it, they are not judged.
 */
public final class Qgpu {
  private static final String MANAGER = "qgpu-manager";
  private static final String SCHEDULER = "qgpu-scheduler";

  /** The page's table; its M are decimal, and are kept so. */
  private static final AddOn ADD_ON =
      AddOn.of("qGPU", "kube-system", Documents.QGPU_ADD_ON)
          .with(
              "DaemonSet",
              MANAGER,
              Runs.ON_EACH_NODE,
              CpuAmount.ofMillicores(200),
              MemorySize.parse("300M"))
          .with("ClusterRole", MANAGER)
          .with("ServiceAccount", MANAGER)
          .with("ClusterRoleBinding", MANAGER)
          .with("Deployment", SCHEDULER, Runs.ONCE, CpuAmount.ofCores(1), MemorySize.parse("800M"))
          .with("ClusterRole", SCHEDULER)
          .with("ClusterRoleBinding", SCHEDULER)
          .with("ServiceAccount", SCHEDULER)
          .with("Service", SCHEDULER);

  /** Only nodes with this policy; by default any, and those without the label are best-effort. */
  public static final Option<Optional<Isolation>> POLICY =
      OPTIONS.optional("qgpu-policy", Policies::parse);

  /**
   * Restricts pods to one class, on nodes that mix online and offline pods; ordinary pods by
   * default. The percentage of a share is then the compute that an offline pod requests; an online
   * pod requests memory only. The values are those of the annotation, {@code online} and {@code
   * offline}.
   */
  public static final Option<Optional<String>> APP_CLASS = OPTIONS.text("qgpu-app-class");

  /**
   * The memory of each card as its driver reports it, such as {@code 15109Mi}, 1 GiB or more; by
   * default what was seen of the card, or else two GiB less than it is sold with.
   */
  public static final Option<Optional<MemorySize>> CARD_MEMORY =
      OPTIONS.optionalMemory("card-memory");

  /**
   * The key of the node label that states the card of your node pools, such as {@code
   * example.com/card}, with the catalog's name of the card as its value; TKE documents no such
   * label.
   */
  public static final Option<Optional<String>> CARD_LABEL = OPTIONS.text("card-label");

  /** The CPU that pods can use of each node, as {@code kubectl describe node} says. */
  public static final Option<Optional<CpuAmount>> NODE_CPU = OPTIONS.optionalCpu("node-cpu");

  /** The memory that pods can use of each node, as {@code kubectl describe node} says. */
  public static final Option<Optional<MemorySize>> NODE_MEMORY =
      OPTIONS.optionalMemory("node-memory");

  /** The number of cards of each node; the default is one. */
  public static final Option<Integer> NODE_GPUS = OPTIONS.value("node-gpus", Integer::valueOf);

  private Qgpu() {}

  /** Returns every option of a node pool whose cards are shared. */
  public static List<Option<?>> options() {
    return OPTIONS.options("tke/qgpu");
  }

  /**
   * The objects of the add-on and what their pods request: {@code Qgpu.addOn().on(10)} is what qGPU
   * takes of a cluster with ten such nodes.
   */
  public static AddOn addOn() {
    return ADD_ON;
  }
}
