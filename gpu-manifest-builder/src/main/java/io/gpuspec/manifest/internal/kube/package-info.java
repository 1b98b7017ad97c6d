/** What the API server takes: types, values and rules, for whoever writes or reads objects. */
@NullMarked
package io.gpuspec.manifest.internal.kube;

import org.jspecify.annotations.NullMarked;
