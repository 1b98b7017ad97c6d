/**
 * MIG, based on placements: the profiles of a GPU, the placements of their instances, what fits
 * together, and how to get from one layout to another.
 */
@NullMarked
package io.gpuspec.mig;

import org.jspecify.annotations.NullMarked;
