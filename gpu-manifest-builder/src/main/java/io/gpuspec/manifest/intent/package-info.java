/** Files of intents: workloads, gangs and platform objects, written as data. */
@NullMarked
package io.gpuspec.manifest.intent;

import org.jspecify.annotations.NullMarked;
