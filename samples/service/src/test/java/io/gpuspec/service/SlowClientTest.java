package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Three hundred callers who sent a byte each five seconds silenced the service. */
class SlowClientTest {
  private static final int PATIENCE_MILLIS = 50;
  private static final int LENGTH = 1_000;

  @Test
  void aBodyThatComesByteByByteIsGivenUp() throws IOException {
    try (GpuService service = GpuService.start(Gpus.load(), "127.0.0.1", 0);
        Socket socket = new Socket("127.0.0.1", service.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /build HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
                  + LENGTH
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));

      assertThat(answer(out, in)).startsWith("HTTP/1.1 408");
    }
  }

  /** Writes a byte, waits for an answer, and so on. */
  private static String answer(OutputStream out, BufferedReader in) throws IOException {
    for (int i = 0; i < LENGTH - 1; i++) {
      out.write(' ');
      try {
        return String.valueOf(in.readLine());
      } catch (SocketTimeoutException noneYet) {
        // The next byte, then.
      }
    }
    return "none";
  }
}
