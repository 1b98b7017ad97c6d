package io.gpuspec.contract;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Finding;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The target {@code rack}: three machines under the stairs, the smallest provider there can be. */
public class Rack implements GpuProvider {
  static final Citation HANDBOOK =
      new Citation("Handbook of the server room", "2026-03", Status.DOCUMENTED);

  /** Select the machine by its name, and not by its GPU. */
  static final Option<Boolean> PINNED =
      Option.flag("pinned", "select the machine itself, not its GPU", HANDBOOK);

  static final String GPU = "nvidia.com/gpu";
  static final String GPU_LABEL = "rack.example/gpu";
  private static final String MACHINE_LABEL = "rack.example/machine";
  private static final Allocatable KEPT =
      new Allocatable(CpuAmount.parse("500m"), MemorySize.parse("1Gi"));

  /** For {@link java.util.ServiceLoader}. */
  public Rack() {}

  @Override
  public String id() {
    return "rack";
  }

  @Override
  public List<String> editions() {
    return List.of("2026-03");
  }

  @Override
  public List<Option<?>> options() {
    return List.of(PINNED);
  }

  @Override
  public SpecCatalog catalog(Options options) {
    String file = options.edition() + ".json";
    try (InputStream in = Rack.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new UnknownNameException(
            "edition.unknown", "rack edition", options.edition(), editions());
      }
      return SpecCatalog.read("rack/" + file, in)
          .withAllocatable(
              Rack::allocatable,
              Note.of("allocatable", "500m and 1Gi stay with the machine", HANDBOOK));
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", "rack/" + file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public List<CloudFacts> cloudFacts() {
    return CloudFacts.read("rack/clouds.json", Rack.class.getResourceAsStream("clouds.json"));
  }

  static Allocatable allocatable(Shape machine) {
    return new Allocatable(machine.cpu().minus(KEPT.cpu()), machine.memory().minus(KEPT.memory()));
  }

  private static int gpus(PodView pod) {
    return pod.peak(0, container -> container.count(GPU), Math::addExact);
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    GpuRequest need = request(pod, options);
    List<PodField> foreign = pod.gpusBeside(GPU);
    if (!foreign.isEmpty()) {
      return refused(need, "gpus", foreign + " asked; the machines here have " + GPU);
    }
    if (gpus(pod) == 0) {
      return PodReading.noGpu();
    }
    if (pod.nodeSelector().isEmpty() && pod.nodeTerms().isEmpty()) {
      return PodReading.of(need, PodField.device(GPU), List.of());
    }
    String[] machines =
        catalog.specs().stream()
            .filter(machine -> pod.selects(labels(machine)))
            .map(GpuSpec::name)
            .toArray(String[]::new);
    return machines.length == 0
        ? refused(need, "labels", "no machine has the labels that the pod selects")
        : PodReading.of(
            need.devices(Devices.anyOf(machines).count(need.devices().count())),
            PodField.nodeAffinity(GPU_LABEL),
            List.of());
  }

  private static PodReading refused(GpuRequest need, String resource, String why) {
    return PodReading.refused(
        need, List.of(), List.of(new Rejection("rack", List.of(Finding.unmet(resource, why)))));
  }

  private static Map<String, String> labels(GpuSpec machine) {
    return Map.of(GPU_LABEL, gpuLabel(machine), MACHINE_LABEL, machine.name());
  }

  /** The GPU's name as a label can hold it. */
  private static String gpuLabel(GpuSpec machine) {
    return machine.gpu().replace("/", "-").replace("*", "-");
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    Placement placement =
        Placement.empty()
            .with(
                PodField.device(GPU),
                String.valueOf(found.devicesPerPod()),
                "the GPUs asked for",
                HANDBOOK)
            .with(PodField.toleration(GPU_LABEL), "", "keeps other pods off", HANDBOOK);
    return options.get(PINNED)
        ? placement.with(
            PodField.nodeSelector(MACHINE_LABEL),
            found.shape().spec().name(),
            "the machine itself",
            HANDBOOK)
        : placement.with(
            PodField.nodeAffinity(GPU_LABEL),
            found.preferences().stream()
                .map(shape -> gpuLabel(shape.spec()))
                .collect(Collectors.joining(",")),
            "the label of machines with these GPUs",
            HANDBOOK);
  }
}
