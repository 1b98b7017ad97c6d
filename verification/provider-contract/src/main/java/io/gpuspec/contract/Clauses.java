package io.gpuspec.contract;

/** Some clauses of the contract. */
interface Clauses {

  /** What they are about. */
  Subject subject();
}
