/** Helpers of the core that are no API. */
@NullMarked
package io.gpuspec.internal;

import org.jspecify.annotations.NullMarked;
