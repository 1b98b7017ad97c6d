/**
 * The work of the plugin's tasks, without Gradle: intents and manifests of a build, all at once.
 */
@NullMarked
package io.gpuspec.gradle.batch;

import org.jspecify.annotations.NullMarked;
