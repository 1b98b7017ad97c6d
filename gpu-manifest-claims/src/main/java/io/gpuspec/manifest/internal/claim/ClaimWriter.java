package io.gpuspec.manifest.internal.claim;

import com.google.common.collect.ImmutableList;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Share;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.manifest.internal.dra.ClaimTemplate;
import io.gpuspec.manifest.internal.dra.ContainerCards;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a claim for the devices of a pod, in place of the resource of a device plugin. */
public final class ClaimWriter implements ClaimTemplate {

  private static final int MOST_ALTERNATIVES = 8;

  private static final String DRIVER = NvidiaDriver.NAME;
  private static final NvidiaDriver.DeviceClass CARDS = NvidiaDriver.ofType("gpu");
  private static final NvidiaDriver.DeviceClass INSTANCES = NvidiaDriver.ofType("mig");
  private static final String CAPACITY = "device.capacity['" + DRIVER + "']";
  private static final String CLAIM = "gpu";

  private static final Citation DRA =
      documented(
          "Kubernetes, Dynamic Resource Allocation (resource.k8s.io/v1)",
          "https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/");
  private static final Citation PUBLISHED =
      documented(
          "NVIDIA DRA driver for GPUs, ResourceSlice device attributes",
          "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/main/site/content/docs/reference/resourceslice-attributes.md");
  private static final Citation SHARES =
      documented(
          "NVIDIA DRA driver for GPUs, cmd/gpu-kubelet-plugin/consumable_shares.go",
          "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/main/cmd/gpu-kubelet-plugin/consumable_shares.go");
  private static final Citation SHARING =
      documented(
          "NVIDIA DRA driver for GPUs, api/nvidia.com/resource/v1beta1/sharing.go",
          "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/main/api/nvidia.com/resource/v1beta1/sharing.go");

  private final Match.Found found;
  private final Devices asked;
  private final Form form;
  private final Set<String> resources;
  private final String template;
  private final List<Why> reasons = new ArrayList<>();
  private static final String GATE = "claim.gate";

  private final List<Note> notes = new ArrayList<>();

  /**
   * @param resources the resources with which the pods request the devices now
   * @param template the name of the template
   */
  public ClaimWriter(
      Match.Found found, Devices asked, Form form, Set<String> resources, String template) {
    this.found = found;
    this.asked = asked;
    this.form = form;
    this.resources = Set.copyOf(resources);
    this.template = template;
  }

  private static Citation documented(String title, String url) {
    return new Citation(title, "2026-08-07", Citation.Status.DOCUMENTED, Optional.of(url));
  }

  @Override
  public void write(Map<String, Object> pod) {
    List<Map<String, Object>> containers = PlacedPod.containers(pod);
    for (Map<String, Object> container : containers) {
      for (String section : List.of("requests", "limits")) {
        YamlTree.map(container, "resources", section).keySet().removeAll(resources);
        YamlTree.prune(container, "resources", section);
      }
    }
    Map<String, Object> spec = YamlTree.mapToFill(pod, "spec");
    List<Object> claims = new ArrayList<>(YamlTree.maps(spec, "resourceClaims"));
    claims.add(ordered("name", CLAIM, "resourceClaimTemplateName", template));
    spec.put("resourceClaims", claims);
    if (form.cards().isPresent()) {
      containers.forEach(container -> use(container, form.cards().get()));
      return;
    }
    List<String> requests = requestNames();
    boolean isDivided = !form.profiles().isEmpty() && !form.containers().isEmpty();
    use(containers.get(0), isDivided ? Optional.of(requests.get(0)) : Optional.empty());
    for (int i = 0; i < form.containers().size(); i++) {
      Optional<String> request =
          isDivided && i + 1 < requests.size()
              ? Optional.of(requests.get(i + 1))
              : Optional.empty();
      use(named(form.containers().get(i), containers), request);
    }
  }

