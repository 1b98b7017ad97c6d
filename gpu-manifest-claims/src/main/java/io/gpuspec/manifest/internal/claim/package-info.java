/** Claims of Dynamic Resource Allocation as they are read, and the devices that they are given. */
@NullMarked
package io.gpuspec.manifest.internal.claim;

import org.jspecify.annotations.NullMarked;
