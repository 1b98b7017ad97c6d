/** Fleets: which nodes for many pods, how many, and how far from the least possible. */
@NullMarked
package io.gpuspec.fleet;

import org.jspecify.annotations.NullMarked;
