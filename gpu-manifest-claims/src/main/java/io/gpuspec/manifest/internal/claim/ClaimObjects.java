package io.gpuspec.manifest.internal.claim;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.claim.Claim.Allocated;
import io.gpuspec.manifest.internal.claim.Claim.Constraint;
import io.gpuspec.manifest.internal.claim.Claim.DeviceClass;
import io.gpuspec.manifest.internal.claim.Claim.Group;
import io.gpuspec.manifest.internal.claim.Claim.InUse;
import io.gpuspec.manifest.internal.claim.Claim.Request;
import io.gpuspec.manifest.internal.claim.Claim.Selector;
import io.gpuspec.manifest.internal.claim.Claim.Toleration;
import io.gpuspec.manifest.internal.dra.DeviceClasses;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The claims, templates and device classes of a file, checked as the API server checks them.
 *
 * <p>Source: k8s.io/kubernetes/pkg/apis/resource/validation, v1.37.
 */
public final class ClaimObjects {
  private static final String VERSION = DeviceClasses.GROUP + "v1";
  private static final int MOST_ALTERNATIVES = 8;
  private static final int MOST_REQUESTS = 32;
  private static final int MOST_ITEMS = 32;
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern QUALIFIED =
      Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[A-Za-z_][A-Za-z0-9_]{0,31}");

  private static final ImmutableSet<String> EFFECTS =
      ImmutableSet.of("", "NoSchedule", "NoExecute", "None");

  private static final ImmutableSet<String> OF_REQUEST =
      ImmutableSet.of("name", "exactly", "firstAvailable");
  private static final ImmutableSet<String> OF_ALTERNATIVE =
      ImmutableSet.of(
          "name",
          "deviceClassName",
          "selectors",
          "allocationMode",
          "count",
          "tolerations",
          "capacity");
  private static final ImmutableSet<String> OF_EXACT =
      ImmutableSet.of(
          "deviceClassName",
          "selectors",
          "allocationMode",
          "count",
          "adminAccess",
          "tolerations",
          "capacity");

  private final Map<String, Claim> claims = new LinkedHashMap<>();
  private final Map<String, Allocated> allocated = new LinkedHashMap<>();
  private final Map<Device.Id, List<InUse>> inUse = new HashMap<>();
  private final Map<String, Claim> templates = new LinkedHashMap<>();
  private final Map<String, Integer> pods = new HashMap<>();

  /** The classes of the input, which count before the driver's own. */
  private final Map<String, DeviceClass> classes = new LinkedHashMap<>();

  /** The resources that classes of the input serve as well, with {@code extendedResourceName}. */
  private final Set<String> extended = new LinkedHashSet<>();

  /**
   * The classes that NVIDIA's driver comes with: compiled once, and only for a claim, because
   * compiling loads 900 classes and most files have no claim.
   */
  private static final class OfDriver {
    static final ImmutableMap<String, DeviceClass> CLASSES =
        NvidiaDriver.CLASSES.stream()
            .collect(ImmutableMap.toImmutableMap(each -> each.name(), OfDriver::deviceClass));

    private static DeviceClass deviceClass(NvidiaDriver.DeviceClass of) {
      YamlPlace place = YamlTree.place("DeviceClass " + of.name(), of.expression());
      return new DeviceClass(of.name(), List.of(selector(place, of.expression())));
    }
  }

  /** Creates a collection with the classes that NVIDIA's driver comes with. */
  public ClaimObjects() {}

  /**
   * Adds an object; one of another kind is ignored.
   *
   * @return whether it is a claim, a template or a class
   * @throws ManifestException if it is one, and is not valid
   */
  public boolean add(YamlPlace object) {
    if (!DeviceClasses.isClaimKind(object)) {
      return false;
    }
    String version = object.require("apiVersion").string();
    if (!version.equals(VERSION)) {
      throw object
          .require("apiVersion")
          .problem(
              "'%s' is not read; write resource.k8s.io/v1, with what a request asks for under exactly"
                  .formatted(version));
    }
    YamlPlace metadata = object.require("metadata");
    String name = metadata.require("name").string();
    YamlPlace spec = object.require("spec");
    switch (object.require("kind").string()) {
      case "DeviceClass" -> addClass(name, spec);
      case "ResourceClaim" -> addClaim(key(metadata, name), name, spec, object);
      default -> put(templates, key(metadata, name), claim(name, spec.require("spec")), object);
    }
    return true;
  }

