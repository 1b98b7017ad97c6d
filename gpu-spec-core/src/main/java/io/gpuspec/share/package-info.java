/**
 * Cards that several pods share: what stands on each, what still fits, and where pods go by binpack
 * or spread.
 */
@NullMarked
package io.gpuspec.share;

import org.jspecify.annotations.NullMarked;
