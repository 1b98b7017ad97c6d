package io.gpuspec.service;

import io.gpuspec.GpuJson;
import io.gpuspec.InvalidValueException;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayouts;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /mig/...}: profiles and layouts of a GPU, what fits together, and the way there. */
final class MigResource {
  /** What {@code POST /mig/fit} takes. */
  record Fit(String gpu, @Nullable Integer gpus, List<String> profiles) {}

  /** What {@code POST /mig/plan} takes; a card without instances unless said. */
  record Plan(
      String gpu,
      @Nullable List<String> current,
      @Nullable List<Integer> inUse,
      List<String> profiles) {}

  void register(Javalin server) {
    server
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
    Fit fit = Questions.body(context, Fit.class);
    int cards = fit.gpus() == null ? 1 : fit.gpus();
    Answers.json(context, GpuJson.write(MigGpu.of(fit.gpu()).cards(cards).fit(fit.profiles())));
  }

  private static void plan(Context context) throws IOException {
    Plan plan = Questions.body(context, Plan.class);
    List<String> current = plan.current() == null ? List.of() : plan.current();
    List<Integer> inUse = plan.inUse() == null ? List.of() : plan.inUse();
    Answers.json(
        context,
        GpuJson.write(
            MigGpu.of(plan.gpu())
                .layout(current.toArray(String[]::new))
                .inUse(inUse.stream().mapToInt(Integer::intValue).toArray())
                .planTo(plan.profiles())));
  }

  private static MigGpu gpu(Context context) {
    String name = context.queryParam("gpu");
    if (name == null) {
      throw new InvalidValueException("gpu: is missing; add it, such as ?gpu=A100-40GB");
    }
    return MigGpu.of(name);
  }
}
