package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.value.GpuSpecException;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.MethodNotAllowedResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;

/**
 * The library's answers over HTTP: {@code /match}, {@code /match/file}, {@code /build}, {@code
 * /migrate}, {@code /inspect}, {@code /diagnose}, {@code /nodes}, {@code /admission}, {@code
 * /mig/...} and {@code /health}, described by {@code /openapi.json}; and a page at {@code /}.
 *
 * <pre>{@code
 * try (GpuService service = GpuService.start(Gpus.load(), "127.0.0.1", 0)) {
 *   service.port();
 * }
 * }</pre>
 *
 * <p>An answer that is "no" has status 200 and says so, as {@code "matched": false} does; 422 is
 * for manifests that cannot be built because nothing matches, 400 for a question that is itself
 * wrong.
 */
public final class GpuService implements AutoCloseable {
  private static final Logger LOG = System.getLogger(GpuService.class.getName());

  private static final String INTERNAL = "internal error; the log says where";

  /** A request that takes longer when the service ends is given up. */
  private static final Duration LONGEST_END = Duration.ofSeconds(30);

  /** A caller who is silent for longer when the service ends is given up; Jetty's is a second. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(3);

  /** How long a new certificate waits at most to be used. */
  private static final Duration REFRESH = Duration.ofMinutes(1);

  private final Javalin server;
  private final ScheduledExecutorService refresher;

  private GpuService(Javalin server, Optional<Tls> tls) {
    this.server = server;
    this.refresher = Executors.newSingleThreadScheduledExecutor(GpuService::thread);
    tls.ifPresent(
        each ->
            refresher.scheduleWithFixedDelay(
                each::refresh, REFRESH.toSeconds(), REFRESH.toSeconds(), TimeUnit.SECONDS));
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "certificate");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Serves on a port of an address; 0 is a port that is free.
   *
   * @throws ServiceException if the port is not available
   */
  public static GpuService start(Gpus gpus, String address, int port) {
    return start(new Listening(gpus, Inspector.of(gpus), address, port, Optional.empty()));
  }

  static GpuService start(Listening where) {
    Javalin server = Javalin.create(config -> configure(config, where));
    try {
      server.start(where.address(), where.port());
    } catch (RuntimeException e) {
      throw new ServiceException(
          "%s:%s: cannot be listened on (%s); choose another port"
              .formatted(where.address(), where.port(), e.getMessage()),
          e);
    }
    // Not before: a server that never began would not end in this way.
    waitAtTheEnd(server.jettyServer().server());
    return new GpuService(server, where.tls());
  }

  private static void waitAtTheEnd(Server jetty) {
    jetty.setStopTimeout(LONGEST_END.toMillis());
    for (Connector connector : jetty.getConnectors()) {
      if (connector instanceof AbstractConnector listening) {
        listening.setShutdownIdleTimeout(LONGEST_SILENCE.toMillis());
      }
    }
  }

  /** The port that it listens on. */
  public int port() {
    return server.port();
  }

  /** Returns the methods and paths that it answers, such as {@code GET /health}. */
  List<String> routes() {
    return server.unsafe.internalRouter.allHttpHandlers().stream()
        .map(route -> route.endpoint.method.name() + " " + route.endpoint.path)
        .toList();
  }

  /** Ends it: no more requests are taken, and those of which the answer has begun get it. */
  @Override
  public void close() {
    refresher.shutdownNow();
    server.stop();
  }

  private static void configure(JavalinConfig config, Listening where) {
    config.startup.showJavalinBanner = false;
    config.startup.startupWatcherEnabled = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.jetty.modifyServer(jetty -> jetty.setErrorHandler(new JettyErrors()));
    config.router.javaLangErrorHandler(GpuService::broken);
    config.http.prefer405over404 = true;
    config.http.defaultContentType = Answers.JSON;
    where
        .tls()
        .ifPresent(
            tls -> config.jetty.addConnector((jetty, http) -> secure(jetty, http, where, tls)));
    answer(config.routes, where);
  }

  private static void answer(RoutesConfig routes, Listening where) {
    Gpus gpus = where.gpus();
    HealthResource.of(gpus).register(routes);
    new PageResource().register(routes);
    new MatchResource(gpus).register(routes);
    new FileMatchResource(gpus).register(routes);
    new MigrateResource(gpus).register(routes);
    new NodesResource(gpus).register(routes);
    new BuildResource(gpus).register(routes);
    new MigResource().register(routes);
    new InspectResource(gpus, where.inspector()).register(routes);
    new DiagnoseResource(gpus, where.inspector()).register(routes);
    new AdmissionResource(where.inspector()).register(routes);
    routes
        .exception(NoMatchException.class, (e, c) -> answer(c, HttpStatus.UNPROCESSABLE_CONTENT, e))
        .exception(GpuSpecException.class, (e, c) -> answer(c, HttpStatus.BAD_REQUEST, e))
        .exception(MethodNotAllowedResponse.class, GpuService::notAllowed)
        .exception(HttpResponseException.class, GpuService::refused)
        .exception(IllegalCharsetNameException.class, GpuService::otherCharset)
        .exception(UnsupportedCharsetException.class, GpuService::otherCharset)
        .exception(IOException.class, GpuService::left)
        .exception(Exception.class, GpuService::failed);
  }

  private static Connector secure(Server jetty, HttpConfiguration http, Listening where, Tls tls) {
    ServerConnector connector =
        new ServerConnector(
            jetty,
            new SslConnectionFactory(tls.context(), HttpVersion.HTTP_1_1.asString()),
            new HttpConnectionFactory(http));
    connector.setHost(where.address());
    connector.setPort(where.port());
    return connector;
  }

  private static void answer(Context context, HttpStatus status, GpuSpecException problem) {
    Answers.problems(context, status, Answers.messages(problem));
  }

  private static void refused(HttpResponseException problem, Context context) {
    Answers.problems(
        context, HttpStatus.forStatus(problem.getStatus()), List.of(problem.getMessage()));
  }

  private static void notAllowed(MethodNotAllowedResponse problem, Context context) {
    String allowed = problem.getDetails().getOrDefault("availableMethods", "");
    context.header(Header.ALLOW, allowed);
    String told =
        "%s %s: is not answered; use %s".formatted(context.method(), context.path(), allowed);
    Answers.problems(context, HttpStatus.METHOD_NOT_ALLOWED, List.of(told));
  }

  private static void otherCharset(IllegalArgumentException problem, Context context) {
    String told =
        "Content-Type: '%s' has a charset that is not known; send UTF-8"
            .formatted(context.header(Header.CONTENT_TYPE));
    Answers.problems(context, HttpStatus.BAD_REQUEST, List.of(told));
  }

  /** The client left before the question was complete; nobody is left to answer. */
  private static void left(IOException failure, Context context) {
    LOG.log(Level.DEBUG, context.method() + " " + context.path(), failure);
  }

  private static void failed(Exception failure, Context context) {
    LOG.log(Level.ERROR, context.method() + " " + context.path(), failure);
    Answers.problems(context, HttpStatus.INTERNAL_SERVER_ERROR, List.of(INTERNAL));
  }

  /** An error of the virtual machine, such as a stack that is too deep, gets an answer too. */
  private static void broken(HttpServletResponse response, Error failure) {
    LOG.log(Level.ERROR, "a request ended in an error", failure);
    response.setStatus(HttpStatus.INTERNAL_SERVER_ERROR.getCode());
    response.setContentType(Answers.JSON);
    try {
      response.getOutputStream().print(Answers.problems(List.of(INTERNAL)));
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the client left", e);
    }
  }
}