  private List<String> requestNames() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < form.profiles().size(); i++) {
      names.add("mig-" + i);
    }
    return names;
  }

  private static Map<String, Object> named(String name, List<Map<String, Object>> containers) {
    return containers.stream()
        .filter(container -> name.equals(container.get("name")))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "claim.unknown",
                    "claims: the pod has no container '%s'; it has %s"
                        .formatted(
                            name,
                            containers.stream()
                                .map(container -> String.valueOf(container.get("name")))
                                .collect(Collectors.joining(", ")))));
  }

  private static void use(Map<String, Object> container, Optional<String> request) {
    use(container, request.map(List::of).orElse(List.of()));
  }

  private static void use(Map<String, Object> container, ContainerCards cards) {
    String name = String.valueOf(container.get("name"));
    if (cards.hasCards(name)) {
      use(container, cards.requests(name));
    }
  }

  /**
   * @param requests of the claim; none for all
   */
  private static void use(Map<String, Object> container, List<String> requests) {
    Map<String, Object> resources = YamlTree.mapToFill(container, "resources");
    List<Object> claims = new ArrayList<>(YamlTree.maps(resources, "claims"));
    if (requests.isEmpty()) {
      claims.add(ordered("name", CLAIM));
    }
    requests.forEach(request -> claims.add(ordered("name", CLAIM, "request", request)));
    resources.put("claims", claims);
  }

  @Override
  public Class<ResourceClaimTemplate> type() {
    return ResourceClaimTemplate.class;
  }

  @Override
  public Map<String, Object> object(Optional<String> namespace) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", template);
    namespace.ifPresent(name -> metadata.put("namespace", name));
    return ordered(
        "apiVersion",
        "resource.k8s.io/v1",
        "kind",
        "ResourceClaimTemplate",
        "metadata",
        metadata,
        "spec",
        ordered("spec", ordered("devices", devices())));
  }

  @Override
  public List<Why> reasons() {
    return reasons;
  }

  @Override
  public List<Note> notes() {
    return notes;
  }

  private static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  private Map<String, Object> devices() {
    reasons.clear();
    notes.clear();
    found.target().claimsNote().ifPresent(notes::add);
    if (!form.profiles().isEmpty()) {
      return instancesOfOneCard();
    }
    if (asked.migProfile().isPresent()) {
      because("requests[0]", "MIG instances by their profile, in place of a resource", PUBLISHED);
      return ordered(
          "requests",
          parts(asked.count()).stream()
              .map(
                  part ->
                      exactly(
                          part.name(),
                          INSTANCES.name(),
                          part.count(),
                          migSelector(asked.migProfile().get()),
                          Map.of()))
              .toList());
    }
    if (asked.share().isPresent() || asked.isReplica() || !form.interval().isEmpty()) {
      return shared();
    }
    List<Shape> preferences = asked.isOrdered() ? preferences() : List.of();
    if (preferences.size() > 1) {
      return firstAvailable(preferences);
    }
    because("requests[0]", "in place of the resource of a device plugin", DRA);
    List<Object> selectors = cardSelector(found.shape().spec(), "requests[0].exactly.selectors");
    return ordered(
        "requests",
        parts(found.devicesPerPod()).stream()
            .map(part -> exactly(part.name(), CARDS.name(), part.count(), selectors, Map.of()))
            .toList());
  }

  /**
   * Returns the requests of devices of one kind.
   *
   * @param count of a single one
   */
  private List<ContainerCards.Part> parts(int count) {
    return form.cards()
        .map(ContainerCards::parts)
        .filter(parts -> parts.size() > 1)
        .orElseGet(() -> List.of(new ContainerCards.Part("gpu", count)));
  }

  private Map<String, Object> instancesOfOneCard() {
    List<Object> requests = new ArrayList<>();
    List<String> names = requestNames();
    for (int i = 0; i < names.size(); i++) {
      requests.add(
          exactly(
              names.get(i), INSTANCES.name(), 1, migSelector(form.profiles().get(i)), Map.of()));
    }
    because("constraints[0]", "all instances are of one card", PUBLISHED);
    return ordered(
        "requests",
        requests,
        "constraints",
        List.of(ordered("requests", names, "matchAttribute", DRIVER + "/parentUUID")));
  }

  /** What an alternative is written from: shapes that differ in other things need only one. */
  private record Alternative(String gpu, int count, Optional<MemorySize> reported) {}

  private List<Shape> preferences() {
    Map<Alternative, Shape> preferences = new LinkedHashMap<>();
    for (Shape shape : found.preferences()) {
      GpuSpec row = shape.spec();
      preferences.putIfAbsent(
          new Alternative(
              row.gpu(),
              found.devicesPerPod(shape),
              asked.memoryAtLeast().flatMap(least -> NodeDevices.of(row).leastMemory())),
          shape);
    }
    return List.copyOf(preferences.values());
  }

  private Map<String, Object> firstAvailable(List<Shape> preferences) {
    if (preferences.size() > MOST_ALTERNATIVES) {
      throw new InvalidValueException(
          "claim.out-of-range",
          "claims: %s GPUs are named that '%s' has; firstAvailable takes %s at most, so name fewer"
              .formatted(preferences.size(), found.target().id(), MOST_ALTERNATIVES));
    }
    because(
        "requests[0]",
        "tried in this order on each node; a node affinity alone would not keep the order",
        DRA);
    return ordered(
        "requests",
        parts(0).stream()
            .map(
                part ->
                    ordered(
                        "name",
                        part.name(),
                        "firstAvailable",
                        alternatives(preferences, part.count())))
            .toList());
  }

  /**
   * @param count of each; 0 for as many as a pod needs of it
   */
  private List<Object> alternatives(List<Shape> preferences, int count) {
    List<Object> alternatives = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Shape shape : preferences) {
      Map<String, Object> alternative =
          ordered(
              "name", unique(dnsName(shape.spec().gpu()), names), "deviceClassName", CARDS.name());
      List<Object> selectors =
          cardSelector(
              shape.spec(), "requests[0].firstAvailable[%s]".formatted(alternatives.size()));
      YamlTree.putUnlessEmpty(alternative, "selectors", selectors);
      alternative.put("count", count == 0 ? found.devicesPerPod(shape) : count);
      alternatives.add(alternative);
    }
    return alternatives;
  }

  private static String unique(String name, Set<String> names) {
    String unique = name;
    for (int i = 2; !names.add(unique); i++) {
      unique = name + "-" + i;
    }
    return unique;
  }

  private static String dnsName(String gpu) {
    String name = gpu.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return name.replaceAll("^-+|-+$", "");
  }

  private Map<String, Object> shared() {
    Optional<Share> share = asked.share();
    OptionalInt percent = share.map(Share::compute).orElse(OptionalInt.empty());
    List<Object> selectors = cardSelector(found.shape().spec(), "requests[0].exactly.selectors");
    if (share.isPresent() && percent.isEmpty() && form.interval().isEmpty()) {
      notes.add(
          Note.of(
              GATE,
              "the claim needs the driver's gate ConsumableShares, which is off by default; without it each pod has a whole card",
              SHARES));
      because(
          "requests[0].exactly.capacity",
          "a part of the memory of each card; needs the driver's gate ConsumableShares with"
              + " --consumable-shares=memory, and the memory is not isolated",
          SHARES);
      return ordered(
          "requests",
          List.of(
              exactly(
                  "gpu",
                  CARDS.name(),
                  asked.count(),
                  selectors,
                  ordered(
                      "capacity",
                      ordered("requests", ordered("memory", share.get().memory().toString()))))));
    }
    Map<String, Object> sharing;
    notes.add(
        Note.of(
            GATE,
            "the claim needs the driver's gate %s, which is off by default; without it the containers do not start"
                .formatted(percent.isPresent() ? "MPSSupport" : "TimeSlicingSettings"),
            SHARING));
    if (form.containers().isEmpty()) {
      notes.add(
          Note.of(
              "claim.alone",
              "only the containers of one pod share the card, and only one container of this pod has the claim; each pod has a whole card",
              SHARING));
    }
    if (percent.isPresent()) {
      because(
          "config[0]",
          "the containers of a pod share the card by MPS; needs the driver's gate MPSSupport",
          SHARING);
      sharing =
          ordered(
              "strategy",
              "MPS",
              "mpsConfig",
              ordered(
                  "defaultActiveThreadPercentage",
                  percent.getAsInt(),
                  "defaultPinnedDeviceMemoryLimit",
                  share.orElseThrow().memory().toString()));
    } else {
      because(
          "config[0]",
          "the containers of a pod take turns on the card; needs the driver's gate"
              + " TimeSlicingSettings",
          SHARING);
      sharing =
          ordered(
              "strategy",
              "TimeSlicing",
              "timeSlicingConfig",
              ordered("interval", form.interval().isEmpty() ? "Default" : form.interval()));
    }
    return ordered(
        "requests",
        List.of(
            exactly(
                "gpu", CARDS.name(), asked.isReplica() ? 1 : asked.count(), selectors, Map.of())),
        "config",
        List.of(
            ordered(
                "requests",
                List.of("gpu"),
                "opaque",
                ordered(
                    "driver",
                    DRIVER,
                    "parameters",
                    ordered(
                        "apiVersion",
                        "resource.nvidia.com/v1beta1",
                        "kind",
                        "GpuConfig",
                        "sharing",
                        sharing)))));
  }

  private static Map<String, Object> exactly(
      String name,
      String deviceClass,
      int count,
      List<Object> selectors,
      Map<String, Object> more) {
    Map<String, Object> exactly = ordered("deviceClassName", deviceClass);
    YamlTree.putUnlessEmpty(exactly, "selectors", selectors);
    exactly.put("count", count);
    exactly.putAll(more);
    return ordered("name", name, "exactly", exactly);
  }

  private static List<Object> cel(List<String> conditions) {
    return List.of(ordered("cel", ordered("expression", String.join(" && ", conditions))));
  }

  private static List<Object> migSelector(String profile) {
    return cel(
        ImmutableList.<String>builder()
            .add(INSTANCES.expression())
            .add(NvidiaDriver.attribute("profile") + " == '%s'".formatted(profile))
            .build());
  }

  /**
   * Returns the selector of a card of a row: what was asked of it, in figures that the driver
   * publishes; none where any card will do.
   */
  private List<Object> cardSelector(GpuSpec row, String path) {
    ImmutableList.Builder<String> conditions = ImmutableList.builder();
    boolean isNamed = !asked.names().isEmpty();
    if (isNamed || asked.memoryAtLeast().isPresent() && NodeDevices.of(row).memory().isEmpty()) {
      conditions.add(identity(row));
    }
    asked
        .architecture()
        .ifPresent(
            name ->
                conditions.add(
                    NvidiaDriver.attribute("architecture") + " == '%s'".formatted(name)));
    asked
        .computeCapabilityAtLeast()
        .ifPresent(
            least ->
                conditions.add(
                    NvidiaDriver.attribute("cudaComputeCapability")
                        + ".compareTo(semver('%s')) >= 0".formatted(threeParts(least))));
    memoryBound(row, path)
        .ifPresent(
            bound -> {
              conditions.add("'memory' in " + CAPACITY);
              conditions.add(CAPACITY + ".memory.compareTo(quantity('%s')) >= 0".formatted(bound));
            });
    List<String> all = conditions.build();
    if (all.isEmpty()) {
      return List.of();
    }
    return cel(ImmutableList.<String>builder().add(CARDS.expression()).addAll(all).build());
  }

  private static String threeParts(String capability) {
    return capability + (capability.chars().filter(c -> c == '.').count() == 1 ? ".0" : ".0.0");
  }

  /** By the names that a driver gives the card; without one, by its compute capability. */
  private static String identity(GpuSpec row) {
    List<String> names =
        row.model().map(GpuModel::driverNames).orElse(List.of()).stream()
            .filter(name -> name.startsWith("NVIDIA ") || name.startsWith("Tesla "))
            .map(name -> "'" + name + "'")
            .toList();
    if (names.size() == 1) {
      return NvidiaDriver.attribute("productName") + " == " + names.get(0);
    }
    if (!names.isEmpty()) {
      return NvidiaDriver.attribute("productName") + " in [" + String.join(", ", names) + "]";
    }
    return row.model()
        .map(
            model ->
                NvidiaDriver.attribute("cudaComputeCapability")
                    + ".compareTo(semver('%s')) == 0"
                        .formatted(threeParts(model.computeCapability())))
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "claim.unsupported",
                    "claims: it is not known by which attributes a driver publishes '%s'; ask by memory: gpuMemoryAtLeast"
                        .formatted(row.gpu())));
  }

  /**
   * Never more than the driver publishes for the card that was found, with dynamic MIG or not.
   * Where no driver was seen, the card is named instead: what an API reports can be more.
   */
  private Optional<MemorySize> memoryBound(GpuSpec row, String path) {
    Optional<MemorySize> least = asked.memoryAtLeast();
    Optional<MemorySize> reported = NodeDevices.of(row).leastMemory();
    if (least.isEmpty() || reported.isEmpty()) {
      return Optional.empty();
    }
    MemorySize bound = reported.get().isAtLeast(least.get()) ? least.get() : reported.get();
    because(
        path,
        bound.equals(least.get())
            ? "the memory that was asked for"
            : "%s of memory was asked for; a card sold with it has %s in its slice, or more"
                .formatted(least.get(), bound),
        PUBLISHED);
    return Optional.of(bound);
  }

  private void because(String field, String text, Citation citation) {
    reasons.add(new Why("spec.spec.devices." + field, text, citation));
  }
}
