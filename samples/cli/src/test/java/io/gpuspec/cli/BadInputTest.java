package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bad question: status 2, one line that names the value and the fix, nothing on stdout. */
class BadInputTest {
  private static final String BUILD = "build --provider tke --kind pod --name p --image i";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "match --provider tk --gpu T4 | provider 'tk' is not known; did you mean tke or tke/gpu or tke/qgpu?",
        "match --provider tke --gpu V1000 | GPU 'V1000' is not known; did you mean V100?",
        "match --gpu V1000 | GPU 'V1000' is not known",
        "match --provider tke --gpu T4,V1000 | 'V1000'",
        "match --provider tke --gpu T4, | is empty; name a GPU",
        "match --provider tke --any-of ,T4 | is empty; name a GPU",
        "match --provider tke --gpu 1/0*T4 | '1/0'",
        "match --provider tke --gpu 5/4*T4 | '5/4'",
        "match --provider tke --gpu 1/4*T4 --gpus 2 | 2 x '1/4*T4'",
        "match --provider tke --gpu T4 --gpus 0 | '0' is not a number of GPUs; ask for 1 or more",
        "match --provider tke --gpu T4 --gpus -1 | '-1'",
        "match --provider tke --gpu T4 --gpus two | 'two'",
        "match --provider tke --gpu T4 --gpus 1.5 | --gpus': '1.5' is not a whole number up to 2147483647; write it like 2",
        "match --provider tke --gpu T4 --gpus 99999999999 | '99999999999' is not a whole number up to 2147483647",
        "match --provider tke --gpu T4 --cpu four | 'four' is not a quantity",
        "match --provider tke --gpu T4 --cpu -4 | cpu: '-4' is negative",
        "match --provider tke --gpu T4 --memory 32GB | '32GB' is not a quantity",
        "match --provider tke --gpu T4 --memory -1Gi | memory: '-1Gi' is negative",
        "match --provider tke --min-gpu-memory lots | 'lots' is not a quantity",
        "match --provider tke --gpu T4 --min-gpu-memory 1Gi | mutually exclusive",
        "match --provider tke --gpu T4 --edition 2024 | edition '2024' is not known",
        "match --provider tke --gpu T4 --arch sparc | arch: 'sparc' is not known; write amd64 or arm64",
        "match --provider tke --gpu T4 --prefer cheap | prefer 'cheap' is not known; did you mean cheapest? (known: smallest, cheapest)",
        "match --gpu T4 --gpu V100 | --gpu is given more than once; write --gpu T4,V100",
        "match --gpu=A10*PNV4 --gpu T4 | write --gpu 'A10*PNV4,T4'",
        "match --any-of T4 --any-of V100 | write --any-of T4,V100",
        "match --cpu 1 --cpu 2 | --cpu is given more than once; give it once",
        "match T4 | 'T4' belongs to no option",
        "match --provider tke --gpu T4 --explicit | an explicit shape states both",
        "match --provider tke --gpu T4 -o xml | 'xml' is not known; write text or json",
        "match --provider tke --gpuu T4 | option '--gpuu' is not known; did you mean --gpu",
        "match --provider tke --gpu | '--gpu'",
        "match --provider tke --gpu T4 --set spotty=true | option 'spotty' is not known; did you mean spot?",
        "match --provider tke --gpu T4 --set spot=maybe | option spot: 'maybe' is not allowed; write true or false",
        "match --provider tke --gpu T4 --set foo | 'foo' has no '='; write KEY=VALUE",
        "match --provider tke --gpu T4 --set =foo | '=foo' has no name before '='",
        "match --gpu T4 --edition 2023-06 | '--edition 2023-06' requires --provider; add --provider",
        "match --gpu T4 --set spot=true | '--set spot=true' requires --provider; add --provider",
        "match --provider tke -f missing.yaml | 'missing.yaml' does not exist",
        "match --provider tke --batch missing.jsonl | 'missing.jsonl' does not exist",
        "match -f missing.yaml | 'missing.yaml' does not exist",
        "match -f a --edition 2023-06 | '--edition 2023-06' requires --provider; add --provider",
        "match --batch missing.jsonl | no provider is given; add --provider",
        "match --provider tke -f a --batch b | choose one",
        "catalog --provider tk | did you mean tke or tke/gpu or tke/qgpu?",
        "catalog --gpu T5 | GPU 'T5' is not known; did you mean T4",
        "catalog --min-gpu-memory x | 'x' is not a quantity",
        "catalog --provider tke --edition 1999 | '1999' is not known",
        "catalog --edition 2023-06 | '--edition 2023-06' requires --provider; add --provider",
        "catalog --set spot=true | '--set spot=true' requires --provider; add --provider",
        "catalog --arch sparc | 'sparc'",
        "catalog --gpus many | 'many'",
        "share choose --provider ack | required options are missing; add --for WORK",
        "share choose --for inferense | workload 'inferense' is not known; did you mean inference?",
        "share choose --for dev --gpu T5 | GPU 'T5' is not known; did you mean T4",
        "share choose --for dev --gpu T5 --provider ack | GPU 'T5' is not known; did you mean T4",
        "share choose --for dev --memory 8GB | '8GB' is not a quantity",
        "share choose --for dev --memory 0 | memory: '0' is none of a card's",
        "share choose --for dev --cards 0 | cards: '0' is not a number of cards of one pod",
        "share choose --for dev --edition 2022-01 | '--edition 2022-01' requires --provider",
        "share translate --to hamy nvidia.com/gpu=1 | dialect 'hamy' is not known; did you mean hami?",
        "share translate --to hami nvidia.com/gpuu=1 | 'nvidia.com/gpuu' are not names of one dialect",
        "share translate --to cgpu gpu-fraction=0.5 | share: '1/2' of a card's memory is an amount only if the card is known",
        "share translate --to cgpu gpu-memory=1 gpu-memory=2 | 'gpu-memory' is given more than once",
        "fleet consolidate --provider eks --nodes missing.json | 'missing.json'",
        "fleet consolidate --provider eks | --nodes",
        "fits -f missing.yaml --nodes missing.json | 'missing.yaml'",
        "fits -f x | --nodes",
        "fits --filenam x --nodes y | option '--filenam' is not known; did you mean --filename",
        "fits -f - --nodes - | --nodes: '-' is standard input, which is read once",
        "fleet place --nodes missing.csv --pods missing.csv | 'missing.csv'",
        "fleet place --nodes missing.csv | --pods",
        "fleet plan --provider eks | fleet plan: no file is given; add -f FILE",
        "slices --provider tke --gpu T4 | slices: 'tke' runs each pod by itself, on no node that a DRA driver runs on",
        "slices --provider tke/qgpu --gpu T4 | slices: the cards of 'tke/qgpu' are given out by the cloud's own device plugin",
        "slices --provider ack/cgpu --gpu T4 --claims x.yaml | slices: the cards of 'ack/cgpu' are given out by the cloud's own device plugin",
        "slices --provider eks --gpu A100 --kubernetes 1.33 | kubernetes: '1.33' is not a version with resource.k8s.io/v1",
        "slices --provider eks --gpu A100 --claims x.yaml --comments | --comments: explains slices",
        "fleet plan -f missing.jsonl | 'missing.jsonl' does not exist",
        "fleet plan -f x.jsonl --limit g5.xlarge=1 | '--limit' requires --provider; add --provider",
        "fleet plan -f x.jsonl --with-spot | '--with-spot' requires --provider; add --provider",
        "fleet plan -f x.jsonl --set spot=true | '--set spot=true' requires --provider",
        "fleet plan --provider eks -f missing.jsonl | 'missing.jsonl' does not exist",
        "fleet plan --provider eks -f x --limit g5.xlarg=1 | row 'g5.xlarg' is not known; did you mean g5.xlarge",
        "fleet plan --provider eks -f x --limit g5.xlarge=one | --limit g5.xlarge: 'one' is not a whole number",
        "fleet plan --provider eks -f x --quota Q=1 | 'Q' is not known",
        "fleet plan --provider eks -f x --only z9 | 'z9' is not known",
        "fleet plan --provider eks -f x --prefer cheap | prefer: 'cheap' is not known; write cheapest, fewest or least-waste",
        "fleet plan --provider eks -f x --time soon | --time: 'soon' is not a time; write 10s or 500ms",
        "fleet plan --provider eks -f x --nodes missing.json | 'missing.json'",
        "share pack --provider tke --gpu T4 4Gi | share pack: --provider 'tke' does not say how cards are shared; add --tech qgpu",
        "share cost --gpu T4 | no share is given; write MEM[:CORE], --mig PROFILE or --replicas N",
        "share cost --gpu A100-40GB --mig 1g.5gb --replicas 2 | '2' kinds of shares are given",
        "share cost --gpu T4 4Gi --price 8CNY | share cost: no provider is given; add --provider",
        "share cost --gpu T4 --replicas 1 | replicas: '1' is below 2: number of replicas must be >= 2",
        "share cost --gpu T4 --replicas 2 --price 0USD | price: '0USD' is not a price of an hour",
        "share cost --gpu T4 --replicas 2 --price 8 | price: '8' is not a price of an hour; write an amount above 0 and a currency, such as 8.5CNY",
        "share cost --gpu T4 --mig 1g.5gb | mig: 'T4' has no MIG",
        "share cost --gpu A100-40GB --mig 1g.6gb | '1g.6gb'",
        "share cost --provider ack --gpu T4 --replicas 4 | gpu: 'T4' costs differently from row to row; name one of ecs.gn6i-c4g1.xlarge",
        "share cost --provider tke --tech qgpu --gpu T4 4Gi:7 | '7' percent of compute",
        "build --kind pod --name p --image i --gpu T4 | no provider is given; add --provider",
        "build --provider tke --kind pod | required options are missing; add --name N --image I",
        "build | required options are missing; add --kind pod",
        "build --provider tke --kind cat --name p --image i | 'cat' is not known; write pod or deployment or statefulset or daemonset or job or cronjob",
        BUILD + " --gpu T5 | did you mean T4",
        BUILD + " --gpu T4 --cpu 1,2,3 | '1,2,3' has 3 amounts",
        BUILD + " --gpu T4 --cpu 1, | cpu: '' is not a quantity",
        BUILD + " --gpu T4 --cpu 16Gi --memory 4 | were cpu and memory swapped?",
        BUILD + " --gpu T4 --replicas 2 | only a deployment or stateful set has replicas",
        BUILD + " --gpu T4 --port 0 | '0' is not a port",
        BUILD + " --gpu T4 --env NVIDIA_VISIBLE_DEVICES=all | leave the variable out",
        BUILD + " --gpu T4 --env foo | 'foo' has no '='; write KEY=VALUE",
        BUILD + " --gpu T4 --label gpu=1/4*T4 | is not a label value",
        BUILD + " --gpu T4 --namespace My | 'My' is not a DNS label",
        BUILD + " --gpu T4 --explicit --cpu 8 | do not state both",
        BUILD + " --gpu 1/4*T4 --gpus 2 | '1/4*T4'",
        "build --provider tke --kind pod --name My_Pod --image i --gpu T4 | 'My_Pod'",
        "build --provider tke --kind deployment --name d --image i --gpu T4 --replicas -1 | '-1' is below 0",
        "cuda-fit | no image is given; add --image I, or --cuda V such as 12.4",
        "cuda-fit --driver 470 | no image is given",
        "cuda-fit --cuda 12.4 | no driver is given; add --driver V, or --provider P --gpu G",
        "cuda-fit --cuda 12.4 --gpu T4 | no driver is given",
        "cuda-fit --cuda 12.4 --provider tke | no driver is given",
        "cuda-fit --cuda 12.4 --provider tk --gpu T4 | did you mean tke or tke/gpu or tke/qgpu?",
        "cuda-fit --cuda 12.4 --provider tke --gpu T5 | GPU 'T5' is not known; did you mean T4",
        "cuda-fit --cuda 12.4 --driver 535 --gpu T5 | GPU 'T5' is not known; did you mean T4",
        "cuda-fit --cuda 12.4 --provider tke --gpu T4 --driver 470 | remove one of them",
        "cuda-fit --cuda 11.4 --provider tke --gpu L40 | L40 (48Gi, CUDA 12.7) and publishes no shape for it; ask for a GPU that has one, or give the driver as nvidia-smi prints it (--driver 565, the oldest that reports CUDA 12.7)",
        "cuda-fit --cuda 11.4 --provider tke --gpu 1/2*A10*GNV4v | documents none for '1/2*A10*GNV4v'; give the one that its nodes have",
        "cuda-fit --cuda 11.4 --provider tke --edition 2023-06 --gpu T4 | tke 2023-06 documents none for 'T4'",
        "cuda-fit --cuda 11.4 --edition 2023-06 --driver 470 | '--edition 2023-06' requires --provider",
        "cuda-fit --image vllm/vllm-openai:v0.9 --driver 550 | the tag of 'vllm/vllm-openai:v0.9' says no CUDA version, as cuda11.7 and cu121 do; give it beside the image, such as --cuda 12.4",
        "cuda-fit --image tensorflow/tensorflow:latest-gpu --driver 550 | says no CUDA version",
        "cuda-fit --image nvcr.io/nvidia/pytorch:23.11-py3 --driver 550 | says no CUDA version",
        "cuda-fit --image r/a:cu121 --cuda 12.4 --driver 550 | remove one of them",
        "cuda-fit --cuda 12 --driver 550 | '12' is not a CUDA version; write it like 12.4",
        "cuda-fit --cuda 12.7 --driver 550 | '12.7' is what drivers of branch 565 report",
        "cuda-fit --cuda 9.9 --driver 550 | CUDA version '9.9' is not known",
        "cuda-fit --cuda 12.4 --driver 47O.182.03 | '47O.182.03' is not a driver version; write a version as nvidia-smi prints it",
        "cuda-fit --cuda 12.4 --driver 12.4 | were CUDA and driver swapped?",
        "recommend | required options are missing; add --for inference|training|graphics|dev",
        "recommend --for mining | use: 'mining' is not known; write inference, training, graphics, video, hpc or dev",
        "recommend --for dev --provider tk | did you mean tke or tke/gpu or tke/qgpu?",
        "recommend --for dev --gpu-memory lots | 'lots' is not a quantity",
        "recommend --for dev --gpu-memory -1Gi | gpuMemory: '-1Gi' is negative",
        "recommend --for dev --gpus 0 | '0' is not a number of GPUs",
        "recommend --for dev --model-params 8x7B | '8x7B' is not a number of parameters",
        "recommend --for dev --model-params 8B --precision fp4 | precision: 'fp4' is not known",
        "recommend --for dev --precision fp16 | add --model-params",
        "recommend --for training --model-params 8B --precision int4 | 'int4' weights are not trained",
        "recommend --for dev --budget five | budget: 'five' is not a price of an hour",
        "recommend --for dev --arch sparc | 'sparc'",
        "recommend --for dev --edition 2023-06 | requires --provider; add --provider",
        "mig | no command is given; write profiles or layouts or fit or plan or needs",
        "mig fti | command 'fti' is not known; did you mean fit?",
        "mig profiles | required options are missing; add --gpu G",
        "mig profiles --gpu T4 | 'T4' has no MIG; GPUs that have it: A100-40GB, A100-80GB",
        "mig profiles --gpu A100 | 'A100' can be A100-40GB or A100-80GB",
        "mig profiles --gpu H100 | 'H100' can be H100-80GB or H100-94GB or H100-96GB, which have different profiles; name one of them",
        "mig profiles --gpu GH200 | 'GH200' can be GH200-96GB or GH200-144GB",
        "mig profiles --gpu H300 | MIG GPU 'H300' is not known; did you mean",
        "mig profiles --gpu '' | ''",
        "mig layouts --gpu A30 --profiles 1g.5gb | '1g.5gb' is not known; did you mean 1g.6gb? (known: 1g.6gb, 1g.6gb+me",
        "mig layouts --gpu A30 --profiles 1g.6gb, | '1g.6gb,' has an empty entry",
        "mig fit --gpu A100-40GB | PROFILE is missing; add it",
        "mig fit --gpu A100-80GB 1g.5gb | '1g.5gb' is not known; did you mean 1g.10gb?",
        "mig fit --gpu A30 --gpus 0 1g.6gb | '0' is not a number of cards",
        "mig fit --gpu A30 1g.6gb --svg --mig-parted x | mutually exclusive",
        "mig fit --gpu A30 1g.6gb --svg -o json | --svg and -o json are mutually exclusive; give one of them",
        "mig fit --gpu A30 1g.6gb --mig-parted x -o json | --mig-parted and -o json are mutually exclusive; give one of them",
        "mig plan --gpu A30 1g.6gb --commands -o json | --commands and -o json are mutually exclusive; give one of them",
        "mig plan --gpu A30 1g.6gb --commands --card -1 | '-1'",
        "mig plan --gpu A30 1g.6gb --card 1 | --commands",
        "mig needs --gpu A30 | MEMORY is missing; add it",
        "mig needs --gpu A30 lots | 'lots' is not a quantity",
        "mig plan --gpu A30 | PROFILE is missing; add it",
        "mig plan --gpu A30 --current '' 1g.6gb | --current: '' is empty; leave the option out",
        "mig plan --gpu A30 --current 1g.6gb 1g.6gb | '1g.6gb' does not say where the instance starts",
        "mig plan --gpu A30 --current 2g.12gb@1 1g.6gb | a 2g.12gb can start at 0, 2",
        "mig plan --gpu A30 --current 2g.12gb@0,1g.6gb@1 1g.6gb | 1g.6gb@1 overlaps 2g.12gb@0 at slice 1",
        "mig plan --gpu A30 --current 1g.6gb@0 --in-use 1 1g.6gb | no instance starts at '1'; instances start at 0",
        "mig plan --gpu A30 --in-use 0 1g.6gb | no instance starts at '0'; the card has none",
        "mig plan --gpu A30 --current 1g.6gb@0 --in-use x 1g.6gb | --in-use: 'x' is no start",
        "share replicas --gpu T4 | required options are missing; add --replicas N",
        "share replicas --gpu T4 --replicas 1 | number of replicas must be >= 2",
        "share replicas --gpu T4 --replicas four | 'four' is not a whole number",
        "share replicas --gpu T4 --replicas 49 --mps | maximum allowed replicas exceeded: 49 > 48",
        "share replicas --gpu V100-32G --replicas 17 --mps | maximum allowed replicas exceeded: 17 > 16",
        "share replicas --gpu V100 --replicas 2 | 'V100' can be V100-16G or V100-32G",
        "share replicas --gpu T5 --replicas 2 | GPU 'T5' is not known; did you mean T4",
        "share replicas --gpu T4 --replicas 2 --cards 0 | '0' is not a number of cards",
        "share replicas --gpu T4 --replicas 2 --card-memory lots | 'lots' is not a quantity",
        "share replicas --gpu T4 --replicas 2 --fail-requests-greater-than-one maybe | 'maybe'",
        "frobnicate | command 'frobnicate' is not known (known: catalog, match, fits, build, inspect, migrate, cuda-fit, recommend, mig, share, nodes, fleet, slices, resources, diagnose, advice, components, schema, completion, man, shell)",
        "mach | did you mean match?",
        "shell | JShell is started by the launcher; call ./gpuspec shell in the checkout",
      })
  void isOneLineOnStandardErrorAndStatus2(String line, String names) {
    Run run = Run.line(line);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1).first().asString().startsWith("gpuspec: ");
    assertThat(run.err()).contains(names).doesNotContain("\tat ", "Exception in thread");
  }

  /** The lines of the questions above. */
  static List<String> questions() throws NoSuchMethodException {
    CsvSource questions =
        BadInputTest.class
            .getDeclaredMethod("isOneLineOnStandardErrorAndStatus2", String.class, String.class)
            .getAnnotation(CsvSource.class);
    return Stream.of(questions.value()).map(each -> each.replaceFirst(" \\| .*$", "")).toList();
  }

  @Test
  void noCommandIsABadQuestion() {
    Run run = Run.of();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains(
            "no command is given; write catalog or match or fits or build or inspect or migrate or cuda-fit or recommend or mig");
  }

  @Test
  void everyProblemOfAFileHasALineOfItsOwn(@TempDir Path dir) throws Exception {
    Path file =
        Files.writeString(
            dir.resolve("f.yaml"),
            """
            metadata: {}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec: {}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: q, annotations: {eks.tke.cloud.tencent.com/gpu-type: 7}}
            spec: {containers: [{name: c}]}
            """);
    Run run = Run.of("match", "--provider", "tke", "-f", file.toString());
    List<String> lines = run.err().lines().filter(line -> line.startsWith("gpuspec: ")).toList();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("f.yaml:1:1: ", "no 'kind'");
    assertThat(lines.get(1)).contains("f.yaml:6:7: ", "add containers");
    assertThat(lines.get(2)).contains("f.yaml:10:", "quote it: '7'");
  }

  @Test
  void aFileThatIsNoYamlIsNamedWithItsPlace(@TempDir Path dir) throws Exception {
    Path file = Files.write(dir.resolve("f.bin"), new byte[] {0x7f, 'E', 'L', 'F', 0, (byte) 0xff});
    Run run = Run.of("match", "--provider", "tke", "-f", file.toString(), "-o", "json");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1).first().asString().contains("f.bin:1:1: ");
  }
}
