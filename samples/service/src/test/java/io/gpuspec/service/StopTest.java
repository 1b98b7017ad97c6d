package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the service ends. */
@Timeout(60)
class StopTest {
  private static final String QUESTION = "{\"provider\": \"tke\", \"gpu\": [\"T4\"]}";

  @Test
  void aRequestThatIsBeingAnsweredIsAnswered() throws Exception {
    GpuService service = GpuService.start(Gpus.load(), "127.0.0.1", 0);
    int port = service.port();
    try (Socket caller = new Socket("127.0.0.1", port)) {
      send(
          caller,
          "POST /match HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
              + QUESTION.length()
              + "\r\n\r\n");
      // It says so when it begins to read the body.
      assertThat(line(caller)).isEqualTo("HTTP/1.1 100 Continue");
      assertThat(line(caller)).isEmpty();

      CompletableFuture<Void> end = CompletableFuture.runAsync(service::close);
      while (isListening(port)) {
        Thread.onSpinWait();
      }
      send(caller, QUESTION);

      assertThat(line(caller)).isEqualTo("HTTP/1.1 200 OK");
      end.get(50, TimeUnit.SECONDS);
    }
  }

  private static void send(Socket caller, String text) throws IOException {
    caller.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    caller.getOutputStream().flush();
  }

  private static String line(Socket caller) throws IOException {
    InputStream in = caller.getInputStream();
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n' && next != -1; next = in.read()) {
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private static boolean isListening(int port) throws IOException {
    try (Socket another = new Socket("127.0.0.1", port)) {
      return another.isConnected();
    } catch (ConnectException e) {
      return false;
    } catch (SocketException e) {
      // Reset: it was waiting when the port was closed. The next one is refused.
      return true;
    }
  }
}
