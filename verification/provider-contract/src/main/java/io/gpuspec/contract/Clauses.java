package io.gpuspec.contract;

/** Some clauses of the contract. */
interface Clauses {

  /** Returns what they are about. */
  Subject subject();
}
