package io.gpuspec.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate of the JDK's keytool, in a folder. */
record TestKeys(Path folder) {
  private static final String PASSWORD = "changeit";

  /** Writes one; a later one replaces it. */
  static TestKeys create(Path folder, String algorithm) throws Exception {
    TestKeys keys = new TestKeys(folder);
    Files.deleteIfExists(keys.store());
    Process tool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
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
                    keys.store().toString()))
            .redirectErrorStream(true)
            .start();
    String said = new String(tool.getInputStream().readAllBytes());
    if (tool.waitFor() != 0) {
      throw new IOException(said);
    }
    KeyStore store = keys.load();
    Files.writeString(
        keys.certificate(), pem("CERTIFICATE", store.getCertificate("service").getEncoded()));
    Files.writeString(
        keys.key(),
        pem("PRIVATE KEY", store.getKey("service", PASSWORD.toCharArray()).getEncoded()));
    Files.writeString(keys.password(), PASSWORD + "\n");
    return keys;
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
