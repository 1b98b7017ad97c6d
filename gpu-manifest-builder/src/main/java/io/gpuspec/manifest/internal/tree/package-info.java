/** YAML and JSON as trees whose values know their place in the source. */
@NullMarked
package io.gpuspec.manifest.internal.tree;

import org.jspecify.annotations.NullMarked;
