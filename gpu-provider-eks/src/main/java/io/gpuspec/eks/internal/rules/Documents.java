package io.gpuspec.eks.internal.rules;

import io.gpuspec.spi.OptionFile;
import io.gpuspec.value.Citation;

/**
 * The documents that the rules of EKS with Karpenter and with node groups come from, and the
 * options: {@code options.json}.
 */
public final class Documents {
  public static final String PAGE = "docs/catalogs/eks.md";
  public static final String NODE_POOLS_PAGE = "docs/node-pools.md";

  public static final OptionFile OPTIONS =
      OptionFile.read("eks/options.json", Documents.class.getResourceAsStream("options.json"));

  public static final Citation INSTANCE_TYPES = OPTIONS.citation("instance-types");
  public static final Citation ALLOCATABLE = OPTIONS.citation("allocatable");
  public static final Citation NODE_POOLS = OPTIONS.citation("node-pools");
  public static final Citation NODE_CLASSES = OPTIONS.citation("node-classes");
  public static final Citation AMIS = OPTIONS.citation("amis");
  public static final Citation AL2 = OPTIONS.citation("al2");
  public static final Citation IMAGE_DISK = OPTIONS.citation("image-disk");
  public static final Citation LIMITS = OPTIONS.citation("limits");
  public static final Citation GETTING_STARTED = OPTIONS.citation("getting-started");
  public static final Citation OVERLAYS = OPTIONS.citation("overlays");
  public static final Citation NODEADM = OPTIONS.citation("nodeadm");
  public static final Citation AUTO_MODE = OPTIONS.citation("auto-mode");
  public static final Citation DRA = OPTIONS.citation("dra");
  public static final Citation LAUNCHES = OPTIONS.citation("launches");
  public static final Citation PREFERENCES = OPTIONS.citation("preferences");
  public static final Citation DEVICE_PLUGIN = OPTIONS.citation("device-plugin");
  public static final Citation NODE_GROUPS = OPTIONS.citation("node-groups");
  public static final Citation ADMISSION = OPTIONS.citation("admission");
  public static final Citation GUIDE = OPTIONS.citation("guide");

  private Documents() {}
}
