package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.spi.GpuProvider;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the server under the service refuses has the same form as what the service refuses. */
class JettyErrorsTest {
  private static GpuService service;

  @BeforeAll
  static void start() {
    service = GpuService.start(Gpus.load(), "127.0.0.1", 0);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void anAddressThatIsTooLongIsAProblem() throws Exception {
    assertThat(sent("GET /match?gpu=" + "a".repeat(20_000) + " HTTP/1.1"))
        .startsWith("HTTP/1.1 414 ")
        .contains("application/json")
        .contains("\"the address has too many characters; send the question as a body\"");
  }

  @Test
  void anAddressWithAHalfEscapeIsAProblem() throws Exception {
    assertThat(sent("GET /match%zz HTTP/1.1"))
        .startsWith("HTTP/1.1 400 ")
        .contains("application/json")
        .contains("\"problems\" : [ \"the request is refused: Bad Request");
  }

  @Test
  void aRequestThatIsNotHttpIsAProblem() throws Exception {
    assertThat(sent("match gpu T4"))
        .startsWith("HTTP/1.1 505 ")
        .contains("application/json")
        .contains("\"the request is refused: HTTP Version Not Supported");
  }

  @Test
  void anErrorOfTheVirtualMachineIsAProblemToo() throws Exception {
    try (Caller caller =
        new Caller(
            GpuService.start(Gpus.of(endless()), "127.0.0.1", 0),
            HttpClient.newHttpClient(),
            "http")) {
      Caller.Answer answer = caller.post("/match", "{\"gpu\": \"T4\"}");
      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.problems()).containsExactly("internal error; the log says where");
    }
  }

  private static GpuProvider endless() {
    return (GpuProvider)
        Proxy.newProxyInstance(
            JettyErrorsTest.class.getClassLoader(),
            new Class<?>[] {GpuProvider.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "id" -> "endless";
                  case "editions" -> List.of("2026");
                  case "options" -> List.of();
                  case "catalog" -> throw new StackOverflowError();
                  default -> InvocationHandler.invokeDefault(proxy, method, arguments);
                });
  }

  private static String sent(String line) throws IOException {
    try (Socket caller = new Socket("127.0.0.1", service.port())) {
      caller
          .getOutputStream()
          .write(
              (line + "\r\nHost: service\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(caller.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
