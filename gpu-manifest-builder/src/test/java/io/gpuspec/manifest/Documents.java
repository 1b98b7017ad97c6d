package io.gpuspec.manifest;

import io.gpuspec.manifest.read.WorkloadFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files beside the tests. */
public final class Documents {
  private Documents() {}

  /** A manifest of the best-practice document, as it stands there. */
  public static String text(String file) {
    return resource("documents/" + file);
  }

  public static WorkloadFile file(String file) {
    return WorkloadFile.parse(file, text(file));
  }

  /** What is built in place of a document's manifest, as it was reviewed. */
  public static String approved(String name) {
    return resource("approved/documents/" + name + ".approved.yml");
  }

  public static String resource(String path) {
    try (InputStream in = Documents.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException("no test resource " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
