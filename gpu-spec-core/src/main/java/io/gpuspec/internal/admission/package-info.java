/**
 * What API servers add to pods and which taints keep these off nodes, for the core and the builder.
 */
@NullMarked
package io.gpuspec.internal.admission;

import org.jspecify.annotations.NullMarked;
