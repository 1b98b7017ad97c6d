package io.gpuspec.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate of the JDK's keytool, in a folder. */
record TestKeys(Path folder) {
  private static final String PASSWORD = "changeit";

  private static final Map<String, byte[]> MADE = new ConcurrentHashMap<>();

  /** Writes the one of an algorithm, which is made once: keytool starts a JVM of its own. */
  static TestKeys create(Path folder, String algorithm) throws Exception {
    return new TestKeys(folder).written(algorithm, algorithm);
  }

  /** Writes another one in its place. */
  TestKeys replaced() throws Exception {
    return written("another", "EC");
  }

  private TestKeys written(String name, String algorithm) throws Exception {
    Files.deleteIfExists(store());
    byte[] known = MADE.get(name);
    if (known == null) {
      make(algorithm);
      MADE.put(name, Files.readAllBytes(store()));
    } else {
      Files.write(store(), known);
    }
    KeyStore store = load();
    Files.writeString(
        certificate(), pem("CERTIFICATE", store.getCertificate("service").getEncoded()));
    Files.writeString(
        key(), pem("PRIVATE KEY", store.getKey("service", PASSWORD.toCharArray()).getEncoded()));
    Files.writeString(password(), PASSWORD + "\n");
    return this;
  }

  private void make(String algorithm) throws Exception {
    Process tool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-J-XX:TieredStopAtLevel=1",
                    "-J-XX:+UseSerialGC",
                    "-genkeypair",
                    "-alias",
                    "service",
                    "-keyalg",
                    algorithm,
                    "-dname",
                    "CN=gpuspec",
                    "-ext",
                    "san=ip:127.0.0.1,dns:localhost",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    store().toString()))
            .redirectErrorStream(true)
            .start();
    String said = new String(tool.getInputStream().readAllBytes());
    if (tool.waitFor() != 0) {
      throw new IOException(said);
    }
  }

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind);
  }

  Path store() {
    return folder.resolve("keys.p12");
  }

  Path password() {
    return folder.resolve("password");
  }

  Path certificate() {
    return folder.resolve("tls.crt");
  }

  Path key() {
    return folder.resolve("tls.key");
  }

  KeyStore load() throws Exception {
    return KeyStore.getInstance(store().toFile(), PASSWORD.toCharArray());
  }

  /** What trusts this certificate alone. */
  SSLContext client() throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("service", load().getCertificate("service"));
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), new SecureRandom());
    return context;
  }
}
