package io.gpuspec.gradle.real;

import java.io.File;
import java.util.List;
import org.gradle.api.internal.StartParameterInternal;
import org.gradle.api.logging.configuration.ConsoleOutput;
import org.gradle.api.logging.configuration.WarningMode;
import org.gradle.initialization.DefaultBuildCancellationToken;
import org.gradle.initialization.DefaultBuildRequestContext;
import org.gradle.initialization.DefaultBuildRequestMetaData;
import org.gradle.initialization.NoOpBuildEventConsumer;
import org.gradle.internal.buildoption.Option;
import org.gradle.internal.buildprocess.BuildProcessState;
import org.gradle.internal.classpath.ClassPath;
import org.gradle.internal.instrumentation.agent.AgentStatus;
import org.gradle.internal.logging.LoggingManagerInternal;
import org.gradle.internal.logging.services.DefaultLoggingManagerFactory;
import org.gradle.internal.logging.services.LoggingServiceRegistry;
import org.gradle.internal.nativeintegration.services.NativeServices;
import org.gradle.internal.nativeintegration.services.NativeServices.NativeServicesMode;
import org.gradle.internal.service.ServiceRegistry;
import org.gradle.launcher.exec.BuildActionResult;
import org.gradle.launcher.exec.BuildExecutor;
import org.gradle.launcher.exec.DefaultBuildActionParameters;
import org.gradle.tooling.internal.provider.action.ExecuteBuildAction;

/**
 * What Gradle's command line does with {@code --offline --configuration-cache --build-cache} in the
 * folder where it is started, for the command line alone is not in the jar of its API.
 */
final class Engine {
  private Engine() {}

  /** Runs the tasks of these names; the user's folder of Gradle is the property of that name. */
  public static void main(String[] tasks) {
    File user = new File(System.getProperty("gradle.user.home"));
    StartParameterInternal start = new StartParameterInternal();
    start.setGradleUserHomeDir(user);
    start.setCurrentDir(new File("").getAbsoluteFile());
    start.setConsoleOutput(ConsoleOutput.Plain);
    start.setWarningMode(WarningMode.All);
    start.setOffline(true);
    start.setBuildCacheEnabled(true);
    start.setConfigurationCache(Option.Value.value(true));
    start.setTaskNames(List.of(tasks));
    NativeServices.initializeOnClient(user, NativeServicesMode.DISABLED);
    ServiceRegistry logging = LoggingServiceRegistry.newCommandLineProcessLogging();
    LoggingManagerInternal console = logging.get(DefaultLoggingManagerFactory.class).getRoot();
    console.setLevelInternal(start.getLogLevel());
    console.attachSystemOutAndErr();
    console.start();
    boolean failed = run(start, logging);
    console.stop();
    System.exit(failed ? 1 : 0);
  }

  private static boolean run(StartParameterInternal start, ServiceRegistry logging) {
    try (BuildProcessState process =
        new BuildProcessState(
            false,
            AgentStatus.disabled(),
            ClassPath.EMPTY,
            logging,
            NativeServices.getInstance())) {
      BuildActionResult result =
          process
              .getServices()
              .get(BuildExecutor.class)
              .execute(
                  new ExecuteBuildAction(start),
                  new DefaultBuildActionParameters(
                      System.getProperties(),
                      System.getenv(),
                      start.getCurrentDir(),
                      start.getLogLevel(),
                      true,
                      ClassPath.EMPTY),
                  new DefaultBuildRequestContext(
                      new DefaultBuildRequestMetaData(System.currentTimeMillis()),
                      new DefaultBuildCancellationToken(),
                      new NoOpBuildEventConsumer()));
      return result.hasFailure() || result.getException() != null;
    }
  }
}