  private void addClaim(String key, String name, YamlPlace spec, YamlPlace object) {
    Optional<YamlPlace> allocation =
        object.find("status").flatMap(status -> status.find("allocation"));
    if (claims.containsKey(key) || allocated.containsKey(key)) {
      throw twice(name, object);
    }
    if (allocation.isPresent()) {
      Allocated claim = allocated(name, allocation.get());
      allocated.put(key, claim);
      use(claim);
    } else {
      claims.put(key, claim(name, spec));
    }
  }

  private static Allocated allocated(String claim, YamlPlace allocation) {
    List<InUse> devices = new ArrayList<>();
    for (YamlPlace result :
        allocation.find("devices").map(each -> items(each, "results")).orElse(List.of())) {
      if (result.find("adminAccess").map(YamlPlace::bool).orElse(false)) {
        continue; // Others can have the device all the same.
      }
      devices.add(
          new InUse(
              claim,
              new Device.Id(
                  result.require("driver").string(),
                  result.require("pool").string(),
                  result.require("device").string()),
              result.find("shareID").isPresent(),
              amounts(result.find("consumedCapacity"))));
    }
    return new Allocated(
        claim, List.copyOf(devices), allocation.find("nodeSelector").map(ClaimObjects::nodes));
  }

  /** The scheduler writes the name of the node for the devices of a node. */
  private static List<String> nodes(YamlPlace selector) {
    List<String> names = new ArrayList<>();
    for (YamlPlace term : items(selector, "nodeSelectorTerms")) {
      for (YamlPlace field : items(term, "matchFields")) {
        items(field, "values").forEach(value -> names.add(value.string()));
      }
    }
    return List.copyOf(names);
  }

  private static void put(Map<String, Claim> all, String key, Claim claim, YamlPlace object) {
    if (all.put(key, claim) != null) {
      throw twice(claim.name(), object);
    }
  }

  private static ManifestException twice(String name, YamlPlace object) {
    return object.problem("'%s' is in the input twice; keep one".formatted(name));
  }

  private static String key(YamlPlace metadata, String name) {
    return key(metadata.find("namespace").map(YamlPlace::string).orElse("default"), name);
  }

  private static String key(String namespace, String name) {
    return namespace + "/" + name;
  }

  /**
   * Returns these in a cluster that has others, which count where both have one of the same name.
   */
  public ClaimObjects in(ClaimObjects cluster) {
    ClaimObjects all = new ClaimObjects();
    for (ClaimObjects each : List.of(this, cluster)) {
      all.claims.putAll(each.claims);
      all.allocated.putAll(each.allocated);
      all.templates.putAll(each.templates);
      all.classes.putAll(each.classes);
      all.extended.addAll(each.extended);
    }
    all.claims.keySet().removeAll(all.allocated.keySet());
    all.allocated.values().forEach(all::use);
    return all;
  }

  private void use(Allocated claim) {
    for (InUse each : claim.devices()) {
      inUse.computeIfAbsent(each.device(), id -> new ArrayList<>()).add(each);
    }
  }

  /**
   * Returns the claims of all ResourceClaims without devices, then of all templates, in the order
   * of the file.
   */
  public List<Claim> all() {
    List<Claim> all = new ArrayList<>(claims.values());
    all.addAll(templates.values());
    return List.copyOf(all);
  }

  /** Returns the devices that claims of the input have already. */
  public Map<Device.Id, List<InUse>> inUse() {
    return inUse;
  }

  /** Returns the classes by name: the driver's own, and those of the input. */
  public Map<String, DeviceClass> classes() {
    Map<String, DeviceClass> all = new LinkedHashMap<>(OfDriver.CLASSES);
    all.putAll(classes);
    return all;
  }

