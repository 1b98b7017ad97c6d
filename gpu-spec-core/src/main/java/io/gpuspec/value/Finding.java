package io.gpuspec.value;

import io.gpuspec.internal.text.MessageText;
import java.util.Optional;

/**
 * Something that is wrong, rejected or lost, with its fix.
 *
 * <pre>{@code
 * Match none = gpus.in("tke").match(GpuRequest.of("T4").cpu(64).exactGpus());
 * Finding cpu = none.rejected().get(0).reasons().get(0);
 *     // cpu: 64 requested, has 32, short 32; request at most 32 cores
 * cpu.id();         // unmet
 * cpu.subject();    // cpu
 * cpu.fix();        // Optional[request at most 32 cores]
 * }</pre>
 *
 * <p>It is the form of everything of this kind: why a row does not serve a request, why a node does
 * not take a pod, what a migration loses.
 *
 * @param id a stable name for the kind of finding, such as {@code node.taint}
 * @param subject the resource, key or field that it is about; empty if there is not just one
 * @param message what is wrong
 * @param fix the fix; empty if nothing helps, or if it depends
 */
public record Finding(String id, String subject, String message, Optional<String> fix) {

  /** The id of a requirement that a candidate does not meet. */
  private static final String UNMET = "unmet";

  /** Refuses null; very long texts are shortened, and what is not seen is an escape. */
  public Finding {
    InvalidValueException.requireNonNull("id", id, "a name, such as node.taint");
    InvalidValueException.requireNonNull("subject", subject, "a text, empty for none");
    InvalidValueException.requireNonNull("message", message, "a text");
    InvalidValueException.requireNonNull("fix", fix, "an Optional, empty for none");
    subject = MessageText.of(subject);
    message = MessageText.of(message);
    fix = fix.map(MessageText::of);
  }

  /** Returns a finding without a fix. */
  public static Finding of(String id, String subject, String message) {
    return new Finding(id, subject, message, Optional.empty());
  }

  /**
   * Returns a requirement that a candidate does not meet.
   *
   * @param subject the resource or property, such as {@code cpu}
   */
  public static Finding unmet(String subject, String message) {
    return unmet(subject, message, Optional.empty());
  }

  /**
   * Returns a requirement that a candidate does not meet, with what to request instead, if known.
   */
  public static Finding unmet(String subject, String message, Optional<String> fix) {
    return new Finding(UNMET, subject, message, fix);
  }

  /** Returns the same finding with a fix. */
  public Finding withFix(String what) {
    return new Finding(
        id,
        subject,
        message,
        Optional.of(InvalidValueException.requireNonNull("fix", what, "a text")));
  }

  /** Returns the subject and the message, such as {@code cpu: 64 requested, has 32, short 32}. */
  public String text() {
    return (subject.isEmpty() ? "" : subject + ": ") + message;
  }

  /** Returns the subject (unless the message names it), the message and the fix. */
  @Override
  public String toString() {
    return (message.contains(subject) ? message : text()) + fix.map(what -> "; " + what).orElse("");
  }
}
