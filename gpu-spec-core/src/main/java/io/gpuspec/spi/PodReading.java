package io.gpuspec.spi;

import io.gpuspec.GpuRequest;
import io.gpuspec.Shape;
import io.gpuspec.internal.Arguments;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A target's interpretation of an existing pod.
 *
 * <pre>{@code
 * PodField gpu = PodField.device("nvidia.com/gpu");
 * PodReading.of(GpuRequest.of("T4"), gpu, List.of()).request();    // Optional[T4 x1]
 * PodReading.noGpu().request();                                    // Optional.empty
 * }</pre>
 */
public final class PodReading {
  private static final PodReading NO_GPU =
      new PodReading(
          Optional.empty(),
          Optional.empty(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          AsWritten.NOTHING);

  private final Optional<GpuRequest> request;
  private final Optional<PodField> deviceField;
  private final List<Note> notes;
  private final List<Rejection> rejected;
  private final List<PodReading> preferred;
  private final List<Other> others;
  private final AsWritten written;

  /** What the pod says, where the request names the rows that this leaves. */
  private record AsWritten(Optional<GpuRequest> request, List<Rejection> leftOut) {
    static final AsWritten NOTHING = new AsWritten(Optional.empty(), List.of());
  }

  /** A note on what another request would get. */
  private record Other(GpuRequest request, Function<Shape, Note> note) {}

  private PodReading(
      Optional<GpuRequest> request,
      Optional<PodField> deviceField,
      List<Note> notes,
      List<Rejection> refusals,
      List<PodReading> preferred,
      List<Other> others,
      AsWritten written) {
    this.request = request;
    this.deviceField = deviceField;
    this.notes = Arguments.copied("notes", notes, "a list of Notes");
    this.rejected = Arguments.copied("refusals", refusals, "a list of Rejections");
    this.preferred = Arguments.copied("preferred", preferred, "PodReadings");
    this.others = others;
    this.written = written;
  }

  /** The pod requests no GPU. */
  public static PodReading noGpu() {
    return NO_GPU;
  }

  /**
   * The pod requests this.
   *
   * @param deviceField the field that names the GPUs
   */
  public static PodReading of(GpuRequest request, PodField deviceField, List<Note> notes) {
    Arguments.required("deviceField", deviceField, "a PodField");
    return new PodReading(
        asked(request),
        Optional.of(deviceField),
        notes,
        List.of(),
        List.of(),
        List.of(),
        AsWritten.NOTHING);
  }

  /** Returns a reading of a request that the target would refuse as it is. */
  public static PodReading refused(GpuRequest request, List<Note> notes, List<Rejection> refusals) {
    return new PodReading(
        asked(request), Optional.empty(), notes, refusals, List.of(), List.of(), AsWritten.NOTHING);
  }

  /**
   * Returns the same reading with a reason why the target would refuse the pod, before those that
   * are there; a pod that requests no GPU is not refused.
   */
  public PodReading refusing(Rejection why) {
    Arguments.required("why", why, "a Rejection");
    return request.isEmpty()
        ? this
        : new PodReading(
            request,
            deviceField,
            notes,
            Stream.concat(Stream.of(why), rejected.stream()).toList(),
            List.of(),
            others,
            written);
  }

  /** Returns the same reading with one more note, which those {@link #preferred} get too. */
  public PodReading with(Note note) {
    Arguments.required("note", note, "a Note");
    return new PodReading(
        request,
        deviceField,
        Stream.concat(notes.stream(), Stream.of(note)).toList(),
        rejected,
        preferred.stream().map(each -> each.with(note)).toList(),
        others,
        written);
  }

  /**
   * Returns a copy with one more note: what another request would get, such as one for another
   * architecture. Without a match for that request, nothing is added.
   */
  public PodReading noting(GpuRequest other, Function<Shape, Note> note) {
    Arguments.required("note", note, "a function on Shapes");
    Other more = new Other(asked(other).orElseThrow(), note);
    return new PodReading(
        request,
        deviceField,
        notes,
        rejected,
        preferred,
        Stream.concat(others.stream(), Stream.of(more)).toList(),
        written);
  }

  /**
   * Returns the same reading with narrower ones that take precedence: the first one with a match
   * determines the shape, and other matches of this one are the alternatives.
   */
  public PodReading preferring(List<PodReading> narrower) {
    return new PodReading(request, deviceField, notes, rejected, narrower, others, written);
  }

  /**
   * Returns the same reading, whose request names the rows that the pod leaves: answers show what
   * the pod says, and why the other rows are none of them.
   *
   * @param asked the request without such names
   * @param leftOut the rows that the pod does not select, with the reasons
   */
  public PodReading leavingOut(GpuRequest asked, List<Rejection> leftOut) {
    return new PodReading(
        request,
        deviceField,
        notes,
        rejected,
        preferred,
        others,
        new AsWritten(asked(asked), Arguments.copied("leftOut", leftOut, "a list of Rejections")));
  }

  private static Optional<GpuRequest> asked(GpuRequest request) {
    return Optional.of(Arguments.required("request", request, "a GpuRequest"));
  }

  /** Returns the request; empty if it requests no GPU. */
  public Optional<GpuRequest> request() {
    return request;
  }

  /** Returns what the pod says, where {@link #request} names the rows that this leaves. */
  public Optional<GpuRequest> asWritten() {
    return written.request();
  }

  /** Returns why the pod does not select the rows that {@link #request} does not name. */
  public List<Rejection> leftOut() {
    return written.leftOut();
  }

  /** The field that names the GPUs, where one does. */
  public Optional<PodField> deviceField() {
    return deviceField;
  }

  /** Returns what should be known about the reading. */
  public List<Note> notes() {
    return notes;
  }

  /**
   * Returns the same notes and those on other requests.
   *
   * @param shapes the shape that a request gets, if there is one
   */
  public List<Note> notes(Function<GpuRequest, Optional<Shape>> shapes) {
    Arguments.required("shapes", shapes, "a function on GpuRequests");
    return Stream.concat(
            notes.stream(),
            others.stream()
                .flatMap(other -> shapes.apply(other.request()).map(other.note()).stream()))
        .toList();
  }

  /** Returns why the target would refuse the pod as it is; empty if it would not. */
  public List<Rejection> rejected() {
    return rejected;
  }

  /** The narrower readings that come before this one, in their order; most pods have none. */
  public List<PodReading> preferred() {
    return preferred;
  }

  /** Returns the request, and the first reason against it: {@code T4 x1, 3 cores}. */
  @Override
  public String toString() {
    String asked = request.map(GpuRequest::toString).orElse("no GPU");
    return rejected.isEmpty() ? asked : asked + ", refused: " + rejected.get(0);
  }
}
