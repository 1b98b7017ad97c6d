package io.gpuspec.share.choice;

import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.List;

/** The text form of a choice. */
final class ChoiceText {
  private static final int CARDS = 8;

  private final StringBuilder out = new StringBuilder();

  private ChoiceText() {}

  static Text of(SharingChoice choice) {
    ChoiceText text = new ChoiceText();
    text.line(
        choice.isEmpty() ? "nothing serves %s on %s" : "for %s on %s, best first",
        choice.needs(),
        choice.place());
    int number = 0;
    for (SharingFit fit : choice.fits()) {
      number++;
      text.fit(number, fit);
    }
    choice.notes().forEach(note -> text.line("note: %s", note.message()));
    for (Rejection rejection : choice.rejected()) {
      text.line("not %s", rejection.name());
      rejection.reasons().forEach(reason -> text.line("   %s", reason.text()));
    }
    return Text.of(text.out.toString().stripTrailing());
  }

  private void fit(int number, SharingFit fit) {
    line("%s. %s on %s", number, fit, cards(fit.gpus()));
    fit.reasons().forEach(reason -> labelled("why", reason));
    fit.gaps().forEach(gap -> labelled("but", gap));
    Strategy.all().stream()
        .filter(line -> line.techniques().get(0) == fit.technique())
        .flatMap(line -> line.utilisation().stream())
        .forEach(
            said ->
                line(
                    "   figure of a document, which decides nothing: %s of the card in use", said));
  }

  private void labelled(String label, Note note) {
    line(
        "   %s %s%s",
        label,
        note.message(),
        note.citation().map(source -> " [" + source.title() + "]").orElse(""));
  }

  private static String cards(List<String> names) {
    int more = names.size() - CARDS;
    return String.join(", ", names.subList(0, Math.min(CARDS, names.size())))
        + (more > 0 ? " and %s more".formatted(more) : "");
  }

  private void line(String form, Object... values) {
    out.append(form.formatted(values)).append('\n');
  }
}
