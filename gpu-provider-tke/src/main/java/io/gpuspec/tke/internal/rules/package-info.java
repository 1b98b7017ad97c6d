/** What TKE's documents say, which options and providers alike go by. */
@NullMarked
package io.gpuspec.tke.internal.rules;

import org.jspecify.annotations.NullMarked;
