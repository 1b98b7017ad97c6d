package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What only shows when a workload's parts are put together is told all at once. */
class WorkloadProblemsTest {
  private static final Target TKE = Gpus.load().in("tke");

  private static GpuWorkload pod() {
    return GpuWorkload.pod("p", "r/i:v1").gpu("T4");
  }

  private static InvalidWorkloadException problems(GpuWorkload workload) {
    return catchThrowableOfType(InvalidWorkloadException.class, () -> workload.on(TKE));
  }

  private static UnaryOperator<WorkloadContainer> device(String request, String limit) {
    return c ->
        c.edit(
            b ->
                b.editOrNewResources()
                    .addToRequests("example.com/fpga", new Quantity(request))
                    .addToLimits("example.com/fpga", new Quantity(limit))
                    .endResources());
  }

  @Test
  void allProblemsAreToldTogetherOneALine() {
    GpuWorkload workload =
        GpuWorkload.cronJob("a".repeat(60), "@daily", WorkloadContainer.of("main", "r/i:v1"))
            .gpu("T5")
            .requests("8", "16Gi")
            .limits("4", "8Gi")
            .port(80)
            .emptyDir("data", "/data")
            .claim("data", "models", "/models")
            .selector("app", "a")
            .label("app", "b")
            .service(WorkloadService.of(80).name("front"))
            .pods(p -> p.edit(spec -> spec.withRestartPolicy("Always")))
            .main(device("1", "2"))
            .main(c -> c.mount("model", "/m").edit(b -> b.addNewEnv().withName("A").endEnv()))
            .container(WorkloadContainer.of("main", "r/s:v1").port(80));

    assertThat(problems(workload))
        .hasMessageStartingWith(
            """
            name: '%s' has 60 characters; a cron job's name has at most 52, because longer names are made of it, so shorten it
            restartPolicy: 'Always' is not allowed for %s; the pods of a job or cron job restart OnFailure or Never, those of a deployment, stateful set or daemon set Always
            label app: 'b' was given, and the selector says 'a'; remove one of them
            volume: 'data' is a duplicate; give each volume its own name
            env A of container 'main': no value is given; give one, or "" for an empty one
            port: '80' is a duplicate in container 'main'; the containers of a pod share one network, so say each port once, with its name or without
            container 'main' resources.requests[cpu]: '8' is above the limit '4'; raise the limit or lower the request
            container 'main' resources.requests[memory]: '16Gi' is above the limit '8Gi'; raise the limit or lower the request
            container 'main' resources.limits[example.com/fpga]: '2' differs from the request '1'; for an extended resource both are equal
            container: 'main' is a duplicate; give each container its own name
            volume of container 'main' 'model' is not known (known: data); add a volume of that name to the pod, or mount one that is there
            GPU 'T5' is not known; did you mean T4?"""
                .formatted("a".repeat(60), workload));
  }

  @Test
  void eachProblemIsThereAsItWouldBeThrownAlone() {
    InvalidWorkloadException thrown =
        problems(pod().gpu("T5").emptyDir("v", "/a").emptyDir("v", "/b"));

    assertThat(thrown.problems())
        .hasExactlyElementsOfTypes(InvalidValueException.class, UnknownNameException.class);
    assertError(thrown.problems().get(1), "gpu.unknown", "T5");
  }

  @Test
  void anIntentForAShapeThatDoesNotExistIsToldWithTheOthers() {
    GpuWorkload tooLarge = pod().requests("500", "1Gi").port(80);

    assertThatThrownBy(() -> tooLarge.on(TKE)).isInstanceOf(NoMatchException.class);
    assertThat(problems(tooLarge.main(c -> c.port(80))).problems())
        .hasExactlyElementsOfTypes(InvalidValueException.class, NoMatchException.class);
  }

  @Test
  void whatContradictsTheTargetIsToldWithTheOthers() {
    GpuWorkload workload =
        pod()
            .annotation("eks.tke.cloud.tencent.com/gpu-type", "V100")
            .container(
                WorkloadContainer.of("side", "i")
                    .edit(
                        b ->
                            b.editOrNewResources()
                                .addToLimits("nvidia.com/gpu", new Quantity("1"))
                                .endResources()))
            .main(c -> c.port(80).port(80));

    assertThat(problems(workload).problems())
        .extracting(GpuSpecException::getMessage)
        .satisfiesExactly(
            port -> assertThat(port).startsWith("port: '80' is a duplicate"),
            type -> assertThat(type).contains("'V100' was given, and tke writes 'T4' there"),
            gpu -> assertThat(gpu).startsWith("nvidia.com/gpu of container 'side': '1' was given"));
  }

  @Test
  void anExtendedResourceIsRequestedAsItIsLimited() {
    assertError(() -> pod().main(device("1", "2")).on(TKE), "pod.limit-not-request", "p", "2", "1");
    assertError(() -> pod().main(device("2", "2")).on(TKE), "match.none", "example.com/fpga");
  }

  @Test
  void aVariableHasAValueOrComesFromSomewhere() {
    assertError(
        () -> pod().main(c -> c.edit(b -> b.addNewEnv().withName("A").endEnv())).on(TKE),
        "env.missing",
        "p");
    pod()
        .env("A", "")
        .main(c -> c.envFromSecret("B", "s", "k").envFromConfigMap("C", "m", "k"))
        .on(TKE);
  }

  @Test
  void aPathIsMountedOnceInAContainerAndInAsManyContainersAsThereAre() {
    assertError(
        () -> pod().emptyDir("a", "/data").emptyDir("b", "/data").on(TKE),
        "mount.duplicate",
        "/data",
        "p");
    pod()
        .emptyDir("a", "/data")
        .container(WorkloadContainer.of("side", "i").mount("a", "/data"))
        .on(TKE);
  }

  @Test
  void aPortWithoutAProtocolIsOneOfTcp() {
    GpuWorkload twice =
        pod()
            .main(
                c ->
                    c.edit(
                        b ->
                            b.addNewPort()
                                .withContainerPort(80)
                                .endPort()
                                .addNewPort()
                                .withContainerPort(80)
                                .withProtocol("TCP")
                                .endPort()));

    assertError(() -> twice.on(TKE), "port.duplicate", "80", "p");
    pod()
        .main(
            c ->
                c.edit(
                    b ->
                        b.addNewPort()
                            .withContainerPort(80)
                            .endPort()
                            .addNewPort()
                            .withContainerPort(80)
                            .withProtocol("UDP")
                            .endPort()))
        .on(TKE);
  }

  @Test
  void sharedMemoryIsAtMostTheLimitOfTheContainerThatMountsIt() {
    pod().requests("4", "8Gi").limits("4", "8Gi").sharedMemory("8Gi").on(TKE);
    assertError(
        () -> pod().requests("4", "8Gi").limits("4", "8Gi").sharedMemory("8193Mi").on(TKE),
        "shared-memory.out-of-range",
        "8193Mi",
        "8Gi");
    // What the main container does not mount does not count against its limit.
    pod()
        .requests("4", "8Gi")
        .limits("4", "8Gi")
        .sharedMemory("9Gi")
        .main(c -> c.edit(b -> b.withVolumeMounts()))
        .on(TKE);
  }
}
