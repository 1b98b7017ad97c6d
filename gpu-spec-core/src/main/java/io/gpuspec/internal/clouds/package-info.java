/** Which labels only the nodes of one cloud have, for the core, the builder and the inspector. */
@NullMarked
package io.gpuspec.internal.clouds;

import org.jspecify.annotations.NullMarked;
