package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.SourceName;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks of values that the Kubernetes API server would refuse, for use in individual steps. */
public final class Checks {
  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_PORT_NAME = 15;
  private static final Pattern SERVICE = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern PORT_NAME =
      Pattern.compile("(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern ENV = Pattern.compile("[ -<>-~]+");
  private static final Pattern CONFIG_KEY = Pattern.compile("(?!\\.$|\\.\\.)[-._a-zA-Z0-9]{1,253}");
  private static final int MOST_ANNOTATIONS = 256 << 10;
  private static final MemorySize SMALLEST_VOLUME = MemorySize.parse("4Ki");

  /** Annotations that have become fields of a pod, by how their keys begin. */
  private static final List<String> NOW_FIELDS =
      List.of(
          "scheduler.alpha.kubernetes.io/critical-pod",
          "seccomp.security.alpha.kubernetes.io/",
          "container.seccomp.security.alpha.kubernetes.io/",
          "container.apparmor.security.beta.kubernetes.io/");

  private Checks() {}

  /** The value itself; no signature here allows null, and not every caller is checked for it. */
  public static <T> T given(String what, @Nullable T value) {
    if (value == null) {
      throw new InvalidValueException("value.missing", what + ": 'null' is not a value; pass one");
    }
    return value;
  }

  /**
   * Returns a text that was given together with what to call it.
   *
   * @throws InvalidValueException if one is null, or each is in the place of the other
   */
  public static String text(@Nullable String source, @Nullable String text) {
    String given = given("text", text);
    SourceName.check(given("source", source), given);
    return given;
  }

  /** Returns an unmodifiable copy of a map, no key or value of which is null. */
  public static <T> Map<String, T> entries(
      String what, @Nullable Map<? extends @Nullable String, ? extends @Nullable T> values) {
    Map<String, T> copy = new LinkedHashMap<>();
    given(what, values)
        .forEach((key, value) -> copy.put(given(what, key), Checks.<T>given(what, value)));
    return Collections.unmodifiableMap(copy);
  }

  /** Returns the elements, none of them null. */
  public static <T> List<T> all(String what, @Nullable Collection<? extends @Nullable T> values) {
    return given(what, values).stream().map(value -> Checks.<T>given(what, value)).toList();
  }

  /** Returns the elements, none of them null. */
  public static <T> List<T> all(String what, T @Nullable [] values) {
    return all(what, Arrays.asList(given(what, values)));
  }

  /** Returns the error of a word that is none of some; an empty one is nothing to suggest. */
  public static UnknownNameException unknownWord(String word, List<String> words) {
    return new UnknownNameException(
        "intent.unknown", "word", word, words.stream().filter(each -> !each.isEmpty()).toList());
  }

  /** A name of a container, volume or namespace. */
  public static String dnsLabel(String what, String name) {
    return KubeNames.label(what, given(what, name));
  }

  /** A name of a Service, which is narrower than other names: it begins with a letter. */
  public static String serviceName(String name) {
    given("service name", name);
    if (name.length() > LONGEST_LABEL || !SERVICE.matcher(name).matches()) {
      throw new InvalidValueException(
          "service.malformed",
          "service name: '%s' is not a name of a Service; write at most 63 of a-z, 0-9 and -, beginning with a letter, because Kubernetes before 1.36 takes nothing else, and ending with a letter or digit"
              .formatted(name));
    }
    return name;
  }

  /** Returns whether a text is a name of a port: short, and not to be taken for a number. */
  public static boolean isPortName(String name) {
    return name.length() <= LONGEST_PORT_NAME && PORT_NAME.matcher(name).matches();
  }

  /** Returns whether a text is a name of a variable: printable ASCII without {@code =}. */
  public static boolean isEnvName(String name) {
    return ENV.matcher(name).matches();
  }

  /** Returns whether a text is a key of a Secret or ConfigMap. */
  public static boolean isConfigKey(String key) {
    return CONFIG_KEY.matcher(key).matches();
  }

  /** A name of a port. */
  public static String portName(String name) {
    given("port name", name);
    if (!isPortName(name)) {
      throw new InvalidValueException(
          "port.malformed",
          "port name: '%s' is not a name of a port; write at most 15 of a-z, 0-9 and single -, at least one of them a letter"
              .formatted(name));
    }
    return name;
  }

  /** A name of a workload; the API server takes longer ones and dots, and warns of them. */
  public static String workloadName(String name) {
    given("name", name);
    if (!KubeNames.isLabel(name)) {
      throw new InvalidValueException(
          "name.malformed",
          "name: '%s' is not a DNS label, and the pods' host names are made of it; write at most 63 of a-z, 0-9 and -, beginning and ending with a letter or digit"
              .formatted(name));
    }
    return name;
  }

  /** A name of a workload of which longer ones are made. */
  public static void shortName(String noun, int longest, String name) {
    if (name.length() > longest) {
      throw new InvalidValueException(
          "name.too-long",
          "name: '%s' has %s characters; a %s's name has at most %s, because longer names are made of it, so shorten it"
              .formatted(name, name.length(), noun, longest));
    }
  }

  /** A name of an object. */
  public static String dnsSubdomain(String what, String name) {
    return KubeNames.subdomain(what, given(what, name));
  }

  /** A key of a label or annotation: a name, with a DNS prefix and a slash before it or not. */
  public static String key(String what, String key) {
    return KubeNames.key(what, given(what, key));
  }

  /** A key of a node's label; the API server warns of those that were renamed. */
  public static String nodeLabel(String key) {
    return nodeLabel("node label", key);
  }

  /** The node label whose values are the domains, such as {@code kubernetes.io/hostname}. */
  public static String topologyKey(String key) {
    return nodeLabel("topology key", key);
  }

  private static String nodeLabel(String what, String key) {
    Optional<String> now = KubeNames.renamed(key(what, key));
    if (now.isPresent()) {
      throw new InvalidValueException(
          "label.deprecated", "%s: '%s' is deprecated; write %s".formatted(what, key, now.get()));
    }
    return key;
  }

  /** The annotations of one object, which are limited all together. */
  public static void annotations(Map<String, String> annotations) {
    long bytes = 0;
    for (Map.Entry<String, String> annotation : annotations.entrySet()) {
      bytes += bytes(annotation.getKey()) + bytes(annotation.getValue());
    }
    if (bytes > MOST_ANNOTATIONS) {
      throw new InvalidValueException(
          "annotation.too-long",
          "annotations: '%s' bytes are more than the %s that an object may have; put the rest into a ConfigMap"
              .formatted(bytes, MOST_ANNOTATIONS));
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** A key of a pod's annotation; the API server warns of those that have become fields. */
  public static String annotationKey(String key) {
    key("annotation", key);
    if (NOW_FIELDS.stream().anyMatch(key::startsWith)) {
      throw new InvalidValueException(
          "annotation.deprecated",
          "annotation: '%s' is deprecated; Kubernetes has a field for it, so set that with a step or with edit()"
              .formatted(key));
    }
    return key;
  }

  public static String labelValue(String key, String value) {
    given("label " + key, value);
    if (!KubeNames.isLabelValue(value)) {
      throw new InvalidValueException(
          "label.malformed",
          "label %s: '%s' is not a label value; write at most 63 letters, digits, -, _ and .; anything else goes into an annotation"
              .formatted(key, value));
    }
    return value;
  }

  /** Refuses a variable that NVIDIA's runtime reads as every GPU of the node. */
  public static void variable(String name, String value) {
    if (name.equals("NVIDIA_VISIBLE_DEVICES") && value.equals("all")) {
      throw new InvalidValueException(
          "env.unsupported",
          "env NVIDIA_VISIBLE_DEVICES: 'all' shows the container every GPU of the node, asked for"
              + " or not; leave the variable out, the device plugin sets it");
    }
  }

  public static String probePath(String path) {
    if (!given("probe path", path).startsWith("/")) {
      throw new InvalidValueException(
          "probe.malformed",
          "probe path: '" + path + "' does not begin with a slash; write /" + path);
    }
    return path;
  }

  /** Seconds that containers have to end. */
  public static void gracePeriod(long seconds) {
    if (seconds < 0) {
      throw new InvalidValueException(
          "workload.out-of-range",
          "terminationGracePeriodSeconds: '%s' is below 0, of which Kubernetes makes 1; write how many seconds containers have to end"
              .formatted(seconds));
    }
  }

  public static String envName(String name) {
    given("env", name);
    if (!isEnvName(name)) {
      throw new InvalidValueException(
          "env.malformed",
          "env: '"
              + name
              + "' is not a name of a variable; write printable ASCII without =, one character at"
              + " least");
    }
    return name;
  }

  /** A key of a Secret or ConfigMap. */
  public static String configKey(String owner, String key) {
    String what = "key of " + owner;
    if (!isConfigKey(given(what, key))) {
      throw new InvalidValueException(
          "key.malformed",
          what
              + ": '"
              + key
              + "' is not a key of a Secret or ConfigMap; write at most 253 letters, digits, -, _"
              + " and ., not beginning with two dots");
    }
    return key;
  }

  public static String notBlank(String what, String value) {
    if (given(what, value).isBlank()) {
      throw new InvalidValueException(
          "value.empty", what + ": '" + value + "' is empty; give a value");
    }
    return value;
  }

  /** Returns a text of one word. */
  public static String word(String what, String value) {
    if (notBlank(what, value).chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidValueException(
          "value.malformed", "%s: '%s' has a blank in it; write it without".formatted(what, value));
    }
    return value;
  }

  /** An image; the API server takes one with blanks, and no node can pull it. */
  public static String image(String image) {
    if (notBlank("image", image).chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidValueException(
          "image.malformed",
          "image: '%s' has a blank in it; write it without, such as registry.example/llm:v1"
              .formatted(image));
    }
    return image;
  }

  /** A path in a container; container runtimes differ on one that is not absolute. */
  public static String mountPath(String path) {
    if (given("mount path", path).contains(":")) {
      throw new InvalidValueException(
          "mount.malformed",
          "mount path: '%s' has a colon in it, which Kubernetes' API reference forbids; write a path without one"
              .formatted(path));
    }
    if (!notBlank("mount path", path).startsWith("/")) {
      throw new InvalidValueException(
          "mount.malformed",
          "mount path: '%s' is not absolute; write a path in the container that begins with /, such as /data"
              .formatted(path));
    }
    return path;
  }

  public static <T> List<T> notEmpty(String what, List<T> values) {
    if (values.isEmpty()) {
      throw new InvalidValueException(
          "value.empty", what + ": the list is empty; give at least one entry");
    }
    return values;
  }

  public static int port(String what, int port) {
    if (port < 1 || port > 65535) {
      throw new InvalidValueException(
          "port.out-of-range", what + ": '" + port + "' is not a port; write 1 to 65535");
    }
    return port;
  }

  public static void atLeast(String what, int least, long value) {
    if (value < least) {
      throw new InvalidValueException(
          "value.out-of-range",
          "%s: '%s' is below %s; give %s or more".formatted(what, value, least, least));
    }
  }

  public static int atLeast(String what, int least, int value) {
    atLeast(what, least, (long) value);
    return value;
  }

  /** A user to run as that is not root. */
  public static void user(long user) {
    if (user < 1 || user > Integer.MAX_VALUE) {
      throw new InvalidValueException(
          "user.out-of-range",
          "user: '%s' is root or no user; give 1 to %s".formatted(user, Integer.MAX_VALUE));
    }
  }

  /** The size of a volume; the API server takes less than a block of a file system. */
  public static MemorySize storage(String size) {
    MemorySize parsed = size(given("size", size));
    if (parsed.compareTo(SMALLEST_VOLUME) < 0 && !parsed.isNegative() && !parsed.isZero()) {
      throw new InvalidValueException(
          "volume.malformed",
          "size: '%s' are bytes, less than any volume has; write it with a unit, such as 100Gi"
              .formatted(size));
    }
    if (parsed.isNegative() || parsed.isZero()) {
      throw new InvalidValueException(
          "volume.out-of-range",
          "size: '%s' is not a size of a volume; write more than 0, such as 100Gi".formatted(size));
    }
    return parsed;
  }

  /** A size is read as an amount of memory is, and called by its own name. */
  private static MemorySize size(String size) {
    try {
      return MemorySize.parse(size);
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          e.id(), e.getMessage().replaceFirst("^memory: ", "size: "), e);
    }
  }

  /** A time zone of the tz database; the API server looks it up in its own. */
  public static void timeZone(String zone) {
    if (!CronSchedule.zones().contains(given("timeZone", zone))) {
      throw new UnknownNameException("schedule.unknown", "time zone", zone, CronSchedule.zones());
    }
  }

  /** A number of a probe that counts from 1. */
  public static int fromOne(String what, int value) {
    if (value < 1) {
      throw new InvalidValueException(
          "value.out-of-range",
          "%s: '%s' is below 1; Kubernetes reads 0 as its own default, so leave the step out for that"
              .formatted(what, value));
    }
    return value;
  }
}
