/** The options of Tencent Kubernetes Engine. */
@NullMarked
package io.gpuspec.tke;

import org.jspecify.annotations.NullMarked;
