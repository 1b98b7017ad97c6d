package io.gpuspec;

import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.admission.ResourceTolerations;
import io.gpuspec.internal.pods.RequestedDevices;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The match for an existing pod, as the API server stores it and the provider reads it. */
final class PodMatch {
  private final Target target;
  private final GpuProvider provider;
  private final Options options;
  private final SpecCatalog catalog;
  private final Optional<CardParts> parts;

  /** Why the API server adds tolerations; empty if it does not. */
  private final Optional<Citation> tolerating;

  private final PodView written;
  private final PodView admitted;

  /** The pod with whole cards in place of the parts of cards that it requests. */
  private final PodView ofCards;

  private final RequestedDevices devices;
  private final NamedNode named;

  /**
   * @param catalog one content of every overlay for the whole answer
   */
  PodMatch(Target target, GpuProvider provider, Options options, SpecCatalog catalog, PodView pod) {
    this.target = target;
    this.provider = provider;
    this.options = options;
    this.catalog = catalog;
    this.parts = catalog.parts();
    this.tolerating = provider.resourceTolerations().or(catalog::resourceTolerations);
    this.written = pod;
    this.admitted = tolerating.isPresent() ? pod.withResourceTolerations() : pod;
    this.ofCards = parts.map(each -> each.whole(admitted)).orElse(admitted);
    this.devices = new RequestedDevices(ofCards, provider.devices(), ofCards != admitted);
    this.named = NamedNode.of(pod, catalog);
  }

  /** Returns what the containers add up to, on any GPU. */
  GpuRequest request() {
    return whole(provider.request(ofCards, options));
  }

  /** Returns the match, with wishes that a pod cannot state; empty if it requests no GPU. */
  Optional<Match> match(UnaryOperator<GpuRequest> wishes) {
    List<PodField> notJudged =
        Stream.concat(devices.notJudged().stream(), provider.notJudged(written).stream()).toList();
    if (!notJudged.isEmpty()) {
      return Optional.of(new Match.NotJudged(target, request(), catalog, notJudged));
    }
    boolean isOnCordoned = toleratesCordon();
    Optional<Match> match =
        preferred(
            reading(),
            request ->
                wishes.apply(isOnCordoned ? whole(request).onCordonedNodes() : whole(request)));
    Optional<Rejection> noNode = named.whyNone();
    return match.map(
        each ->
            noNode.isPresent()
                ? target.none(each.request(), List.of(noNode.get()))
                : notingTolerations(each));
  }

  /** Returns the provider's reading, with the reasons of the parts of cards. */
  private PodReading reading() {
    PodView read = named.row().map(row -> ofCards.nodeName(row.name())).orElse(ofCards);
    PodReading reading = provider.read(read, catalog, options);
    for (Rejection why : parts.map(each -> each.refusals(written)).orElse(List.of())) {
      reading = reading.refusing(why);
    }
    return named.note().map(reading::with).orElse(reading);
  }

  /** Returns whether cordoned nodes take the pod: it names one, or tolerates that. */
  private boolean toleratesCordon() {
    return named
        .row()
        .map(GpuSpec::isCordoned)
        .orElseGet(
            () ->
                catalog.tainted().stream().anyMatch(GpuSpec::isCordoned)
                    && admitted.nodeName("").tolerates(Taint.UNSCHEDULABLE));
  }

  /** Returns a request for parts of cards in place of cards, and for the other resources. */
  private GpuRequest whole(GpuRequest ofCardsOnly) {
    GpuRequest whole =
        parts
            .map(each -> ofCardsOnly.devices(each.asked(written, ofCardsOnly.devices())))
            .orElse(ofCardsOnly);
    for (Map.Entry<String, Long> more : devices.resources().entrySet()) {
      whole = whole.resource(more.getKey(), more.getValue());
    }
    return whole;
  }

  /**
   * Returns the match for the first preferred reading that has a shape, otherwise for the reading
   * itself.
   */
  private Optional<Match> preferred(PodReading reading, UnaryOperator<GpuRequest> wishes) {
    Optional<Match> match = matchOne(reading, wishes);
    return reading.preferred().stream()
        .flatMap(each -> matchOne(each, wishes).flatMap(Match::found).stream())
        .findFirst()
        .<Match>map(first -> match.flatMap(Match::found).map(first::among).orElse(first))
        .or(() -> match);
  }

  private Optional<Match> matchOne(PodReading reading, UnaryOperator<GpuRequest> wishes) {
    try {
      return reading
          .request()
          .map(
              request ->
                  target.match(
                      wishes.apply(request),
                      catalog,
                      new Match.Reading(
                          ImmutableList.copyOf(reading.notes(other -> shape(wishes.apply(other)))),
                          reading.asWritten().map(wishes),
                          reading.leftOut()),
                      reading.rejected()));
    } catch (UnknownNameException e) {
      throw reading
          .deviceField()
          .<GpuSpecException>map(field -> new PodFieldException(field, e))
          .orElse(e);
    }
  }

  /** Returns the shape for another request; empty if the request is invalid. */
  private Optional<Shape> shape(GpuRequest other) {
    try {
      return target.match(other, catalog).found().map(Match.Found::shape);
    } catch (InvalidValueException | UnknownNameException e) {
      return Optional.empty();
    }
  }

  /** Adds a note for each taint of the node found that only an added toleration tolerates. */
  private Match notingTolerations(Match match) {
    if (admitted == written || !(match instanceof Match.Found found)) {
      return match;
    }
    List<Note> notes =
        ResourceTolerations.tolerated(target.taints(found.shape().spec()), written, admitted)
            .stream()
            .map(this::whyTolerated)
            .toList();
    return notes.isEmpty() ? match : found.withNotes(notes);
  }

  private Note whyTolerated(Taint taint) {
    return Note.of(
        "toleration.added",
        "the manifest does not tolerate the taint %s; the API server of %s adds the toleration, because the pod requests %s"
            .formatted(
                taint,
                provider.resourceTolerations().isPresent() ? target.id() : "EKS",
                taint.key()),
        tolerating.orElseThrow());
  }
}
