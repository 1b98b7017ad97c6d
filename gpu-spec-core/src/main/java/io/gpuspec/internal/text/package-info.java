/** Text utilities: quoting, and names with similar spelling. */
@NullMarked
package io.gpuspec.internal.text;

import org.jspecify.annotations.NullMarked;
