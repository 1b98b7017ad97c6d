/** What drivers of Dynamic Resource Allocation publish, for the core and the builder. */
@NullMarked
package io.gpuspec.internal.dra;

import org.jspecify.annotations.NullMarked;
