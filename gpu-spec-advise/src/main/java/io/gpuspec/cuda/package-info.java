/** Compatibility of CUDA images with GPUs and drivers. */
@NullMarked
package io.gpuspec.cuda;

import org.jspecify.annotations.NullMarked;
