package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpuspec.cluster.ClusterVersions;
import io.gpuspec.cluster.ComponentReport;
import io.gpuspec.cluster.ComponentResult;
import io.gpuspec.cluster.KubernetesFeature;
import io.gpuspec.cluster.Xid;
import io.gpuspec.cuda.CudaFit;
import io.gpuspec.cuda.CudaImage;
import io.gpuspec.cuda.Driver;
import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigFleet;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigLayouts;
import io.gpuspec.mig.MigNode;
import io.gpuspec.mig.MigPartedConfig;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.mig.MigPlan;
import io.gpuspec.mig.MigSizing;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.recommend.KvCache;
import io.gpuspec.recommend.ModelMemory;
import io.gpuspec.recommend.Need;
import io.gpuspec.recommend.Optimizer;
import io.gpuspec.recommend.Precision;
import io.gpuspec.recommend.Recommendations;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.share.Card;
import io.gpuspec.share.CardKind;
import io.gpuspec.share.CardPart;
import io.gpuspec.share.CardPrice;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Cost;
import io.gpuspec.share.Packing;
import io.gpuspec.share.PackingCost;
import io.gpuspec.share.PartCost;
import io.gpuspec.share.ReplicaNode;
import io.gpuspec.share.Replicas;
import io.gpuspec.share.ShareAmount;
import io.gpuspec.share.SharePod;
import io.gpuspec.share.SharePolicy;
import io.gpuspec.share.choice.Assurance;
import io.gpuspec.share.choice.Guarantee;
import io.gpuspec.share.choice.SharingChoice;
import io.gpuspec.share.choice.SharingNeeds;
import io.gpuspec.share.choice.SharingUse;
import io.gpuspec.share.choice.Technique;
import io.gpuspec.spi.AddOn;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.NodeChoice;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.OptionFile;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Null in any argument of any public method is refused with an error of this library. */
class NullArgumentsTest {
  private static final Target TARGET = TestCloud.ofResources("cloud").target();
  private static final GpuRequest REQUEST = GpuRequest.of("T4").cpu(2).memory("4Gi");
  private static final Match.Found FOUND = TARGET.match(REQUEST).orThrow();
  private static final Citation CITATION = TestCloud.LIST;
  private static final Note NOTE = Note.of("a.note", "a note");
  private static final Rejection REJECTION =
      new Rejection("row", List.of(Finding.unmet("cpu", "too little")));

  private static final Overlay OVERLAY = Overlay.of("cloud", CITATION);

  private static final FileProvider FILE_PROVIDER =
      new FileProvider("cloud", "docs/cloud.md", List.of("2024-05"), List.of(), file -> null) {
        @Override
        public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
          return PodReading.noGpu();
        }

