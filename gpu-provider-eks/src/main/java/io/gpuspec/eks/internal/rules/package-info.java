/** The contents of the vendor's documents, which both options and providers use. */
@NullMarked
package io.gpuspec.eks.internal.rules;

import org.jspecify.annotations.NullMarked;
