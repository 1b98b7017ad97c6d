/** The target for nodes of your own. */
@NullMarked
package io.gpuspec.internal.own;

import org.jspecify.annotations.NullMarked;
