/** Which rows of a catalog a pod selects by labels. */
@NullMarked
package io.gpuspec.select;

import org.jspecify.annotations.NullMarked;
