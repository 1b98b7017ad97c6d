/** Answers as JSON, and requests and answers as JSON lines. */
@NullMarked
package io.gpuspec.json;

import org.jspecify.annotations.NullMarked;
