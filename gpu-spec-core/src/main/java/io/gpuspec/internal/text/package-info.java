/** Text alone: quoting it, and names that are spelled alike. */
@NullMarked
package io.gpuspec.internal.text;

import org.jspecify.annotations.NullMarked;