  private Optional<DeviceClass> deviceClass(Request request) {
    return Optional.ofNullable(classes.get(request.deviceClass()))
        .or(() -> Optional.ofNullable(OfDriver.CLASSES.get(request.deviceClass())));
  }

  /**
   * Returns whether the devices of a class serve an extended resource, where a node has no device
   * plugin for it.
   */
  public boolean isOfClass(String resource) {
    return extended.contains(resource) || DeviceClasses.isOfClass(resource);
  }

  /**
   * Returns whether the devices of NVIDIA's driver serve a resource by the class that it comes
   * with, which exists without being in the input.
   */
  public boolean isOfDriversClass(String resource) {
    return resource.equals("nvidia.com/gpu")
        && !classes.containsKey(NvidiaDriver.ofType("gpu").name());
  }

  /** Returns whether the classes of all requests of a claim are known. */
  public boolean hasClasses(Claim claim) {
    return classesOf(claim).allMatch(Optional::isPresent);
  }

  /** Returns whether a claim is for devices of other drivers only, such as network interfaces. */
  public boolean isOfOthers(Claim claim) {
    return classesOf(claim).allMatch(each -> each.isPresent() && each.get().isOfOthers());
  }

  /** Returns whether a claim is for devices of other drivers too. */
  public boolean hasOthers(Claim claim) {
    return classesOf(claim).flatMap(Optional::stream).anyMatch(DeviceClass::isOfOthers);
  }

  private Stream<Optional<DeviceClass>> classesOf(Claim claim) {
    return claim.requests().stream()
        .flatMap(group -> group.alternatives().stream())
        .map(this::deviceClass);
  }

  /**
   * Counts the pods of a workload for the ResourceClaims that they name, and have in common.
   *
   * @param spec the pods' specification
   */
  public void countPods(YamlPlace spec, String namespace, int count) {
    for (YamlPlace entry : items(spec, "resourceClaims")) {
      entry
          .find("resourceClaimName")
          .ifPresent(name -> pods.merge(key(namespace, name.string()), count, Integer::sum));
    }
  }

  /** Returns the first claim for GPUs of a pod that other pods of the input have too. */
  public Optional<String> sharedOfPod(YamlPlace spec, String namespace) {
    return items(spec, "resourceClaims").stream()
        .flatMap(entry -> entry.find("resourceClaimName").stream())
        .map(YamlPlace::string)
        .filter(name -> pods.getOrDefault(key(namespace, name), 0) > 1)
        .filter(
            name ->
                Optional.ofNullable(claims.get(key(namespace, name)))
                    .filter(this::isOfOthers)
                    .isEmpty())
        .findFirst();
  }

  /** Returns whether there is a claim or a template. */
  public boolean isEmpty() {
    return claims.isEmpty() && templates.isEmpty() && allocated.isEmpty();
  }

  /** Returns the claims of a pod that have their devices already, in its order. */
  public List<Allocated> allocatedOfPod(YamlPlace spec, String namespace) {
    return items(spec, "resourceClaims").stream()
        .flatMap(entry -> allocated(entry, namespace).stream())
        .toList();
  }

  private Optional<Allocated> allocated(YamlPlace entry, String namespace) {
    return entry
        .find("resourceClaimName")
        .map(name -> allocated.get(key(namespace, name.string())));
  }

  /**
   * Returns the claims of a pod that need devices, in its order; empty if the input does not have
   * all of its claims.
   *
   * @param spec the pod's specification
   * @throws ManifestException if a container names a claim or request that does not exist
   */
  public Optional<List<Claim>> ofPod(YamlPlace spec, String namespace) {
    Map<String, Claim> named = new LinkedHashMap<>();
    Set<String> haveDevices = new HashSet<>();
    for (YamlPlace entry : items(spec, "resourceClaims")) {
      if (allocated(entry, namespace).isPresent()) {
        haveDevices.add(entry.require("name").string());
        continue;
      }
      Optional<Claim> claim = find(entry, namespace);
      if (claim.isEmpty()) {
        return Optional.empty();
      }
      named.put(entry.require("name").string(), claim.get());
    }
    for (String list : List.of("containers", "initContainers")) {
      for (YamlPlace container : items(spec, list)) {
        for (YamlPlace use :
            container.find("resources").map(r -> items(r, "claims")).orElse(List.of())) {
          if (!haveDevices.contains(use.require("name").string())) {
            checkUse(use, named);
          }
        }
      }
    }
    return Optional.of(List.copyOf(named.values()));
  }

