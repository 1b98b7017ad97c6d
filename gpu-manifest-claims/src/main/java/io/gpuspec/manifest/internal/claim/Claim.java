package io.gpuspec.manifest.internal.claim;

import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A claim as the scheduler sees it.
 *
 * @param name what it is called in messages
 * @param requests in the order of the file
 */
public record Claim(String name, List<Group> requests, List<Constraint> constraints) {

  /** Returns whether it requests devices that others may have, too. */
  public boolean isOfAdmin() {
    return requests.stream()
        .flatMap(group -> group.alternatives().stream())
        .anyMatch(Request::isAdmin);
  }

  /**
   * A request: one form, or alternatives: the first available one is taken.
   *
   * @param isList whether it is a list of alternatives
   */
  public record Group(String name, List<Request> alternatives, boolean isList) {}

  /**
   * One form of a request.
   *
   * @param fullName as results name it: {@code gpu}, or {@code gpu/a100} of a list
   */
  public record Request(
      YamlPlace place,
      String fullName,
      String deviceClass,
      List<Selector> selectors,
      boolean isAll,
      long count,
      boolean isAdmin,
      List<Toleration> tolerations,
      Map<String, Amount> capacity) {}

  /** A selector with its place. */
  public record Selector(YamlPlace place, Cel cel) {}

  public record Toleration(String key, String operator, String value, String effect) {
    boolean tolerates(Device.Taint taint) {
      return (effect.isEmpty() || effect.equals(taint.effect()))
          && (key.isEmpty() || key.equals(taint.key()))
          && (operator.equals("Exists") || value.equals(taint.value()));
    }
  }

  /**
   * A constraint among the devices of a claim.
   *
   * @param requests whose devices; empty for all
   * @param attribute with its domain
   * @param isDistinct whether all values differ, instead of being the same
   */
  public record Constraint(Set<String> requests, String attribute, boolean isDistinct) {
    boolean appliesTo(String group, Request request) {
      return requests.isEmpty()
          || requests.contains(group)
          || requests.contains(request.fullName());
    }
  }

  /**
   * A claim that has its devices already.
   *
   * @param nodes the nodes on which they can be used; empty for every node
   */
  public record Allocated(String name, List<InUse> devices, Optional<List<String>> nodes) {

    /** Returns whether a pod with this claim can run on a node. */
    public boolean isUsableOn(String node) {
      return nodes.isEmpty() || nodes.get().contains(node);
    }
  }

  /**
   * A device that a claim has.
   *
   * @param isShare whether other claims can have the device too
   * @param consumed what the claim uses of a capacity
   */
  public record InUse(
      String claim, Device.Id device, boolean isShare, Map<String, Amount> consumed) {}

  /** A class of devices. */
  public record DeviceClass(String name, List<Selector> selectors) {

    /** Returns whether none of NVIDIA's devices are of it, whatever their attributes are. */
    public boolean isOfOthers() {
      return selectors.stream()
          .anyMatch(selector -> selector.cel().excludesDriver(NvidiaDriver.NAME));
    }
  }
}
