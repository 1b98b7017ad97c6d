/**
 * The contract for providers of GPU shapes, as tests that a provider's own test class inherits: see
 * {@link io.gpuspec.contract.ProviderContract}.
 */
@NullMarked
package io.gpuspec.contract;

import org.jspecify.annotations.NullMarked;
