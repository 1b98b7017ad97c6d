/** Tables of fields, from which files are read, written and described. */
@NullMarked
package io.gpuspec.manifest.internal.fields;

import org.jspecify.annotations.NullMarked;
