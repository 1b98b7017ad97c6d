package io.gpuspec.contract;

import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Some clauses of the contract, which JUnit runs on one object: what they are about is kept. */
@TestInstance(Lifecycle.PER_CLASS)
interface Clauses {

  /** Returns what they are about. */
  Subject subject();
}
