/** What a GPU cluster needs once, beside what runs there, such as NVIDIA's device plugin. */
@NullMarked
package io.gpuspec.manifest.platform;

import org.jspecify.annotations.NullMarked;
