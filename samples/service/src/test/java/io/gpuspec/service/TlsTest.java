package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service with a certificate. */
class TlsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void itAnswersWithACertificateInPem(String algorithm) throws Exception {
    TestKeys keys = TestKeys.create(folder, algorithm);

    try (Caller caller = Caller.start(keys, Tls.pem(keys.certificate(), keys.key()))) {
      assertThat(caller.get("/health").status()).isEqualTo(200);
    }
  }

  @Test
  void itAnswersWithAKeyStore() throws Exception {
    TestKeys keys = TestKeys.create(folder, "EC");

    try (Caller caller = Caller.start(keys, Tls.keyStore(keys.store(), keys.password()))) {
      assertThat(caller.get("/health").status()).isEqualTo(200);
    }
  }

  @Test
  void itAnswersWithAKeyStoreThatHasACertificateOfAnAuthorityFirst() throws Exception {
    TestKeys keys = TestKeys.create(folder, "EC");
    char[] word = Files.readString(keys.password()).strip().toCharArray();
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    Certificate certificate = keys.load().getCertificate("service");
    store.setCertificateEntry("a", certificate);
    store.setKeyEntry(
        "z", keys.load().getKey("service", word), word, new Certificate[] {certificate});
    Path file = folder.resolve("keys.jks");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, word);
    }

    try (Caller caller = Caller.start(keys, Tls.keyStore(file, keys.password()))) {
      assertThat(caller.get("/health").status()).isEqualTo(200);
    }
  }

  @Test
  void aNewCertificateIsUsedAndABrokenOneIsNot() throws Exception {
    TestKeys keys = TestKeys.create(folder, "EC");
    Tls tls = Tls.pem(keys.certificate(), keys.key());

    try (Caller first = Caller.start(keys, tls)) {
      assertThat(first.get("/health").status()).isEqualTo(200);

      Caller second = first.trusting(keys.replaced());
      assertThatThrownBy(() -> second.get("/health")).isInstanceOf(SSLException.class);
      tls.refresh();
      assertThat(second.get("/health").status()).isEqualTo(200);

      Files.writeString(keys.key(), "broken");
      tls.refresh();
      assertThat(second.trusting(keys).get("/health").status()).isEqualTo(200);
    }
  }

  @Test
  void filesThatAreBeingReplacedAreReadAgainWhenTheyAreWhole() throws Exception {
    TestKeys keys = TestKeys.create(folder, "EC");
    Tls tls = Tls.pem(keys.certificate(), keys.key());
    byte[] key = Files.readAllBytes(keys.key());

    try (Caller first = Caller.start(keys, tls)) {
      TestKeys next = keys.replaced();
      byte[] certificate = Files.readAllBytes(next.certificate());
      byte[] nextKey = Files.readAllBytes(next.key());

      Files.write(next.certificate(), new byte[0]);
      tls.refresh();
      Files.write(next.certificate(), certificate);
      Files.write(next.key(), key);
      tls.refresh();
      assertThat(first.get("/health").status()).isEqualTo(200);

      Files.write(next.key(), nextKey);
      tls.refresh();
      assertThat(first.trusting(next).get("/health").status()).isEqualTo(200);
    }
  }

  @Test
  void filesThatCannotBeUsedAreToldWithTheFix() throws Exception {
    TestKeys keys = TestKeys.create(folder, "EC");
    Path old = folder.resolve("old.key");
    Files.writeString(old, "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----");
    Path wrong = folder.resolve("wrong");
    Files.writeString(wrong, "other");

    assertThatThrownBy(() -> Tls.pem(keys.certificate(), old))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt");
    assertThatThrownBy(() -> Tls.pem(folder.resolve("none"), keys.key()))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("none");
    assertThatThrownBy(() -> Tls.pem(keys.key(), keys.key()))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("tls.key");
    assertThatThrownBy(() -> Tls.keyStore(keys.store(), wrong))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("keys.p12");
    assertThatThrownBy(() -> Tls.keyStore(keys.store(), folder.resolve("none")))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("write the password into it");
  }
}