        @Override
        public Placement place(Match.Found found, Options options) {
          return Placement.empty();
        }
      };

  private static OptionFile optionFile() {
    String json =
        """
        {"citations": {"1": {"title": "A list", "date": "2024", "status": "documented"}},
         "options": [{"name": "1", "allowed": "1", "default": "1", "words": ["1"], "text": "1", "source": "1"}]}
        """;
    return OptionFile.read(
        new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), "options.json");
  }

  private static OverlayFile overlayFile() {
    try {
      Path file = Files.createTempFile("overlay", ".json");
      Files.writeString(file, OVERLAY.root().toString());
      OverlayFile overlay = OverlayFile.of(file);
      Files.delete(file);
      return overlay;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One good value of every type that a parameter has. */
  private static final Price PRICE =
      new Price(BigDecimal.ONE, "USD", "hour", "here", CapacityType.SPOT, CITATION);

  private static final ShareRules SHARE_RULES = ShareRules.of("cGPU", CITATION);

  private static final Target SHARED =
      TestCloud.of(
              "shared", TARGET.catalog().withShares(SHARE_RULES.offering(GpuSpec::gpuMemory, NOTE)))
          .target();
  private static final Cards CARDS = Cards.of(SHARED, "T4", 1, 1);
  private static final Card CARD = CARDS.all().get(0);
  private static final CardKind CARD_KIND = CardKind.of(SHARED, "T4");
  private static final SharePod SHARE_POD = SharePod.of("pod", Devices.share("1Gi"));

  private static final ReplicaNode REPLICA_NODE = Replicas.mps(2).node("T4", 1);
  private static final CardPrice CARD_PRICE = CardPrice.of(PRICE, 1);

  private static final NodeTerm NODE_TERM =
      new NodeTerm(List.of(NodeRequirement.in("kubernetes.io/arch", "amd64")));

  private static final Taint TAINT = new Taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE);

  private static final MigGpu A30 = MigGpu.of("A30");
  private static final MigPlacement MIG_PLACEMENT = new MigPlacement("1g.6gb", 0, 1);

  private static final MigPartedConfig MIG_CONFIG = MigPartedConfig.of("one", A30.layout());

  private static final ClusterVersions VERSIONS = ClusterVersions.of().kubernetes("1.29");

  private static final Map<Class<?>, Object> GOOD = new HashMap<>();

  static {
    good(String.class, "1");
    good(Object.class, true);
    good(String[].class, new String[] {"T4"});
    good(GpuProvider[].class, new GpuProvider[] {TestCloud.ofResources("cloud")});
    good(ClassLoader.class, NullArgumentsTest.class.getClassLoader());
    good(InputStream.class, new ByteArrayInputStream(new byte[0]));
    good(Collection.class, List.of());
    good(List.class, List.of());
    good(Map.class, Map.of());
    good(Optional.class, Optional.empty());
    good(Function.class, Function.identity());
    good(Predicate.class, (Predicate<Object>) any -> true);
    good(ToIntFunction.class, (ToIntFunction<Object>) any -> 1);
    good(UnaryOperator.class, UnaryOperator.identity());
    good(Target.class, TARGET);
    good(GpuSpecException.class, new InvalidValueException("value.missing", "refused"));
    good(Reader.class, new StringReader(""));
    good(Appendable.class, new StringBuilder());
    good(Enum.class, Arch.AMD64);
    good(Arch.class, Arch.AMD64);
    good(CapacityType.class, CapacityType.SPOT);
    good(BigDecimal.class, BigDecimal.ONE);
    good(Citation.class, CITATION);
    good(Citation.Status.class, Citation.Status.DOCUMENTED);
    good(CpuAmount.class, CpuAmount.ZERO);
    good(MemorySize.class, MemorySize.ofGibibytes(1));
    good(Share.class, Share.of("1Gi"));
    good(ShareRules.class, SHARE_RULES);
    good(ShareRules.SeveralCards.class, ShareRules.SeveralCards.MEMORY_ONLY);
    good(Fraction.class, Fraction.WHOLE);
    good(Devices.class, Devices.any());
    good(GpuRequest.class, REQUEST);
    good(Match.class, FOUND);
    good(Match.Found.class, FOUND);
    good(Matches.class, Gpus.of(TestCloud.ofResources("cloud")).match(REQUEST));
    good(Option.class, TestCloud.SPOT);
    good(Options.class, Options.of("2024-05"));
    good(Precision.class, Precision.FP16);
    good(Optimizer.class, Optimizer.ADAM);
    good(Use.class, Use.DEV);
    good(Need.class, Need.of(Use.DEV));
    good(ModelMemory.class, ModelMemory.inference("7B", Precision.FP16));
    good(Gpus.class, Gpus.of(TestCloud.ofResources("cloud")));
    good(Recommendations.class, Need.of(Use.DEV).on(TARGET));
    good(KvCache.class, KvCache.of(32, 8, 128));
    good(PodField.class, PodField.label("a"));
    good(PodField.Kind.class, PodField.Kind.LABEL);
    good(PodView.class, PodView.empty());
    good(Note.class, NOTE);
    good(Comparable.class, CpuAmount.ZERO);
    good(BinaryOperator.class, BinaryOperator.minBy(Comparator.<CpuAmount>naturalOrder()));
    good(Path.class, Path.of("overlay.yaml"));
    good(Duration.class, Duration.ofMinutes(1));
    good(Overlay.class, OVERLAY);
    good(OverlayFile.class, overlayFile());
    good(CatalogDiff.class, TARGET.catalog().diff(TARGET.catalog()));
    good(Shape.class, FOUND.shape());
    good(GpuSpec.class, FOUND.shape().spec());
    good(Price.class, PRICE);
    good(Rates.class, Rates.to("USD"));
    good(
        RankedMatches.class,
        Gpus.of(TestCloud.ofResources("cloud")).match(REQUEST).rates(Rates.to("USD")));
    good(NodeTerm.class, NODE_TERM);
    good(Driver.class, Driver.of("470.182.03"));
    good(GpuSpec.class, FOUND.shape().spec());
    good(SpecCatalog.class, TARGET.catalog());
    good(CudaFit.class, CudaImage.ofCuda("11.7").on(Driver.of("470.182.03")));
    good(PodView.Container.class, container());
    good(PodView.Role.class, PodView.Role.MAIN);
    good(NodeLabels.class, NodeLabels.NONE);
    good(NodeView.class, NodeView.of("gpu-1"));
    good(KubeObject.class, KubeObject.of("karpenter.sh/v1", "NodePool", "gpu"));
    good(Taint.class, TAINT);
    good(Taint.Effect.class, Taint.Effect.NO_SCHEDULE);
    good(Toleration.class, Toleration.exists("nvidia.com/gpu"));
    good(Listing.class, Listing.of(List.of()));
    good(Cards.class, CARDS);
    good(AddOn.class, AddOn.of("sharing", "kube-system", CITATION));
    good(AddOn.Runs.class, AddOn.Runs.ONCE);
    good(AddOn.Requests.class, new AddOn.Requests(CpuAmount.ZERO, MemorySize.ZERO));
    good(SharedNode.class, SharedNode.of(FOUND.shape(), Map.of()));
    good(SharedNode.Writer.class, SharedNode.Writer.OWNER);
    good(Isolation.class, Isolation.BEST_EFFORT);
    good(Assurance.class, Assurance.MEMORY);
    good(Guarantee.Answer.class, Guarantee.Answer.YES);
    good(Replicas.class, Replicas.mps(2));
    good(CardPart.class, CardPart.of(Replicas.mps(2)));
    good(CardPrice.class, CARD_PRICE);
    good(Cost.class, CARD_PRICE.cost());
    good(PartCost.class, PartCost.of("pod", CardPart.whole(), Optional.empty()));
    good(
        PackingCost.class,
        PackingCost.of(CARDS.pack(SharePolicy.BINPACK, List.of(SHARE_POD)), CARD_PRICE));
    good(Technique.class, Technique.MIG);
    good(SharingUse.class, SharingUse.DEV);
    good(SharingChoice.class, SharingNeeds.of(SharingUse.DEV).anywhere());
    good(Packing.class, CARDS.pack(SharePolicy.BINPACK, List.of(SHARE_POD)));
    good(CardKind.class, CARD_KIND);
    good(ShareAmount.class, ShareAmount.parse("1Gi"));
    good(SharePod.class, SHARE_POD);
    good(SharePolicy.class, SharePolicy.BINPACK);
    good(Share[].class, new Share[] {Share.of("1Gi")});
    good(int[].class, new int[0]);
    good(ComponentReport.class, VERSIONS.check());
    good(ComponentResult.Standing.class, ComponentResult.Standing.OK);
    good(Xid.Cause.class, Xid.Cause.HARDWARE);
    good(MigFleet.class, A30.cards(1));
    good(MigGpu.class, A30);
    good(MigLayouts.class, A30.layouts());
    good(MigFit.class, A30.fit());
    good(MigSizing.class, A30.forMemory("1Gi"));
    good(MigPlan.class, A30.layout().planTo());
    good(MigPlacement.class, MIG_PLACEMENT);
    good(MigPlan.Action.class, MigPlan.Action.CREATE);
    good(MigLayout.class, A30.layout());
    good(MigLayout[].class, new MigLayout[] {A30.layout()});
    good(MigStrategy.class, MigStrategy.MIXED);
    good(MigPartedConfig.class, MIG_CONFIG);
    good(ReplicaNode.class, REPLICA_NODE);
    good(ModelMemory[].class, new ModelMemory[0]);
  }

  private static void good(Class<?> type, Object value) {
    GOOD.put(type, value);
  }

  private static PodView.Container container() {
    return new PodView.Container("c", PodView.Role.MAIN, Map.of(), Map.of());
  }

  /** What instance methods are called on. */
  private static final List<Object> RECEIVERS =
      List.of(
          Finding.unmet("cpu", "too little"),
          GpuModel.all().get(0),
          CpuAmount.ZERO,
          MemorySize.ZERO,
          Share.of("1Gi"),
          SHARE_RULES,
          AddOn.of("sharing", "kube-system", CITATION),
          SharedNode.of(FOUND.shape(), Map.of()),
          Fraction.WHOLE,
          Devices.any(),
          REQUEST,
          Gpus.of(TestCloud.ofResources("cloud")),
          Listing.of(List.of()),
          FOUND,
          TARGET,
          TARGET.catalog(),
          KvCache.of(32, 8, 128),
          Need.of(Use.DEV),
          ModelMemory.inference("7B", Precision.FP16),
          OVERLAY,
          TestCloud.SPOT,
          optionFile(),
          Options.of("2024-05"),
          Placement.empty(),
          FILE_PROVIDER,
          PodView.empty(),
          FOUND.shape().spec(),
          FOUND.plan(),
          Rates.to("USD"),
          Gpus.of(TestCloud.ofResources("cloud")).match(REQUEST),
          CudaImage.ofCuda("11.7"),
          NODE_TERM,
          NODE_TERM.requirements().get(0),
          NodeView.of("gpu-1"),
          NodeChoice.of(PodView.empty(), TARGET.catalog(), NodeLabels.NONE),
          PodReading.noGpu(),
          KubeObject.of("karpenter.sh/v1", "NodePool", "gpu"),
          Toleration.exists("nvidia.com/gpu"),
          container(),
          CARDS,
          CARD,
          CARD_KIND,
          CARD_KIND.offer("1Gi"),
          ShareAmount.parse("1Gi"),
          SHARE_POD,
          REPLICA_NODE,
          REPLICA_NODE.replicas(),
          REPLICA_NODE.replica(),
          CARD_PRICE,
          CARD_PRICE.cost(),
          SharingNeeds.of(SharingUse.DEV),
          Technique.MIG.modes().get(0),
          VERSIONS,
          KubernetesFeature.named("DRA"),
          GpuUses.none(),
          A30,
          A30.cards(1),
          A30.layout(),
          A30.layout().place("1g.6gb"),
          MIG_PLACEMENT,
          MIG_CONFIG,
          A30.layout().planTo(),
          MigNode.of(MigStrategy.MIXED, A30.layout()));

  @TestFactory
  Stream<DynamicTest> everyReferenceArgumentIsChecked() throws Exception {
    return publicTypes().stream().flatMap(NullArgumentsTest::calls);
  }

  /** The public classes of the exported packages, found among the compiled ones. */
  private static List<Class<?>> publicTypes() throws Exception {
    Path classes =
        Path.of(GpuSpec.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> types = new ArrayList<>();
    for (String exported :
        List.of(
            "io.gpuspec",
            "io.gpuspec.cluster",
            "io.gpuspec.cuda",
            "io.gpuspec.json",
            "io.gpuspec.mig",
            "io.gpuspec.recommend",
            "io.gpuspec.scheduling",
            "io.gpuspec.share",
            "io.gpuspec.share.choice",
            "io.gpuspec.spi",
            "io.gpuspec.value")) {
      try (Stream<Path> files = Files.list(classes.resolve(exported.replace('.', '/')))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
          String name = file.getFileName().toString().replace(".class", "");
          Class<?> type = Class.forName(exported + "." + name);
          if (Modifier.isPublic(type.getModifiers()) && !type.isInterface()) {
            types.add(type);
          }
        }
      }
    }
    assertThat(types).contains(Gpus.class, Match.Found.class, PodView.Container.class);
    return types;
  }

  private static Stream<DynamicTest> calls(Class<?> type) {
    List<Executable> all = new ArrayList<>();
    all.addAll(Arrays.asList(type.getConstructors()));
    all.addAll(Arrays.asList(type.getDeclaredMethods()));
    List<DynamicTest> tests = new ArrayList<>();
    for (Executable one : all) {
      if (!Modifier.isPublic(one.getModifiers()) || one.isSynthetic() || mayTakeNull(one)) {
        continue;
      }
      Parameter[] parameters = one.getParameters();
      for (int i = 0; i < parameters.length; i++) {
        if (!parameters[i].getType().isPrimitive()
            && !parameters[i].getAnnotatedType().isAnnotationPresent(Nullable.class)) {
          int at = i;
          tests.add(
              DynamicTest.dynamicTest(
                  one.toGenericString() + " argument " + i, () -> refusesNull(one, at)));
        }
      }
    }
    return tests.stream();
  }

  /** What the language or the JDK says, not this library. */
  private static boolean mayTakeNull(Executable one) {
    Class<?> type = one.getDeclaringClass();
    return one.getName().equals("equals")
        || (one.getName().equals("valueOf") && type.isEnum())
        // As any exception's message and cause may be null.
        || type == GpuSpecException.class
        || type == InvalidValueException.class;
  }

  private static void refusesNull(Executable one, int at) {
    Object[] arguments =
        Arrays.stream(one.getParameterTypes()).map(NullArgumentsTest::good).toArray();
    arguments[at] = null;

    Throwable thrown = catchThrowable(() -> invoke(one, arguments));

    assertThat(thrown)
        .as("%s", thrown)
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining("'null' is not");
  }

  private static Object good(Class<?> type) {
    if (type == int.class) {
      return 1;
    }
    if (type == long.class) {
      return 1L;
    }
    assertThat(GOOD).as("a good value for a parameter of this type").containsKey(type);
    return GOOD.get(type);
  }

  private static Object invoke(Executable one, Object[] arguments) throws Throwable {
    try {
      if (one instanceof Constructor<?> constructor) {
        return constructor.newInstance(arguments);
      }
      Method method = (Method) one;
      Object receiver =
          Modifier.isStatic(method.getModifiers())
              ? null
              : RECEIVERS.stream()
                  .filter(method.getDeclaringClass()::isInstance)
                  .findFirst()
                  .orElseThrow();
      return method.invoke(receiver, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Test
  void nullAmongTheElementsIsRefusedToo() {
    Map<String, String> requests = new HashMap<>();
    requests.put("cpu", null);
    Stream<Runnable> calls =
        Stream.of(
            () -> Devices.of("T4", null),
            () -> Devices.anyOf((String) null),
            () -> Gpus.of((GpuProvider) null),
            () -> Listing.of(Arrays.asList("a", null)),
            () -> CARDS.running(0, 0, (Share) null),
            () -> CARDS.pack(SharePolicy.SPREAD, Arrays.asList(SHARE_POD, null)),
            () -> new Rejection("row", Arrays.asList((Finding) null)),
            () -> PodReading.of(REQUEST, PodField.label("l"), Arrays.asList((Note) null)),
            () -> PodReading.refused(REQUEST, List.of(NOTE), Arrays.asList(REJECTION, null)),
            () -> PodView.empty().container("c", requests, Map.of()));

    calls.forEach(
        call -> assertThat(catchThrowable(call::run)).isInstanceOf(GpuSpecException.class));
  }
}
