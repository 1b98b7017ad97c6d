package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import java.util.Optional;

/** The labels that nodes of one kind carry, as far as instance type and capacity type decide. */
interface NodeLabels {

  /** Whether nodes have the label or not is known. */
  boolean isKnown(String key);

  /** The value on a node of this type, bought in this way; empty where it has no such label. */
  Optional<String> value(String key, GpuSpec row, CapacityType capacityType);

  /** Who writes them, and what others may be written by, in a sentence about a label. */
  String writers();

  /** How nodes come to be, in a sentence about what they offer. */
  String nodes();
}
