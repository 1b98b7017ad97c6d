/**
 * Dynamic Resource Allocation: the devices that a node publishes for claims, as far as a catalog
 * knows them.
 */
@NullMarked
package io.gpuspec.claim;

import org.jspecify.annotations.NullMarked;
