package io.gpuspec.service;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The certificate of the service and its key, in files that may be replaced while it runs. */
final class Tls {
  private static final Logger LOG = System.getLogger(Tls.class.getName());

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----([^-]+)-----END");

  /** Kinds of keys that certificates of servers have, each with a way to sign. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private static final char[] NO_PASSWORD = {};

  /** Reads the files. */
  private interface Source {
    KeyStore read() throws IOException, GeneralSecurityException;
  }

  /** What was read, and the certificate of its key. */
  private record Keys(KeyStore store, Certificate certificate) {}

  private final String files;
  private final Source source;
  private final char[] password;
  private final SslContextFactory.Server context = new SslContextFactory.Server();
  private final AtomicReference<Certificate> served = new AtomicReference<>();

  private Tls(String files, Source source, char[] password) {
    this.files = files;
    this.source = source;
    this.password = password;
    try {
      Keys first = read();
      use(first);
      served.set(first.certificate());
    } catch (IOException | GeneralSecurityException e) {
      throw new ServiceException("%s: cannot be used (%s)".formatted(files, e.getMessage()), e);
    }
  }

  /** Returns a chain of certificates and an unencrypted PKCS#8 key, both as PEM. */
  static Tls pem(Path certificates, Path key) {
    return new Tls(certificates + ", " + key, () -> pemKeys(certificates, key), NO_PASSWORD);
  }

  /** Returns the only key of a PKCS#12 or JKS file. */
  static Tls keyStore(Path file, Path password) {
    try {
      char[] word = Files.readString(password).strip().toCharArray();
      return new Tls(file.toString(), () -> KeyStore.getInstance(file.toFile(), word), word);
    } catch (IOException e) {
      throw new ServiceException(
          "%s: cannot be read (%s); write the password into it".formatted(password, e), e);
    }
  }

  /** What Jetty asks. */
  SslContextFactory.Server context() {
    return context;
  }

  /** Reads the files again; what cannot be used is logged, and the one before stays. */
  void refresh() {
    try {
      Keys now = read();
      if (!now.certificate().equals(served.get())) {
        reload(now);
        served.set(now.certificate());
        LOG.log(Level.INFO, "{0}: a new certificate is used", files);
      }
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      // What is thrown here would end all later refreshes.
      LOG.log(
          Level.WARNING,
          "{0}: cannot be used ({1}); the certificate before stays",
          files,
          e.getMessage());
    }
  }

  /** Reads the files, of which one may be new already and the other not yet. */
  private Keys read() throws IOException, GeneralSecurityException {
    try {
      KeyStore store = source.read();
      String alias = alias(store);
      Certificate certificate = store.getCertificate(alias);
      checkPair(certificate.getPublicKey(), store.getKey(alias, password));
      return new Keys(store, certificate);
    } catch (IllegalArgumentException e) {
      // Of a file that is being written, the JDK tells in this way.
      throw new GeneralSecurityException(e.getMessage(), e);
    }
  }

  private static void checkPair(PublicKey ofCertificate, Key key) throws GeneralSecurityException {
    String way = SIGNATURES.get(key.getAlgorithm());
    if (way == null || !(key instanceof PrivateKey secret)) {
      throw new GeneralSecurityException("the key is neither RSA nor EC nor EdDSA");
    }
    byte[] text = {1};
    Signature signing = Signature.getInstance(way);
    signing.initSign(secret);
    signing.update(text);
    byte[] signature = signing.sign();
    Signature verifying = Signature.getInstance(way);
    verifying.initVerify(ofCertificate);
    verifying.update(text);
    if (!verifies(verifying, signature)) {
      throw new GeneralSecurityException("the key is not that of the certificate");
    }
  }

  /** A key of another curve or length is not only wrong, but malformed. */
  private static boolean verifies(Signature verifying, byte[] signature) {
    try {
      return verifying.verify(signature);
    } catch (SignatureException e) {
      return false;
    }
  }

  private void reload(Keys keys) throws GeneralSecurityException {
    try {
      context.reload(each -> use(keys));
    } catch (Exception e) {
      throw new GeneralSecurityException(e.getMessage(), e);
    }
  }

  private void use(Keys keys) {
    context.setKeyStore(keys.store());
    context.setKeyStorePassword(new String(password));
  }

  /** Returns the name of the key; a file may have certificates of authorities besides. */
  private static String alias(KeyStore store) throws KeyStoreException {
    for (String each : Collections.list(store.aliases())) {
      if (store.isKeyEntry(each) && store.getCertificate(each) != null) {
        return each;
      }
    }
    throw new KeyStoreException("it has no key with a certificate");
  }

  private static KeyStore pemKeys(Path certificates, Path key)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, NO_PASSWORD);
    try (InputStream in = Files.newInputStream(certificates)) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
      keys.setKeyEntry("service", privateKey(Files.readString(key)), NO_PASSWORD, chain);
    }
    return keys;
  }

  private static Key privateKey(String pem) throws GeneralSecurityException {
    Matcher key = KEY.matcher(pem);
    if (!key.find() || !key.group(1).isEmpty()) {
      throw new GeneralSecurityException(
          "the key is not an unencrypted PKCS#8 key in PEM; convert it with"
              + " openssl pkcs8 -topk8 -nocrypt");
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(key.group(2)));
    for (String algorithm : SIGNATURES.keySet()) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (GeneralSecurityException e) {
        LOG.log(Level.TRACE, algorithm, e);
      }
    }
    throw new GeneralSecurityException("the key is neither RSA nor EC nor EdDSA");
  }
}
