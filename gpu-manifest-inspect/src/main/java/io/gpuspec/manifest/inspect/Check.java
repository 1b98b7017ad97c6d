package io.gpuspec.manifest.inspect;

/** The code of a rule that conditions cannot express. */
@FunctionalInterface
interface Check {

  /** Reports what breaks the rule in an object. */
  void look(Inspected object, Report report);
}
