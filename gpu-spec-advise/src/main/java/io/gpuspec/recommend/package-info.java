/** Recommendations of GPUs for a model and a use. */
@NullMarked
package io.gpuspec.recommend;

import org.jspecify.annotations.NullMarked;