  /**
   * Returns the claims that each further pod like one with {@link #ofPod all of its claims} needs
   * devices for: those that are made from a template.
   */
  public List<Claim> ofNextPod(YamlPlace spec, String namespace) {
    return items(spec, "resourceClaims").stream()
        .filter(entry -> entry.find("resourceClaimTemplateName").isPresent())
        .flatMap(entry -> find(entry, namespace).stream())
        .toList();
  }

  private static void checkUse(YamlPlace use, Map<String, Claim> named) {
    YamlPlace name = use.require("name");
    Claim claim = named.get(name.string());
    if (claim == null) {
      throw name.problem(
          "'%s' is not a claim of the pod; allowed: %s"
              .formatted(name.string(), String.join(", ", named.keySet())));
    }
    use.find("request")
        .ifPresent(
            request -> {
              List<String> names = claim.requests().stream().map(Group::name).toList();
              if (!names.contains(request.string())) {
                throw request.problem(
                    "'%s' is not a request of the claim %s; allowed: %s"
                        .formatted(request.string(), claim.name(), String.join(", ", names)));
              }
            });
  }

  private Optional<Claim> find(YamlPlace entry, String namespace) {
    Optional<YamlPlace> claim = entry.find("resourceClaimName");
    Optional<YamlPlace> template = entry.find("resourceClaimTemplateName");
    if (claim.isPresent() == template.isPresent()) {
      throw entry.problem(
          "it must have one of resourceClaimName and resourceClaimTemplateName; write one");
    }
    YamlPlace name = claim.or(() -> template).orElseThrow();
    Map<String, Claim> among = claim.isPresent() ? claims : templates;
    return Optional.ofNullable(among.get(key(namespace, name.string())));
  }

  private void addClass(String name, YamlPlace spec) {
    checkFields(
        spec, ImmutableSet.of("selectors", "config", "extendedResourceName", "managementMode"));
    classes.put(name, new DeviceClass(name, selectors(spec)));
    spec.find("extendedResourceName").map(YamlPlace::string).ifPresent(extended::add);
  }

  private static Claim claim(String name, YamlPlace spec) {
    checkFields(spec, ImmutableSet.of("devices"));
    YamlPlace devices = spec.require("devices");
    checkFields(devices, ImmutableSet.of("requests", "constraints", "config"));
    List<Group> groups = new ArrayList<>();
    Set<String> names = new HashSet<>();
    List<YamlPlace> requests = items(devices, "requests");
    if (requests.isEmpty() || requests.size() > MOST_REQUESTS) {
      throw devices.problem(
          "it has %s requests; write 1 to %s".formatted(requests.size(), MOST_REQUESTS));
    }
    for (YamlPlace request : requests) {
      Group group = group(request);
      unique(request.require("name"), group.name(), names);
      groups.add(group);
    }
    Set<String> known = new LinkedHashSet<>();
    for (Group group : groups) {
      known.add(group.name());
      if (group.isList()) {
        group.alternatives().forEach(each -> known.add(each.fullName()));
      }
    }
    List<Constraint> constraints = new ArrayList<>();
    for (YamlPlace constraint : items(devices, "constraints", MOST_ITEMS)) {
      constraints.add(constraint(constraint, known));
    }
    for (YamlPlace config : items(devices, "config", MOST_ITEMS)) {
      names(config, known);
      YamlPlace opaque = config.require("opaque");
      checkDnsName(opaque.require("driver"), "a driver", "gpu.nvidia.com");
      opaque.require("parameters");
    }
    return new Claim(name, List.copyOf(groups), List.copyOf(constraints));
  }

