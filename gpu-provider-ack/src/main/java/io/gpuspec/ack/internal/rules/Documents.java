package io.gpuspec.ack.internal.rules;

import io.gpuspec.spi.OptionFile;
import io.gpuspec.value.Citation;

/**
 * The documents that the rules of ACK and Elastic Container Instance come from, and the options:
 * {@code options.json}.
 */
public final class Documents {
  public static final String PAGE = "docs/catalogs/ack.md";

  /** The name of the scheduler on ACK's pages; it is the default scheduler of a cluster of ACK. */
  public static final String SCHEDULER = "ACK's scheduler";

  public static final OptionFile OPTIONS =
      OptionFile.read("ack/options.json", Documents.class.getResourceAsStream("options.json"));

  public static final Citation GPU_LABELS = OPTIONS.citation("gpu-labels");
  public static final Citation MODE_CHANGE = OPTIONS.citation("mode-change");
  public static final Citation DRIVER = OPTIONS.citation("driver");
  public static final Citation GANG = OPTIONS.citation("gang");
  public static final Citation SHARES = OPTIONS.citation("shares");
  public static final Citation COMPUTE_SHARES = OPTIONS.citation("compute-shares");
  public static final Citation SEVERAL_CARDS = OPTIONS.citation("several-cards");
  public static final Citation CARD_MEMORY = OPTIONS.citation("card-memory");
  public static final Citation RESERVATION = OPTIONS.citation("reservation");
  public static final Citation SPOT_LABEL = OPTIONS.citation("spot-label");
  public static final Citation GPU_TEXT = OPTIONS.citation("gpu-text");
  public static final Citation ECI_GPU = OPTIONS.citation("eci-gpu");
  public static final Citation ECI_SPECS = OPTIONS.citation("eci-specs");
  public static final Citation ECI_ANNOTATIONS = OPTIONS.citation("eci-annotations");
  public static final Citation ECI_FAULTS = OPTIONS.citation("eci-faults");
  public static final Citation ECI_ZONES = OPTIONS.citation("eci-zones");
  public static final Citation ECI_STORAGE = OPTIONS.citation("eci-storage");
  public static final Citation ECI_SECURITY_GROUP = OPTIONS.citation("eci-security-group");
  public static final Citation ECI_OVERHEAD = OPTIONS.citation("eci-overhead");

  private Documents() {}
}
