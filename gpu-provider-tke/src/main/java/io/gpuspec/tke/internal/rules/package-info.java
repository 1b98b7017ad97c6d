/** The contents of TKE's documents, which both options and providers use. */
@NullMarked
package io.gpuspec.tke.internal.rules;

import org.jspecify.annotations.NullMarked;
