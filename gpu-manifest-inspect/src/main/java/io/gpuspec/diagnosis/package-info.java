/**
 * What messages of schedulers, kubelets, device plugins, drivers and autoscalers come from.
 *
 * <pre>{@code
 * Diagnosis.of("0/3 nodes are available: 3 Insufficient nvidia.com/gpu.").causes();
 *     // gpu-insufficient: ...
 * }</pre>
 */
@NullMarked
package io.gpuspec.diagnosis;

import org.jspecify.annotations.NullMarked;
