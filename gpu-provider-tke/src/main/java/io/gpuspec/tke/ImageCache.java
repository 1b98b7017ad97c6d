package io.gpuspec.tke;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.tke.internal.rules.ImageReference;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An image cache to create: images that are pulled once, onto a disk that pods then start from.
 *
 * <pre>{@code
 * // For images of 6 GB.
 * KubeObject cache =
 *     ImageCache.of("framework-cache", "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime")
 *         .sizeFor(MemorySize.parse("6G"), ImageCacheDisk.TIER)
 *         .retentionDays(30)
 *         .toObject();
 *
 * // With the manifest builder.
 * KubeYaml.of(cache);    // ... imageCacheSize: 200 retentionDays: 30
 * }</pre>
 *
 * <p>It is immutable. The cluster needs TKE's add-on {@code imc-operator}. What is not stated is
 * left to TKE: 20 GB, kept for ever, no public address.
 *
 * <p>Source: TKE, image cache (product doc 457/44484), 2022-11-11; {@code subnetId}, {@code
 * securityGroupIds}, {@code autoCreateEip} and {@code resolveConfig} are only in TKE best practice,
 * GPU pods on super nodes, 2026-01-07.
 */
public final class ImageCache {
  private static final String EIP_ATTRIBUTES = "eks.tke.cloud.tencent.com/eip-attributes";
  private static final Predicate<String> SUBNET =
      Pattern.compile("subnet-[a-z0-9]{1,60}").asMatchPredicate();
  private static final Predicate<String> SECURITY_GROUP =
      Pattern.compile("sg-[a-z0-9]{1,60}").asMatchPredicate();
  private static final int DEFAULT_GIGABYTES = 20;
  private static final int SMALLEST = 10;
  private static final int LARGEST = 32_000;
  private static final int LONGEST_RETENTION = 36_500;

  /** The reasons for fields, by name; those from the vendor's own page. */
  private static final Map<String, String> DOCUMENTED =
      Map.of(
          "images", "pulled once onto the cache's disk; pods of these images start from it",
          "imageCacheSize", "the disk in GB, which has to hold the unpacked images",
          "retentionDays", "days until the cache is deleted; 0 is never",
          "imagePullSecrets", "for private registries");

  /** The same, of the best-practice page alone. */
  private static final Map<String, String> PRACTICE =
      Map.of(
          "subnetId", "where the cache is made, best the subnet of the super nodes",
          "securityGroupIds", "what may be reached while the cache is made",
          "autoCreateEip", "whether images are pulled through a public address of its own",
          "resolveConfig", "the name servers while the cache is made");

  private final String name;
  private final List<String> images;
  private final Map<String, Object> settings;
  private final Map<String, String> annotations;

  private ImageCache(
      String name,
      List<String> images,
      Map<String, Object> settings,
      Map<String, String> annotations) {
    this.name = name;
    this.images = images;
    this.settings = settings;
    this.annotations = annotations;
  }

  /**
   * A cache of these images.
   *
   * @param name the object's name, a DNS name
   * @throws InvalidValueException if the name or an image's name is not valid, an image is a
   *     duplicate, or there is no image
   */
  public static ImageCache of(String name, String... images) {
    matching(
        "name",
        KubeNames::isSubdomain,
        name,
        "a DNS name of a-z, 0-9, - and ., such as base-gpu-cache");
    List<String> all = given("images", images, value -> ImageReference.checked("image", value));
    for (String image : all) {
      if (all.stream().filter(other -> ImageReference.same(image, other)).count() > 1) {
        throw refused("images", image, "is a duplicate; name it once");
      }
    }
    return new ImageCache(name, all, Map.of(), Map.of());
  }

  /**
   * The same cache of this size.
   *
   * @param gigabytes what a premium cloud disk can be: 10 to 32,000 GB
   */
  public ImageCache size(int gigabytes) {
    return with("imageCacheSize", within("size", gigabytes, SMALLEST, LARGEST, "GB"));
  }

  /**
   * Returns a copy of the size that its images need.
   *
   * @param total the size of the images together
   * @param rule how the size follows from that; usually {@link ImageCacheDisk#TIER}
   */
  public ImageCache sizeFor(MemorySize total, ImageCacheDisk rule) {
    return size(required("rule", rule).gigabytes(total));
  }

  /**
   * The same cache, deleted after this many days.
   *
   * @param days 0 for never, at most 36,500
   */
  public ImageCache retentionDays(int days) {
    return with("retentionDays", within("retentionDays", days, 0, LONGEST_RETENTION, "days"));
  }

  /** The same cache, made in this subnet, best that of the super nodes: {@code subnet-...}. */
  public ImageCache subnet(String id) {
    return with("subnetId", matching("subnet", SUBNET, id, "its id, such as subnet-abc123"));
  }

  /** The same cache, made in these security groups: {@code sg-...}. */
  public ImageCache securityGroups(String... ids) {
    return with(
        "securityGroupIds",
        given(
            "securityGroups",
            ids,
            id -> matching("securityGroups", SECURITY_GROUP, id, "its id, such as sg-abc123")));
  }

