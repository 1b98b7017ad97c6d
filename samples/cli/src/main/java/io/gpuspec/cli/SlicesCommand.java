package io.gpuspec.cli;

import io.gpuspec.SpecCatalog;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.claim.Allocation;
import io.gpuspec.manifest.claim.ClaimFile;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec slices}. */
@Command(
    name = "slices",
    description =
        "Writes the ResourceSlices that NVIDIA's DRA driver would publish for nodes of a catalog.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec slices --provider eks/nodegroup --gpu p4d.24xlarge",
      "  gpuspec slices --provider eks --gpu A100 --dynamic-mig --kubernetes 1.34",
      "  gpuspec slices --provider eks --gpu L4 --attribute driverVersion=580.126.20",
      "  gpuspec slices --provider eks --gpu p4d.24xlarge --claims claim.yaml",
      "",
      "Exit status: 0 the slices or devices are printed, 1 no row has the GPU,",
      "or no node the devices of --claims, 2 invalid input,",
      "3 whether a node has them was not judged."
    })
final class SlicesCommand implements Callable<Integer> {
  private final Console console;

  @Mixin
  private final TargetOptions where =
      new TargetOptions("Target of the nodes, for example eks/nodegroup.");

  @Mixin private final OutputOption output = new OutputOption();

  @Option(
      names = "--gpu",
      required = true,
      paramLabel = "NAME",
      description = "The GPU or the row, for example A100 or p4d.24xlarge.")
  private String gpu = "";

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description = "The name of the node; the row's by default.")
  private @Nullable String node;

  @Option(
      names = "--dynamic-mig",
      description = "With the driver's feature gate DynamicMIG: every placement is a device.")
  private boolean dynamicMig;

  @Option(
      names = "--mig",
      paramLabel = "PROFILE@START,...",
      split = ",",
      hideParamSyntax = true,
      description = "Each card has these MIG instances, for example 3g.20gb@0,3g.20gb@4.")
  private List<String> mig = new ArrayList<>();

  @Option(
      names = "--shares",
      paramLabel = "memory|unlimited|N",
      description = "With the driver's feature gate ConsumableShares, in this mode.")
  private @Nullable String shares;

  @Option(
      names = "--attribute",
      paramLabel = "NAME=VALUE",
      description = "An attribute that you know, for example driverVersion=580.126.20; repeatable.")
  private List<Assignment> attributes = new ArrayList<>();

  @Option(
      names = "--kubernetes",
      paramLabel = "VERSION",
      description = "The cluster's version; 1.34 has counters in the slice of their devices.")
  private @Nullable String kubernetes;

  @Option(
      names = "--claims",
      paramLabel = "FILE",
      description =
          "Print which devices the claims of a file get on each node instead; - is standard input.")
  private @Nullable String claims;

  @Option(names = "--comments", description = "Write the source above each slice's devices.")
  private boolean comments;

  SlicesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (claims != null && comments) {
      throw new InvalidValueException(
          "usage.conflict", "--comments: explains slices, and --claims writes none; leave one out");
    }
    SpecCatalog catalog = where.required(where.gpus(console), "slices").catalog();
    List<NodeDevices> nodes =
        NodeDevices.in(catalog.gpu(gpu)).stream().map(this::described).toList();
    if (nodes.isEmpty()) {
      console.message("no row of %s has %s".formatted(catalog.target(), gpu));
      return Main.NO;
    }
    return claims == null
        ? write(nodes)
        : allocate(nodes, StandardInput.orFile(claims, ClaimFile::parse, ClaimFile::read));
  }

  private NodeDevices described(NodeDevices plain) {
    if (dynamicMig && !mig.isEmpty()) {
      throw new InvalidValueException(
          "usage.conflict", "--dynamic-mig and --mig: both are given; choose one");
    }
    NodeDevices devices = node == null ? plain : plain.node(node);
    devices = dynamicMig ? devices.dynamicMig() : devices;
    devices = mig.isEmpty() ? devices : devices.mig(mig.toArray(String[]::new));
    devices = shares == null ? devices : devices.shares(shares);
    devices = kubernetes == null ? devices : devices.kubernetes(kubernetes);
    for (Assignment attribute : attributes) {
      devices = devices.attribute(attribute.key(), attribute.value());
    }
    return devices;
  }

  private int write(List<NodeDevices> nodes) throws IOException {
    List<KubeObject> slices = nodes.stream().flatMap(each -> each.slices().stream()).toList();
    PlatformObjects objects = PlatformObjects.of(slices.toArray(KubeObject[]::new));
    if (output.isJson()) {
      console.json(objects.json());
    } else {
      console.answer(comments ? objects.yamlWithComments() : objects.yaml());
    }
    Set<String> notes = new LinkedHashSet<>();
    for (NodeDevices each : nodes) {
      each.notes().stream().map(Note::toString).forEach(notes::add);
    }
    notes.forEach(console::message);
    return Main.YES;
  }

  private int allocate(List<NodeDevices> nodes, ClaimFile file) throws IOException {
    boolean isFound = false;
    boolean isJudged = true;
    for (NodeDevices each : nodes) {
      Allocation allocation = file.allocate(each);
      console.say(each + "\n" + allocation.explain() + "\n");
      isFound |= allocation.isFound();
      isJudged &= allocation.isJudged();
    }
    if (isFound) {
      return Main.YES;
    }
    return isJudged ? Main.NO : Main.NOT_JUDGED;
  }
}
