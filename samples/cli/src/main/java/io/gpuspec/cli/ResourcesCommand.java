package io.gpuspec.cli;

import io.gpuspec.cluster.FeatureState;
import io.gpuspec.cluster.KubernetesFeature;
import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec resources}. */
@Command(
    name = "resources",
    description = "Lists names of GPU resources, and features of a Kubernetes version.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec resources",
      "  gpuspec resources nvidia.com/mig-1g.10gb",
      "  gpuspec resources DRA",
      "  gpuspec resources --kubernetes 1.33",
      "  gpuspec resources DRA --kubernetes 1.33 -o json",
      "",
      "Exit status: 0 it is available, 1 nothing offers it, 2 the name is unknown."
    })
final class ResourcesCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "A resource, for example nvidia.com/gpu, or a feature, for example DRA.")
  private @Nullable String name;

  @Option(
      names = "--kubernetes",
      paramLabel = "V",
      description = "Kubernetes version for features, for example 1.33.")
  private @Nullable String kubernetes;

  @Mixin private final OutputOption output = new OutputOption();

  ResourcesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (name != null) {
      return name.contains("/") ? resource(name) : feature(name);
    }
    return kubernetes == null
        ? answer(GpuResource.all(), List.of(), Main.YES)
        : answer(List.of(), KubernetesFeature.allIn(kubernetes), Main.YES);
  }

  private int resource(String asked) throws IOException {
    GpuResource resource = GpuResource.of(asked);
    return answer(List.of(resource), List.of(), resource.isReal() ? Main.YES : Main.NO);
  }

  /** Names of resources have a slash. */
  private int feature(String asked) throws IOException {
    KubernetesFeature feature = named(asked);
    if (kubernetes == null) {
      return answer(List.of(), feature.history(), Main.YES);
    }
    FeatureState state = feature.in(kubernetes);
    return answer(
        List.of(),
        List.of(state),
        state.stage() == KubernetesFeature.Stage.ABSENT ? Main.NO : Main.YES);
  }

  private static KubernetesFeature named(String asked) {
    try {
      return KubernetesFeature.of(asked);
    } catch (UnknownNameException e) {
      throw new UnknownNameException(
          "components.unknown",
          "resource or feature",
          asked,
          Stream.concat(
                  GpuResource.all().stream().map(GpuResource::name),
                  KubernetesFeature.all().stream().map(KubernetesFeature::name))
              .toList());
    }
  }

  private int answer(List<GpuResource> resources, List<FeatureState> features, int status)
      throws IOException {
    if (output.isJson()) {
      console.json(GpuJson.write(out -> out.put("resources", resources).put("features", features)));
      return status;
    }
    for (GpuResource resource : resources) {
      console.say(resource);
    }
    for (FeatureState state : features) {
      console.say(state);
    }
    if (resources.size() == 1) {
      GpuResource one = resources.get(0);
      more(one.note(), one.correction(), one.citation());
    }
    if (name != null && !features.isEmpty()) {
      KubernetesFeature one = features.get(0).feature();
      more(one.note(), one.correction(), one.citation());
    }
    return status;
  }

  private void more(Optional<String> note, Optional<String> correction, Object citation)
      throws IOException {
    if (note.isPresent()) {
      console.say("  note      " + note.get());
    }
    if (correction.isPresent()) {
      console.say("  corrected " + correction.get());
    }
    console.say("  source    " + citation);
  }
}
