package io.gpuspec.judges;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** Scripts as somebody would run them, with a real kubectl before the shared control plane. */
final class Kubectl {
  private static final int MINUTES = 5;

  private final Path folder;

  /**
   * @param as whom kubectl acts as, such as {@code system:serviceaccount:kube-system:default};
   *     empty for who may do everything
   */
  Kubectl(ControlPlane plane, String as) {
    try {
      folder = Files.createTempDirectory("judges-kubectl");
      Path kubectl = folder.resolve("kubectl");
      Files.writeString(
          kubectl,
          "#!/usr/bin/env bash\nexec '%s' --kubeconfig='%s' %s \"$@\"\n"
              .formatted(
                  Tools.path("kubectl"),
                  plane.kubeconfig(),
                  as.isEmpty() ? "" : "--as='" + as + "'"));
      Files.setPosixFilePermissions(kubectl, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a script for {@code sh} says and how it ends. */
  Tools.Output sh(String script) {
    try {
      Path file = Files.writeString(folder.resolve("script.sh"), script);
      Path out = folder.resolve("out");
      Path err = folder.resolve("err");
      ProcessBuilder builder = new ProcessBuilder("sh", file.toString());
      builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
      Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IllegalStateException("no end after " + MINUTES + " minutes: " + script);
      }
      return new Tools.Output(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** What it says, where it must not fail. */
  String said(String script) {
    Tools.Output output = sh(script);
    if (output.exit() != 0) {
      throw new IllegalStateException(script + "\n" + output);
    }
    return output.out();
  }
}
