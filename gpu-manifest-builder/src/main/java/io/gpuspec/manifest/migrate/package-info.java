/** Manifests of one target rewritten for another, with what is lost. */
@NullMarked
package io.gpuspec.manifest.migrate;

import org.jspecify.annotations.NullMarked;
