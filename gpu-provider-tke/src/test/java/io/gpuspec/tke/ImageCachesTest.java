package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which image cache a pod would start from. */
class ImageCachesTest {
  private static final String CUDA = "nvidia/cuda:11.4.0-runtime-ubuntu20.04";
  private static final String PYTORCH = "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime";
  private static final String TENSORFLOW = "tensorflow/tensorflow:2.13.0-gpu";
  private static final Instant MONDAY = Instant.parse("2026-01-05T08:00:00Z");
  private static final Instant TUESDAY = Instant.parse("2026-01-06T08:00:00Z");

  private static final ReadyImageCache BASE =
      ImageCache.of("base-gpu-cache", CUDA, "ubuntu:20.04").size(50).ready("imc-base", MONDAY);
  private static final ReadyImageCache FRAMEWORK =
      ImageCache.of("framework-cache", PYTORCH, TENSORFLOW).size(200).ready("imc-frame", MONDAY);
  private static final ReadyImageCache TRAINING =
      ImageCache.of("gpu-training-cache", PYTORCH, TENSORFLOW, CUDA)
          .size(300)
          .ready("imc-train", TUESDAY);
  private static final ImageCaches ALL = ImageCaches.of(TRAINING, BASE, FRAMEWORK);

  private static List<String> rejected(ImageCacheChoice choice) {
    return choice.rejected().stream().map(Rejection::toString).toList();
  }

  @Test
  void ofTheCachesThatHoldTheImageTheSmallestIsTaken() {
    ImageCacheChoice choice = ALL.forImages(PYTORCH);

    assertThat(choice)
        .hasToString("imc-frame (200 GB): holds every image, and is smaller than the next");
    assertThat(choice.cache()).contains(FRAMEWORK);
    assertThat(choice.pulled()).isEmpty();
    assertThat(rejected(choice))
        .containsExactly(
            "imc-train (300 GB): order: imc-frame (200 GB) is smaller",
            "imc-base (50 GB): images: lacks " + PYTORCH);
  }

  @Test
  void aPodOfSeveralImagesNeedsACacheThatHoldsThemAll() {
    ImageCacheChoice choice = ALL.forImages(TENSORFLOW, CUDA);

    assertThat(choice).hasToString("imc-train (300 GB): the one that holds every image");
    assertThat(rejected(choice))
        .containsExactly(
            "imc-base (50 GB): images: lacks " + TENSORFLOW,
            "imc-frame (200 GB): images: lacks " + CUDA);
  }

  @Test
  void ofTwoAlikeTheNewerIsTakenThenTheFirstById() {
    ReadyImageCache older = new ReadyImageCache("imc-a", List.of(CUDA), 50, MONDAY);
    ReadyImageCache newer = new ReadyImageCache("imc-c", List.of(CUDA), 50, TUESDAY);
    ReadyImageCache alike = new ReadyImageCache("imc-b", List.of(CUDA), 50, TUESDAY);

    assertThat(ImageCaches.of(older, newer).forImages(CUDA))
        .hasToString("imc-c (50 GB): holds every image, and is newer than the next");
    assertThat(ImageCaches.of(older, newer, alike).forImages(CUDA))
        .hasToString("imc-b (50 GB): holds every image, and is earlier by id than the next");
  }

  @Test
  void aSmallerCacheIsTakenBeforeANewerOne() {
    ReadyImageCache small = new ReadyImageCache("imc-b", List.of(CUDA), 50, MONDAY);
    ReadyImageCache late = new ReadyImageCache("imc-a", List.of(CUDA), 100, TUESDAY);

    assertThat(ImageCaches.of(late, small).forImages(CUDA).cache()).contains(small);
  }

  @Test
  void anotherTagIsAnotherImage() {
    ImageCacheChoice choice = ALL.forImages("pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime");

    assertThat(choice)
        .hasToString("no image cache: no cache holds every image, so they are pulled");
    assertThat(choice.cache()).isEmpty();
    assertThat(choice.pulled()).containsExactly("pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime");
    assertThat(rejected(choice))
        .hasSize(3)
        .allMatch(why -> why.endsWith("lacks pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime"));
  }

  @Test
  void withoutATagItIsLatestWhichMayBeOlderInTheCache() {
    ReadyImageCache nginx =
        new ReadyImageCache("imc-n", List.of("registry:5000/nginx"), 20, MONDAY);

    ImageCacheChoice choice = ImageCaches.of(nginx).forImages("registry:5000/nginx:latest");

    assertThat(choice.cache()).contains(nginx);
    assertThat(choice.notes())
        .extracting(Note::toString)
        .containsExactly(
            "image.latest: registry:5000/nginx:latest may be an older image in the cache; name its version");
    assertThat(ALL.forImages(CUDA).notes()).isEmpty();
  }

  @Test
  void theImagesOfADaemonSetAreNotMatched() {
    ImageCacheChoice choice = ALL.forDaemonSet(CUDA);

    assertThat(choice)
        .hasToString(
            "no image cache: auto does not match the images of a DaemonSet; name a cache by its id");
    assertThat(choice.pulled()).containsExactly(CUDA);
    assertThat(choice.rejected()).hasSize(3);
  }

  @Test
  void aCacheThatIsNamedIsTakenAndWhatItLacksIsPulled() {
    assertThat(ALL.byId("imc-base", CUDA))
        .hasToString("imc-base (50 GB): named by its id, and holds every image");

    ImageCacheChoice choice = ALL.byId("imc-base", CUDA, PYTORCH);

    assertThat(choice)
        .hasToString(
            "imc-base (50 GB): named by its id; what it does not hold is pulled: " + PYTORCH);
    assertThat(choice.cache()).contains(BASE);
    assertThat(choice.pulled()).containsExactly(PYTORCH);
  }

  @Test
  void aCacheThatIsNotThereCannotBeNamed() {
    assertError(() -> ALL.byId("imc-x", CUDA), "image-cache.unknown", "'imc-x'");
  }

  @Test
  void theAnswerDoesNotDependOnTheOrderOfTheCaches() {
    assertThat(ImageCaches.of(FRAMEWORK, TRAINING, BASE).forImages(PYTORCH).cache())
        .isEqualTo(ALL.forImages(PYTORCH).cache());
  }

  @Test
  void badInputIsRefused() {
    assertError(() -> ALL.forImages(), "image-cache.empty", "'[]'");
    assertError(() -> ALL.forImages("no image"), "image.malformed", "'no image'");
    assertError(() -> ImageCaches.of(BASE, BASE), "image-cache.duplicate");
    assertError(
        () -> new ReadyImageCache("abc", List.of(CUDA), 50, MONDAY),
        "image-cache.malformed",
        "'abc'");
    assertError(
        () -> new ReadyImageCache("imc-a", List.of(), 50, MONDAY), "image-cache.malformed", "'[]'");
  }
}
