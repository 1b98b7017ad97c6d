/** Objects that a GPU platform needs beside its workloads. */
@NullMarked
package io.gpuspec.manifest.platform;

import org.jspecify.annotations.NullMarked;
