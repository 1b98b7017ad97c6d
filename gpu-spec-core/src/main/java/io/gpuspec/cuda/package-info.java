/** Which CUDA images run on which GPUs and drivers. */
@NullMarked
package io.gpuspec.cuda;

import org.jspecify.annotations.NullMarked;
