/**
 * Cards that several pods share: what stands on each, what still fits, and where pods go by binpack
 * or spread; cards that NVIDIA's device plugin gives out several times; what a node with such cards
 * shows; and what a part of a card costs.
 */
@NullMarked
package io.gpuspec.share;

import org.jspecify.annotations.NullMarked;
