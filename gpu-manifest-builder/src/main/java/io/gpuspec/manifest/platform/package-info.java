/** Objects that a GPU platform needs in addition to its workloads. */
@NullMarked
package io.gpuspec.manifest.platform;

import org.jspecify.annotations.NullMarked;
