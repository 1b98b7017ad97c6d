package io.gpuspec.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Writes each published artifact's API to a file with its name: {@code verification/api/dump}. */
public final class ApiDump {
  private ApiDump() {}

  /** Takes the folder to write to. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    for (Artifact artifact : Artifact.PUBLISHED) {
      Files.writeString(
          folder.resolve(artifact.name() + ".txt"),
          artifact.api().stream().map(line -> line + "\n").collect(Collectors.joining()));
    }
  }
}