  /** Returns a copy that is pulled with or without its own public address. */
  public ImageCache autoCreateEip(boolean create) {
    return with("autoCreateEip", create);
  }

  /**
   * The same cache, pulled through a public address that is made like this, by an annotation: the
   * way that TKE's own page has.
   *
   * @param json as {@link Tke#EIP_ATTRIBUTES} takes it, such as {@code {"InternetMaxBandwidthOut":
   *     2}}
   */
  public ImageCache eipAttributes(String json) {
    return new ImageCache(
        name,
        images,
        settings,
        Map.of(EIP_ATTRIBUTES, Tke.EIP_ATTRIBUTES.parse(json).orElseThrow()));
  }

  /** The same cache, with the Secrets of private registries: {@code namespace/name} or a name. */
  public ImageCache imagePullSecrets(String... secrets) {
    return with(
        "imagePullSecrets",
        given(
            "imagePullSecrets",
            secrets,
            secret ->
                matching(
                    "imagePullSecrets",
                    ImageCache::isSecret,
                    secret,
                    "a Secret's name, after its namespace and a slash or alone")));
  }

  /** The same cache, made with these name servers: the text of a {@code resolv.conf}. */
  public ImageCache resolveConfig(String lines) {
    return with("resolveConfig", Tke.RESOLV_CONF.parse(lines).orElseThrow());
  }

  private ImageCache with(String key, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(settings);
    more.put(key, value);
    return new ImageCache(name, images, Collections.unmodifiableMap(more), annotations);
  }

  /** The object's name. */
  public String name() {
    return name;
  }

  /** The images. */
  public List<String> images() {
    return images;
  }

  /**
   * Returns this cache once it is ready, to find out which one a pod would get.
   *
   * @param id the id that {@code kubectl get imagecache} shows, such as {@code imc-abc123xyz}
   * @param created when it was made
   */
  public ReadyImageCache ready(String id, Instant created) {
    int gigabytes = (int) settings.getOrDefault("imageCacheSize", DEFAULT_GIGABYTES);
    return new ReadyImageCache(id, images, gigabytes, created);
  }

  /** The object for the API server, with the reason for each field. */
  public KubeObject toObject() {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("images", images);
    spec.putAll(settings);
    KubeObject object = KubeObject.of("eks.cloud.tencent.com/v1", "ImageCache", name);
    if (!annotations.isEmpty()) {
      object =
          object
              .annotations(annotations)
              .withReason(
                  List.of("metadata", "annotations", EIP_ATTRIBUTES),
                  "images are pulled through a public address that is made like this",
                  Documents.IMAGE_CACHE);
    }
    object = object.with("spec", spec);
    for (String field : spec.keySet()) {
      object = withReason(object, field);
    }
    return object;
  }

  private static KubeObject withReason(KubeObject object, String field) {
    List<String> path = List.of("spec", field);
    String documented = DOCUMENTED.get(field);
    return documented != null
        ? object.withReason(path, documented, Documents.IMAGE_CACHE)
        : object.withReason(
            path, Objects.requireNonNull(PRACTICE.get(field), field), Documents.BEST_PRACTICE);
  }

  /**
   * Returns text such as {@code ImageCache base-gpu-cache of r/a:v1, r/b:v1: imageCacheSize=200}.
   */
  @Override
  public String toString() {
    return "ImageCache %s of %s".formatted(name, String.join(", ", images))
        + (settings.isEmpty()
            ? ""
            : ": "
                + settings.entrySet().stream()
                    .map(Map.Entry::toString)
                    .collect(Collectors.joining(", ")));
  }

  private interface Check {
    String of(String value);
  }

  private static List<String> given(String what, String[] values, Check check) {
    List<String> all = Arrays.stream(required(what, values)).map(check::of).toList();
    if (all.isEmpty() || all.stream().distinct().count() < all.size()) {
      throw refused(
          what, String.join(",", all), "is not a list; give one at least, and none twice");
    }
    return all;
  }

  private static boolean isSecret(String name) {
    int slash = name.indexOf('/');
    return KubeNames.isSubdomain(name.substring(slash + 1))
        && (slash < 0 || KubeNames.isLabel(name.substring(0, slash)));
  }

  private static String matching(
      String what, Predicate<String> isAllowed, String value, String allowed) {
    if (value == null || !isAllowed.test(value)) {
      throw refused(what, value, "is not allowed; write " + allowed);
    }
    return value;
  }

  private static int within(String what, int value, int least, int most, String unit) {
    if (value < least || value > most) {
      throw refused(what, value, "is out of range; give %s to %s %s".formatted(least, most, unit));
    }
    return value;
  }

  private static <T> T required(String what, T value) {
    if (value == null) {
      throw refused(what, "null", "is not a value; give one");
    }
    return value;
  }

  private static GpuSpecException refused(String what, Object value, String problem) {
    return new InvalidValueException(
            "image-cache.malformed", "image cache: %s '%s' %s".formatted(what, value, problem))
        .see(Documents.PAGE);
  }
}
