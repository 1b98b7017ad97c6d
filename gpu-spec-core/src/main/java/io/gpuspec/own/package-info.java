/** The target for nodes of your own. */
@NullMarked
package io.gpuspec.own;

import org.jspecify.annotations.NullMarked;
