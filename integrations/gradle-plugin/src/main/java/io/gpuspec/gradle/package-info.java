/** The Gradle plugin {@code io.gpuspec}: its extension and its tasks. */
@NullMarked
package io.gpuspec.gradle;

import org.jspecify.annotations.NullMarked;
