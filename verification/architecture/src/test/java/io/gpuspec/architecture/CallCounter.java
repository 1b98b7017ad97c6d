package io.gpuspec.architecture;

import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.none;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/**
 * An agent that counts the calls of the library's methods, lambdas included and constructors not,
 * and a program that prints those of one answer, a method with its calls on a line.
 */
public final class CallCounter {
  private static final Map<String, Integer> CALLS = new TreeMap<>();
  private static boolean isCounting;

  private CallCounter() {}

  /** What each method begins with. */
  static final class Count {
    private Count() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Origin("#t.#m") String method) {
      CallCounter.called(method);
    }
  }

  /** Called from the methods that are counted. */
  public static void called(String method) {
    if (isCounting) {
      CALLS.merge(method, 1, Integer::sum);
    }
  }

  /** Called by the JVM before {@link #main}. */
  public static void premain(String options, Instrumentation instrumentation) {
    // Byte Buddy ignores synthetic methods by default, and lambdas are such.
    new AgentBuilder.Default(new ByteBuddy().ignore(none()))
        .type(
            nameStartsWith("io.gpuspec.")
                .and(type -> !type.getName().startsWith(CallCounter.class.getName())))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(Count.class).on(isMethod())))
        .installOn(instrumentation);
  }

  public static void main(String[] targets) {
    Target target = Gpus.load().in(targets[0]);
    GpuWorkload workload =
        GpuWorkload.deployment("llm", "registry.example/llm:v1")
            .gpu("T4")
            .requests("3", "10Gi")
            .limits("3", "12Gi")
            .replicas(3)
            .port(8000);
    workload.on(target);
    workload.on(target);
    isCounting = true;
    workload.on(target);
    isCounting = false;
    CALLS.forEach((method, calls) -> System.out.println(calls + " " + method));
  }
}
