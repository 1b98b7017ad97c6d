package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.UnknownNameException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpusTest {
  private static final String SERVICES = "META-INF/services/io.gpuspec.spi.GpuProvider";

  private final Gpus gpus =
      Gpus.of(
          TestCloud.ofResources("sky"),
          TestCloud.ofResources("cloud"),
          TestCloud.ofResources("cloud/share"));

  @Test
  void listsItsTargetsById() {
    assertThat(gpus).hasToString("targets: cloud, cloud/share, sky");
    assertThat(gpus.targets())
        .extracting(Target::toString)
        .containsExactly("cloud 2024-05", "cloud/share 2024-05", "sky 2024-05");
  }

  @Test
  void aTargetStartsWithItsFirstEditionAndChoosingGivesAnother() {
    Target cloud = gpus.in("cloud");

    assertThat(cloud.id()).isEqualTo("cloud");
    assertThat(cloud.editions()).containsExactly("2024-05", "2022-11");
    assertThat(cloud.edition("2022-11").catalog().specs()).hasSize(2);
    assertThat(cloud.edition()).isEqualTo("2024-05");
    assertThat(cloud.catalog().specs()).hasSize(11);
  }

  @Test
  void anUnknownTargetIsAnErrorThatListsTheKnownOnes() {
    assertError(() -> gpus.in("clod"), "provider.unknown", "clod");
    assertThatThrownBy(() -> gpus.in(null)).isInstanceOf(UnknownNameException.class);
  }

  @Test
  void anUnknownEditionIsAnErrorThatListsTheKnownOnes() {
    assertError(() -> gpus.in("cloud").edition("2024-06"), "edition.unknown", "2024-06");
  }

  @Test
  void anOptionIsChosenByItselfOrByItsName() {
    Target cloud = gpus.in("cloud");

    assertThat(zoneAndSpot(cloud)).containsExactly("any", "false");
    assertThat(zoneAndSpot(cloud.with(TestCloud.SPOT, true).with(TestCloud.ZONE, Optional.of("a"))))
        .containsExactly("a", "true");
    assertThat(zoneAndSpot(cloud.with("spot", "true").with("zone", " a ")))
        .containsExactly("a", "true");
    assertThat(zoneAndSpot(cloud.with("zone", "a").with("zone", "b")).get(0)).isEqualTo("b");
  }

  private static List<String> zoneAndSpot(Target target) {
    Match.Found found = target.match(GpuRequest.of("T4")).orThrow();
    return target.place(found).entries().stream().skip(1).map(Placement.Entry::value).toList();
  }

  @Test
  void optionsSurviveAChangeOfEdition() {
    Target chosen = gpus.in("cloud").with("zone", "a").edition("2022-11");

    assertThat(zoneAndSpot(chosen).get(0)).isEqualTo("a");
  }

  @Test
  void anUnknownOptionIsAnErrorThatListsTheKnownOnes() {
    Option<Boolean> other = Option.flag("spot", "of another cloud", TestCloud.LIST);

    assertError(() -> gpus.in("cloud").with("sport", "true"), "option.unknown", "sport");
    assertThatThrownBy(() -> gpus.in("cloud").with(other, true))
        .isInstanceOf(UnknownNameException.class);
    assertError(() -> gpus.in("cloud").with("spot", "maybe"), "option.malformed", "maybe");
  }

  @Test
  void onlyTheDefaultTargetOfACloudIsAskedByAQueryOverAll() {
    Matches matches = gpus.match(GpuRequest.of("V100").cpu(6).memory("32Gi"));

    assertThat(matches.answers())
        .extracting(answer -> answer.target().id())
        .containsExactly("cloud", "sky");
    assertThat(matches.isFound()).isTrue();
    assertThat(matches.found()).hasSize(2);
    assertThat(matches)
        .hasToString(
            "V100 x1 · 8 cores · 40Gi  on cloud (over by 2 cores, 8Gi)\n"
                + "V100 x1 · 8 cores · 40Gi  on sky (over by 2 cores, 8Gi)");
    assertThat(gpus.match(GpuRequest.of("H100")).isFound()).isFalse();
    assertThat(gpus.match(GpuRequest.of("H100")).found()).isEmpty();
  }

  @Test
  void aGpuThatAnyEditionOfAnyProviderKnowsIsNotUnknown() {
    assertThat(gpus.in("cloud").match(GpuRequest.of("Vega")).isFound()).isFalse();
    assertThat(gpus.in("cloud").match(GpuRequest.of("1/3*Vega")).isFound()).isFalse();
    assertThat(gpus.in("cloud").match(GpuRequest.of("H100")).isFound()).isFalse();
    assertError(() -> gpus.in("cloud").match(GpuRequest.of("T4", "Voga")), "gpu.unknown", "Voga");
    assertError(() -> gpus.in("cloud").match(GpuRequest.of("1/4*T5")), "gpu.unknown", "1/4*T5");
  }

  @Test
  void aMatchIsPlacedWhereItWasFound() {
    Match.Found found = gpus.in("cloud").match(GpuRequest.of("T4")).orThrow();

    assertError(() -> gpus.in("sky").place(found), "match.conflict", "cloud", "sky");
  }

  @Test
  void twoProvidersWithOneIdAreAnErrorThatNamesTheirJars() {
    assertError(
        () -> Gpus.of(TestCloud.ofResources("cloud"), TestCloud.ofResources("cloud")),
        "providers.unusable",
        "cloud");
  }

  @Test
  void noProviderIsAnErrorThatSaysWhatToAdd(@TempDir Path empty) throws Exception {
    try (URLClassLoader nothing = new URLClassLoader(new URL[] {empty.toUri().toURL()}, null)) {
      assertError(() -> Gpus.load(nothing), "providers.unusable");
    }
    // The core alone has the target for nodes of one's own.
    assertThat(Gpus.load()).hasToString("targets: own");
    assertError(() -> Gpus.load().in("eks"), "provider.missing");
  }

  @Test
  void aProviderThatFailsToLoadIsAnErrorAndNeverLeftOut(@TempDir Path jar) throws Exception {
    assertError(
        () -> load(jar, Loadable.class.getName() + "\nno.such.Provider\n"), "providers.unusable");
  }

  @Test
  void aProviderIsFoundThroughTheGivenLoader(@TempDir Path jar) throws Exception {
    assertThat(load(jar, Loadable.class.getName())).hasToString("targets: loadable, own");
  }

  @Test
  void oneClassInTwoJarsIsAnErrorThatNamesBoth(@TempDir Path jar) throws Exception {
    String file = Loadable.class.getName().replace('.', '/') + ".class";
    Files.createDirectories(jar.resolve(file).getParent());
    try (InputStream in = Loadable.class.getClassLoader().getResourceAsStream(file)) {
      Files.copy(in, jar.resolve(file));
    }

    assertError(
        () -> load(jar, Loadable.class.getName()),
        "providers.unusable",
        "loadable",
        jar.getFileName().toString());
  }

  private static Gpus load(Path jar, String services) throws Exception {
    Files.createDirectories(jar.resolve(SERVICES).getParent());
    Files.writeString(jar.resolve(SERVICES), services);
    URL[] urls = {jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, GpusTest.class.getClassLoader())) {
      return Gpus.load(loader);
    }
  }

  @Test
  void theModuleUsesProviders() throws Exception {
    Path classes = Path.of(Gpus.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
      assertThat(ModuleDescriptor.read(in).uses()).containsExactly(GpuProvider.class.getName());
    }
  }

  /** What ServiceLoader can make an instance of. */
  public static final class Loadable implements GpuProvider {

    /** For ServiceLoader. */
    public Loadable() {}

    @Override
    public String id() {
      return "loadable";
    }

    @Override
    public List<String> editions() {
      return List.of("2024-05");
    }

    @Override
    public List<Option<?>> options() {
      return List.of();
    }

    @Override
    public SpecCatalog catalog(Options options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public GpuRequest request(PodView pod, Options options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Placement place(Match.Found found, Options options) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aProviderOfOursWhoseJarIsMissingIsNamedWithIt() {
    assertError(
        () -> Gpus.of(TestCloud.ofResources("cloud")).in("eks/nodegroup"),
        "provider.missing",
        "eks/nodegroup");
  }
}
