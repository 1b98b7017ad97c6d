package io.gpuspec.service;

import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayouts;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The endpoints {@code /mig/...}: profiles and layouts of a GPU, what fits together, and plans. */
final class MigResource {
  /** The body of {@code POST /mig/fit}. */
  record Fit(@Nullable String gpu, @Nullable Integer gpus, @Nullable List<String> profiles) {}

  /** The body of {@code POST /mig/plan}; by default, a card without instances. */
  record Plan(
      @Nullable String gpu,
      @Nullable List<String> current,
      @Nullable List<Integer> inUse,
      @Nullable List<String> profiles) {}

  void register(RoutesConfig routes) {
    routes
        .get("/mig/profiles", MigResource::profiles)
        .get("/mig/layouts", MigResource::layouts)
        .post("/mig/fit", MigResource::fit)
        .post("/mig/plan", MigResource::plan);
  }

  private static void profiles(Context context) {
    Questions.onlyParameters(context, List.of("gpu"));
    Answers.json(context, GpuJson.write(gpu(context)));
  }

  private static void layouts(Context context) {
    Questions.onlyParameters(context, List.of("gpu", "profiles"));
    MigGpu gpu = gpu(context);
    String profiles = context.queryParam("profiles");
    MigLayouts layouts = profiles == null ? gpu.layouts() : gpu.layouts(profiles.split(",", -1));
    Answers.json(context, GpuJson.write(layouts));
  }

  private static void fit(Context context) throws IOException {
    Questions.onlyParameters(context, List.of());
    Fit fit = Questions.body(context, Fit.class);
    int cards = fit.gpus() == null ? 1 : fit.gpus();
    Answers.json(context, GpuJson.write(gpu(fit.gpu()).cards(cards).fit(profiles(fit.profiles()))));
  }

  private static void plan(Context context) throws IOException {
    Questions.onlyParameters(context, List.of());
    Plan plan = Questions.body(context, Plan.class);
    List<String> current = plan.current() == null ? List.of() : plan.current();
    List<Integer> inUse = plan.inUse() == null ? List.of() : plan.inUse();
    Answers.json(
        context,
        GpuJson.write(
            gpu(plan.gpu())
                .layout(current.toArray(String[]::new))
                .inUse(inUse.stream().mapToInt(Integer::intValue).toArray())
                .planTo(profiles(plan.profiles()))));
  }

  private static MigGpu gpu(@Nullable String name) {
    return MigGpu.of(Questions.given("gpu", name, "\"A100-40GB\""));
  }

  private static List<String> profiles(@Nullable List<String> names) {
    return Questions.given("profiles", names, "[\"2g.10gb\"]");
  }

  private static MigGpu gpu(Context context) {
    return MigGpu.of(Questions.given("gpu", context.queryParam("gpu"), "?gpu=A100-40GB"));
  }
}
