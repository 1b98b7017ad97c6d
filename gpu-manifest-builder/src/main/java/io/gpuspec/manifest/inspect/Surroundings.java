package io.gpuspec.manifest.inspect;

import java.util.ArrayList;
import java.util.List;

/** The objects of an input that decide something about each other. */
final class Surroundings {
  private final List<Inspected> objects = new ArrayList<>();

  void add(Inspected object) {
    objects.add(object);
  }

  /** Returns the objects of a type, such as {@code karpenter.sh/NodePool}. */
  List<Inspected> of(String type) {
    return objects.stream().filter(each -> each.type().equals(type)).toList();
  }

  /** Returns the objects of a type in the same file as another: parts of one cluster. */
  List<Inspected> of(String type, Inspected beside) {
    return of(type).stream()
        .filter(each -> each.place().source().equals(beside.place().source()))
        .toList();
  }

  /** Returns the objects with pods in the same file as another. */
  List<Inspected> workloads(Inspected beside) {
    return objects.stream()
        .filter(each -> !each.pods().isEmpty())
        .filter(each -> each.place().source().equals(beside.place().source()))
        .toList();
  }

  /** Returns the objects with pods that ask for GPUs. */
  List<Inspected> gpuWorkloads() {
    return objects.stream().filter(each -> !each.gpuPods().isEmpty()).toList();
  }
}
