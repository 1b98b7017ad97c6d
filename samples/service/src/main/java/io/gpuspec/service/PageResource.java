package io.gpuspec.service;

import io.gpuspec.GpuSpec;
import io.gpuspec.manifest.GpuWorkload;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The page at {@code /} with what it loads, and the descriptions of the endpoints: {@code
 * /openapi.json}, and the JSON Schemas of the library that it refers to.
 */
final class PageResource {
  /** Nothing is loaded from elsewhere or sent elsewhere, and no other page can frame this one. */
  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String HTML = "text/html; charset=utf-8";

  /** A file that is served as it is; {@code name} is its place from the class beside it. */
  record File(String path, Class<?> beside, String name, String type) {
    private byte[] bytes() {
      try (InputStream in = beside.getResourceAsStream(name)) {
        if (in == null) {
          throw new IllegalStateException(name + " is not in the jar; build it again");
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Everything that is served, but for the answers to questions. */
  static final List<File> FILES =
      List.of(
          new File("/", PageResource.class, "page/index.html", HTML),
          new File("/page.css", PageResource.class, "page/page.css", "text/css; charset=utf-8"),
          new File(
              "/page.js", PageResource.class, "page/page.js", "text/javascript; charset=utf-8"),
          new File(
              "/words.js", PageResource.class, "page/words.js", "text/javascript; charset=utf-8"),
          new File(
              "/phrases.js",
              PageResource.class,
              "page/phrases.js",
              "text/javascript; charset=utf-8"),
          // The command line's: what the library says has one translation.
          new File("/zh.po", PageResource.class, "page/zh.po", "text/plain; charset=utf-8"),
          new File("/icon.svg", PageResource.class, "page/icon.svg", "image/svg+xml"),
          new File("/openapi.json", PageResource.class, "openapi.json", Answers.JSON),
          new File(
              "/schemas/match.schema.json",
              GpuSpec.class,
              "json/match.schema.json",
              "application/schema+json"),
          new File(
              "/schemas/gpu-workload.schema.json",
              GpuWorkload.class,
              "gpu-workload.schema.json",
              "application/schema+json"));

  void register(RoutesConfig routes) {
    for (File file : FILES) {
      byte[] bytes = file.bytes();
      routes.get(file.path(), context -> answer(context, file.type(), bytes));
    }
  }

  private static void answer(Context context, String type, byte[] bytes) {
    // Another version of the service has another page.
    context
        .header(Header.CACHE_CONTROL, "no-cache")
        .header(Header.CONTENT_SECURITY_POLICY, POLICY)
        .header(Header.X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(Header.REFERRER_POLICY, "no-referrer")
        .contentType(type)
        .result(bytes);
  }
}
