package io.gpuspec.service;

import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers what Jetty refuses before a resource sees it, in the form of every other problem. */
final class JettyErrors extends ErrorHandler {
  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int status,
      @Nullable String reason,
      @Nullable Throwable cause,
      Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Answers.JSON);
    Content.Sink.write(response, true, problem(status, reason), callback);
  }

  private static String problem(int status, @Nullable String reason) {
    String name = HttpStatus.getMessage(status);
    return Answers.problems(
        List.of(
            status == HttpStatus.URI_TOO_LONG_414
                ? "the address has too many characters; send the question as a body"
                : "the request is refused: "
                    + (reason == null || reason.equals(name) ? name : name + " (" + reason + ")")));
  }
}
