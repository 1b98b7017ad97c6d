/** What the vendor's documents say, which options and providers alike go by. */
@NullMarked
package io.gpuspec.ack.internal.rules;

import org.jspecify.annotations.NullMarked;