  private static void unique(YamlPlace place, String name, Set<String> names) {
    if (!NAME.matcher(name).matches()) {
      throw place.problem(
          "'%s' is not the name of a request; use lower case letters, digits and '-', at most 63"
              .formatted(name));
    }
    if (!names.add(name)) {
      throw place.problem("'%s' is the name of another request; rename one".formatted(name));
    }
  }

  private static Group group(YamlPlace request) {
    Optional<YamlPlace> exactly = request.find("exactly");
    Optional<YamlPlace> list = request.find("firstAvailable");
    if (exactly.isPresent() && list.isPresent()) {
      throw list.get().problem("exactly and firstAvailable exclude each other; keep one");
    }
    checkFields(request, OF_REQUEST);
    String name = request.require("name").string();
    if (exactly.isPresent()) {
      checkFields(exactly.get(), OF_EXACT);
      return new Group(name, List.of(request(exactly.get(), name)), false);
    }
    List<YamlPlace> alternatives =
        list.orElseThrow(
                () ->
                    request.problem(
                        "the request has neither exactly nor firstAvailable; add one of them"))
            .items();
    if (alternatives.isEmpty() || alternatives.size() > MOST_ALTERNATIVES) {
      throw list.get()
          .problem(
              "it has %s alternatives; write 1 to %s"
                  .formatted(alternatives.size(), MOST_ALTERNATIVES));
    }
    Set<String> names = new HashSet<>();
    List<Request> forms = new ArrayList<>();
    for (YamlPlace alternative : alternatives) {
      checkFields(alternative, OF_ALTERNATIVE);
      String own = alternative.require("name").string();
      unique(alternative.require("name"), own, names);
      forms.add(request(alternative, name + "/" + own));
    }
    return new Group(name, List.copyOf(forms), true);
  }

  private static Request request(YamlPlace form, String fullName) {
    YamlPlace deviceClass = form.require("deviceClassName");
    checkDnsName(deviceClass, "a device class", "gpu.nvidia.com");
    Optional<YamlPlace> mode = form.find("allocationMode");
    String word = mode.map(YamlPlace::string).orElse("ExactCount");
    if (!List.of("ExactCount", "All").contains(word)) {
      throw mode.orElseThrow()
          .problem("'%s' is not an allocation mode; write ExactCount or All".formatted(word));
    }
    boolean isAll = word.equals("All");
    Optional<YamlPlace> count = form.find("count");
    long stated = count.map(YamlPlace::integer).orElse(0L);
    if (stated < 0 || stated > Integer.MAX_VALUE || isAll && stated != 0) {
      throw count
          .orElseThrow()
          .problem(
              isAll
                  ? "a count does not go with allocationMode All; remove one"
                  : "'%s' is not a number of devices; write 1 or more".formatted(stated));
    }
    List<Toleration> tolerations = new ArrayList<>();
    for (YamlPlace toleration : items(form, "tolerations")) {
      tolerations.add(toleration(toleration));
    }
    return new Request(
        deviceClass,
        fullName,
        deviceClass.string(),
        selectors(form),
        isAll,
        isAll ? 0 : Math.max(1, stated),
        form.find("adminAccess").map(YamlPlace::bool).orElse(false),
        List.copyOf(tolerations),
        amounts(form.find("capacity").flatMap(each -> each.find("requests"))));
  }

  private static Map<String, Amount> amounts(Optional<YamlPlace> place) {
    Map<String, Amount> amounts = new LinkedHashMap<>();
    place.ifPresent(
        all -> all.fields().forEach((name, amount) -> amounts.put(name, amount(amount))));
    return amounts;
  }

  private static Amount amount(YamlPlace place) {
    String text = place.quantity();
    return Amount.parse(text)
        .filter(amount -> amount.compareTo(Amount.ZERO) >= 0)
        .orElseThrow(
            () -> place.problem("'%s' is not a quantity; write it like 4Gi".formatted(text)));
  }

