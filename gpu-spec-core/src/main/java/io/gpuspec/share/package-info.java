/**
 * Cards that several pods share: what stands on each, what still fits, and where pods go by binpack
 * or spread; and cards that NVIDIA's device plugin gives out several times.
 */
@NullMarked
package io.gpuspec.share;

import org.jspecify.annotations.NullMarked;
