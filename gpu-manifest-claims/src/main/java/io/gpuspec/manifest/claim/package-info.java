/** Resource claims: the devices that they are given of rows and nodes. */
@NullMarked
package io.gpuspec.manifest.claim;

import org.jspecify.annotations.NullMarked;
