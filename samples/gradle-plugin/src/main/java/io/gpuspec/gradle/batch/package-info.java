/** What the plugin's tasks do, without Gradle: intents and manifests of a build, all at once. */
@NullMarked
package io.gpuspec.gradle.batch;

import org.jspecify.annotations.NullMarked;
