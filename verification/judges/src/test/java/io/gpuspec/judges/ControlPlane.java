package io.gpuspec.judges;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A real control plane on the loopback interface: etcd and kube-apiserver, with kube-scheduler and
 * kube-controller-manager beside them for who asks for them.
 *
 * <p>All judges of a run share one; it stops with the JVM.
 */
final class ControlPlane {
  private static final Path FOLDER = Path.of("target", "judges", "control-plane").toAbsolutePath();

  /** Opened by the first judge that needs it. */
  private static final class Shared {
    static final ControlPlane INSTANCE = new ControlPlane();
  }

  private final List<Process> beside = new ArrayList<>();
  private final Set<String> started = new HashSet<>();
  private final KubeAPIServer server;
  private final KubernetesClient client;
  private final Path kubeconfig = FOLDER.resolve("kubeconfig.yaml");

  private ControlPlane() {
    String version = Tools.run("", "kube-apiserver", "--version").out().strip();
    String number = version.substring(version.indexOf('v') + 1);
    layOut(number);
    server =
        new KubeAPIServer(
            KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withTestDir(FOLDER.toString())
                .withApiServerVersion(number)
                .withOfflineMode(true)
                .withUpdateKubeConfig(false)
                .withApiServerFlag("--bind-address", "127.0.0.1")
                // A node stays as it was written: nobody reports its condition here.
                .withApiServerFlag("--disable-admission-plugins", "TaintNodesByCondition")
                .build());
    server.start();
    write(kubeconfig, server.getKubeConfigYaml());
    client =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(server.getKubeConfigYaml()))
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
  }

  static ControlPlane shared() {
    return Shared.INSTANCE;
  }

  /** The programs where kube-api-test looks for them. */
  private static void layOut(String version) {
    try {
      Path programs =
          Files.createDirectories(FOLDER.resolve("k8s").resolve(version + "-linux-amd64"));
      for (String program : List.of("kube-apiserver", "kubectl")) {
        Path link = programs.resolve(program);
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Tools.path(program));
      }
      // kube-api-test tells etcd to listen everywhere.
      Path etcd = programs.resolve("etcd");
      write(
          etcd,
          "#!/usr/bin/env bash\nexec '%s' \"${@//0.0.0.0/127.0.0.1}\"\n"
              .formatted(Tools.path("etcd")));
      Files.setPosixFilePermissions(etcd, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client that may do everything. */
  KubernetesClient client() {
    return client;
  }

  /** Such as {@code v1.36.3}, as the server itself says. */
  String version() {
    return client.getKubernetesVersion().getGitVersion();
  }

  /** Such as 36. */
  int minor() {
    return Integer.parseInt(version().split("\\.")[1]);
  }

  /** A file for {@code --kubeconfig}. */
  Path kubeconfig() {
    return kubeconfig;
  }

  /**
   * Starts a program that runs beside the API server until the JVM ends, unless it runs; its log is
   * kept.
   */
  void start(String program, String... arguments) {
    if (!started.add(program)) {
      return;
    }
    List<String> command = new ArrayList<>();
    command.add(Tools.path(program).toString());
    command.add("--kubeconfig=" + kubeconfig);
    command.addAll(List.of(arguments));
    Path log = FOLDER.resolve(program + ".log");
    try {
      beside.add(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the controllers that judges need: all of them share one kube-controller-manager. */
  void startControllers() {
    start(
        "kube-controller-manager",
        "--controllers=resourcequota-controller,namespace-controller,resourceclaim-controller",
        "--leader-elect=false",
        "--bind-address=127.0.0.1",
        "--secure-port=0");
  }

  private void stop() {
    beside.forEach(Process::destroyForcibly);
    server.stop();
  }
}