  private static Toleration toleration(YamlPlace place) {
    checkFields(place, ImmutableSet.of("key", "operator", "value", "effect", "tolerationSeconds"));
    String operator = place.find("operator").map(YamlPlace::string).orElse("Equal");
    if (!List.of("Equal", "Exists").contains(operator)) {
      throw place
          .require("operator")
          .problem("'%s' is not an operator; write Equal or Exists".formatted(operator));
    }
    String key = place.find("key").map(YamlPlace::string).orElse("");
    if (!key.isEmpty() && !KubeNames.isKey(key)) {
      throw place
          .require("key")
          .problem("'%s' is not the key of a taint; write it like example.com/a".formatted(key));
    }
    String value = place.find("value").map(YamlPlace::string).orElse("");
    if (!value.isEmpty() && operator.equals("Exists")) {
      throw place
          .require("value")
          .problem("'%s': a value does not go with operator Exists; remove one".formatted(value));
    }
    if (!KubeNames.isLabelValue(value)) {
      throw place
          .require("value")
          .problem("'%s' is not the value of a taint; write it like a label's".formatted(value));
    }
    String effect = place.find("effect").map(YamlPlace::string).orElse("");
    if (!EFFECTS.contains(effect)) {
      throw place
          .require("effect")
          .problem(
              "'%s' is not an effect of a device's taint; write NoSchedule, NoExecute or None"
                  .formatted(effect));
    }
    return new Toleration(key, operator, value, effect);
  }

  private static Constraint constraint(YamlPlace place, Set<String> known) {
    checkFields(place, ImmutableSet.of("requests", "matchAttribute", "distinctAttribute"));
    Optional<YamlPlace> match = place.find("matchAttribute");
    Optional<YamlPlace> distinct = place.find("distinctAttribute");
    if (match.isPresent() == distinct.isPresent()) {
      throw place.problem(
          "it must have one of matchAttribute and distinctAttribute; write one of them");
    }
    YamlPlace attribute = match.or(() -> distinct).orElseThrow();
    if (!QUALIFIED.matcher(attribute.string()).matches()) {
      throw attribute.problem(
          "'%s' is not an attribute with its domain; write it like gpu.nvidia.com/parentUUID"
              .formatted(attribute.string()));
    }
    return new Constraint(names(place, known), attribute.string(), distinct.isPresent());
  }

  private static Set<String> names(YamlPlace place, Set<String> known) {
    Set<String> names = new HashSet<>();
    for (YamlPlace name : items(place, "requests")) {
      if (!known.contains(name.string())) {
        throw name.problem(
            "'%s' is not a request of the claim; allowed: %s"
                .formatted(name.string(), String.join(", ", known)));
      }
      names.add(name.string());
    }
    return names;
  }

  private static List<Selector> selectors(YamlPlace form) {
    List<Selector> selectors = new ArrayList<>();
    for (YamlPlace selector : items(form, "selectors", MOST_ITEMS)) {
      checkFields(selector, ImmutableSet.of("cel"));
      YamlPlace expression = selector.require("cel").require("expression");
      selectors.add(selector(expression, expression.string()));
    }
    return List.copyOf(selectors);
  }

  private static Selector selector(YamlPlace place, String expression) {
    try {
      return new Selector(place, Cel.compile(expression));
    } catch (CelException e) {
      throw place.problem(e.text());
    }
  }

  private static List<YamlPlace> items(YamlPlace place, String key) {
    return place.find(key).map(YamlPlace::items).orElse(List.of());
  }

  private static List<YamlPlace> items(YamlPlace place, String key, int most) {
    List<YamlPlace> items = items(place, key);
    if (items.size() > most) {
      throw place
          .require(key)
          .problem("it has %s items; write %s at most".formatted(items.size(), most));
    }
    return items;
  }

  private static void checkDnsName(YamlPlace place, String what, String example) {
    if (!KubeNames.isSubdomain(place.string())) {
      throw place.problem(
          "'%s' is not the name of %s; use lower case letters, digits, '-' and '.', such as %s"
              .formatted(place.string(), what, example));
    }
  }

  private static void checkFields(YamlPlace place, ImmutableSet<String> allowed) {
    for (String field : place.fields().keySet()) {
      if (!allowed.contains(field)) {
        throw place
            .key(field)
            .problem(
                "'%s' is not a field here in resource.k8s.io/v1; allowed: %s"
                    .formatted(field, String.join(", ", allowed)));
      }
    }
  }
}
