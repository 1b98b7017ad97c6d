package io.gpuspec;

import io.gpuspec.internal.Pages;

/** A shape was insisted on and none serves; the message holds every candidate's reasons. */
public final class NoMatchException extends GpuSpecException {
  private static final long serialVersionUID = 1L;

  NoMatchException(Match none) {
    super(none.explain() + "\n  see       " + Pages.MATCHING);
  }
}
