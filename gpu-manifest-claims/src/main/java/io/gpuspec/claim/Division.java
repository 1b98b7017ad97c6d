package io.gpuspec.claim;

/** How a card is divided. */
enum Division {
  WHOLE,
  STATIC_MIG,
  DYNAMIC_MIG
}
