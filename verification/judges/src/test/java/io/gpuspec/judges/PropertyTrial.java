package io.gpuspec.judges;

import java.util.concurrent.ThreadLocalRandom;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Makes a jqwik property one {@link Trial} before the class's {@link Judge}, a part of the control
 * plane: its label is the law, its tries are the cases, and its shrunk counter-example is the
 * disagreement.
 *
 * <p>At night, with the Maven profile {@code nightly}, it is tried ten times as often, from a new
 * seed.
 */
final class PropertyTrial implements AroundPropertyHook {
  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (Night.IS_NOW) {
      atNight(context.attributes());
    }
    String judge =
        context
            .optionalContainerClass()
            .map(asking -> asking.getAnnotation(Judge.class).value())
            .orElseThrow();
    try (Trial trial = Trial.of(judge, ControlPlane.shared().version(), context.label())) {
      PropertyExecutionResult result = property.execute();
      for (int i = 1; i < result.countChecks(); i++) {
        trial.agreed(true, String::new);
      }
      if (result.countChecks() > 0) {
        trial.agreed(
            result.status() == PropertyExecutionResult.Status.SUCCESSFUL, () -> shrunk(result));
      }
      return result;
    }
  }

  private static void atNight(PropertyAttributes attributes) {
    attributes.tries().ifPresent(tries -> attributes.setTries(Night.tries(tries)));
    attributes.setSeed(Long.toString(ThreadLocalRandom.current().nextLong()));
  }

  private static String shrunk(PropertyExecutionResult result) {
    StringBuilder shrunk = new StringBuilder();
    result.seed().ifPresent(seed -> shrunk.append("seed ").append(seed).append('\n'));
    result
        .falsifiedParameters()
        .ifPresent(all -> all.forEach(one -> shrunk.append(one).append('\n')));
    result.throwable().ifPresent(why -> shrunk.append(why.getMessage()));
    return shrunk.toString();
  }
}
