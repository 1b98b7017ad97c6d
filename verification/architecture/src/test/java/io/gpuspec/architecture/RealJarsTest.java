package io.gpuspec.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jars as users run them: on the module path, on the class path, linked into an image. The unit
 * tests run on the class path only, where a missing {@code requires} or {@code provides} is not
 * seen.
 */
class RealJarsTest {
  // Asks for ASCII only: what a child's console can print depends on the machine.
  private static final String MATCH =
      """
      package app;

      import io.gpuspec.GpuRequest;
      import io.gpuspec.Gpus;

      public class Main {
        public static void main(String[] arguments) {
          var shape =
              Gpus.load().in("tke").match(GpuRequest.of("V100").cpu(6).memory("32Gi")).orThrow().shape();
          System.out.println(shape.gpus() + " " + shape.cpu() + " " + shape.memory());
          System.out.println(Gpus.class.getModule().getName());
        }
      }
      """;

  private static final String BUILD =
      """
      package app;

      import io.gpuspec.Gpus;
      import io.gpuspec.manifest.GpuWorkload;
      import io.gpuspec.manifest.read.WorkloadFile;

      public class Main {
        public static void main(String[] arguments) {
          var tke = Gpus.load().in("tke");
          var pod = GpuWorkload.pod("p", "r/i:v1").gpu("V100").requests("6", "32Gi").limits("6", "32Gi");
          var yaml = pod.on(tke).yaml().toString();
          System.out.println(yaml);
          // Written by fabric8's model and read by snakeyaml-engine: both are there.
          WorkloadFile.parse("pod.yaml", yaml);
          System.out.println(GpuWorkload.class.getModule().getName());
          System.out.println("slf4j " + ModuleLayer.boot().findModule("org.slf4j").isPresent());
        }
      }
      """;

  @TempDir private static Path applications;

  private static Path asking;
  private static Path building;

  @TempDir private Path work;

  @BeforeAll
  static void compile() throws Exception {
    List<Path> jars = new ArrayList<>(Artifacts.coreAnd(Artifacts.TKE));
    jars.add(Artifacts.jar(Artifacts.ANNOTATIONS));
    // It names no provider: the provider's own module-info offers it.
    asking =
        ChildJvm.compile(
            applications.resolve("match"), jars, "module app { requires io.gpuspec; }", MATCH);
    building =
        ChildJvm.compile(
            applications.resolve("build"),
            Artifacts.builderJars(),
            "module app { requires io.gpuspec; requires io.gpuspec.manifest; }",
            BUILD);
  }

  @Test
  void aNamedApplicationFindsTheProviderOnTheModulePath() throws Exception {
    assertThat(
            ChildJvm.java(
                    work,
                    "-p",
                    ChildJvm.join(Artifacts.coreAnd(Artifacts.TKE), asking),
                    "-m",
                    "app/app.Main")
                .lines())
        .containsExactly("1 8 40Gi", "io.gpuspec");
  }

  @Test
  void theSameApplicationFindsItOnTheClassPath() throws Exception {
    assertThat(
            ChildJvm.java(
                    work,
                    "-cp",
                    ChildJvm.join(Artifacts.coreAnd(Artifacts.TKE), asking),
                    "app.Main")
                .lines())
        .containsExactly("1 8 40Gi", "null");
  }

  @Tag("slow")
  @Test
  void theSameApplicationLinksIntoAnImage() throws Exception {
    ToolProvider jlink = ToolProvider.findFirst("jlink").orElse(null);
    // A run-time image without jlink can still run the other tests.
    assumeThat(jlink).isNotNull();
    Path image = work.resolve("image");
    var log = new java.io.StringWriter();
    var writer = new java.io.PrintWriter(log);
    int code =
        jlink.run(
            writer,
            writer,
            "--module-path",
            ChildJvm.join(Artifacts.coreAnd(Artifacts.TKE), asking),
            "--add-modules",
            "app,io.gpuspec.tke",
            "--output",
            image.toString());
    assertThat(code).as(log.toString()).isZero();
    Path java = image.resolve("bin").resolve(isWindows() ? "java.exe" : "java");
    assertThat(ChildJvm.run(work, java, "-m", "app/app.Main").lines())
        .containsExactly("1 8 40Gi", "io.gpuspec");
  }

  @Test
  void theBuilderRunsOnTheModulePathWhenEveryModuleIsAdded() throws Exception {
    List<Path> jars = Artifacts.builderJars();
    assertThat(
            ChildJvm.java(
                    work,
                    "-p",
                    ChildJvm.join(jars, building),
                    "--add-modules",
                    "ALL-MODULE-PATH",
                    "-m",
                    "app/app.Main")
                .lines())
        .contains("kind: Pod", "io.gpuspec.manifest", "slf4j true");
  }

  /**
   * An automatic module cannot say what it requires. What fabric8's model logs with is missing then
   * and nothing else, because the core requires the rest. When this fails, the advice can go.
   */
  @Test
  void withoutThatTheModuleThatOnlyFabric8UsesIsMissing() throws Exception {
    List<Path> jars = Artifacts.builderJars();
    assertThat(
            ChildJvm.java(work, "-p", ChildJvm.join(jars, building), "-m", "app/app.Main").lines())
        .contains("kind: Pod", "slf4j false");
  }

  @Test
  void theBuilderRunsOnTheClassPath() throws Exception {
    List<Path> jars = Artifacts.builderJars();
    assertThat(ChildJvm.java(work, "-cp", ChildJvm.join(jars, building), "app.Main").lines())
        .contains("kind: Pod", "null");
  }

  private static boolean isWindows() {
    return File.separatorChar == '\\';
  }
}
