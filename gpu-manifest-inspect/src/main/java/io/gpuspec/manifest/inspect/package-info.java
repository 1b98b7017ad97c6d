/** The inspector of manifests. */
@NullMarked
package io.gpuspec.manifest.inspect;

import org.jspecify.annotations.NullMarked;
