package io.gpuspec.tke.internal.rules;

import io.gpuspec.value.InvalidValueException;
import java.util.regex.Pattern;

/**
 * The name of an image with its tag or digest, as a container runtime accepts it.
 *
 * <p>Source: the grammar of distribution/reference.
 */
public final class ImageReference {
  private static final int LONGEST = 512;
  private static final String COMPONENT = "[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*";
  // Runtimes take a first part in capitals for a registry too, which could have no such name.
  private static final String DOMAIN =
      "(?=[^/]*[.:])[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?)*(:[0-9]{1,5})?";
  private static final String DIGEST =
      "@[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z0-9]+)*:[0-9a-fA-F]{32,}";
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(%s/)?%s(/%s)*(:\\w[\\w.-]{0,127})?(%s)?"
              .formatted(DOMAIN, COMPONENT, COMPONENT, DIGEST));
  private static final Pattern LATEST = Pattern.compile("(.*:latest|[^@]*/[^:@]*|[^:@/]*)");

  private ImageReference() {}

  /**
   * The image itself.
   *
   * @throws InvalidValueException if it is not a valid image name
   */
  public static String checked(String what, String image) {
    if (image == null || image.length() > LONGEST || !REFERENCE.matcher(image).matches()) {
      throw new InvalidValueException(
              "image.malformed",
              "%s: '%s' is not a name of an image; write it like pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime, all but the tag in lower case"
                  .formatted(what, image))
          .see(Documents.PAGE);
    }
    return image;
  }

  /** Returns whether two names are of one image; without a tag and digest it is {@code latest}. */
  public static boolean same(String image, String other) {
    return tagged(image).equals(tagged(other));
  }

  /** Returns whether the tag is {@code latest}, stated or not, under which images change. */
  public static boolean isLatest(String image) {
    return !image.contains("@") && LATEST.matcher(image).matches();
  }

  private static String tagged(String image) {
    return isLatest(image) && !image.endsWith(":latest") ? image + ":latest" : image;
  }
}
