/**
 * MIG, by placements: which profiles a GPU has, where instances of them can stand, what fits beside
 * what, and how to get from one layout to another.
 */
@NullMarked
package io.gpuspec.mig;

import org.jspecify.annotations.NullMarked;
