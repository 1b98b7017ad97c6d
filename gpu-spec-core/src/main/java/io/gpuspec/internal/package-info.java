/** Internal helpers of the core. */
@NullMarked
package io.gpuspec.internal;

import org.jspecify.annotations.NullMarked;
