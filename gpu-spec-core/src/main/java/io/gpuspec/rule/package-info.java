/** Rules by which manifests are inspected. */
@NullMarked
package io.gpuspec.rule;

import org.jspecify.annotations.NullMarked;
