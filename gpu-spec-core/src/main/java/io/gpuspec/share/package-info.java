/**
 * Cards that several pods share: what is on each, what still fits, and where pods go by binpack or
 * spread; cards that NVIDIA's device plugin advertises several times; what a node with such cards
 * shows; and the cost of a part of a card.
 */
@NullMarked
package io.gpuspec.share;

import org.jspecify.annotations.NullMarked;
