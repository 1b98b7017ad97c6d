package io.gpuspec.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.net.URL;

/** A way out in each method; what {@link SafetyTest} must see. */
final class Reaching {
  private Reaching() {}

  static InputStream address(URL url) throws IOException {
    return url.openStream();
  }

  static Process program(String name) throws IOException {
    return new ProcessBuilder(name).start();
  }

  static Process shell(String[] command) throws IOException {
    return Runtime.getRuntime().exec(command);
  }

  static Object object(InputStream bytes) throws IOException, ClassNotFoundException {
    return new ObjectInputStream(bytes).readObject();
  }

  static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name);
  }
}
