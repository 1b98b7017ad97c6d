package io.gpuspec.tke.internal;

import java.util.regex.Pattern;

/** How things are named that annotations and image caches refer to. */
public final class Names {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";

  /** A security group, such as {@code sg-abc12345}. */
  public static final Pattern SECURITY_GROUP = Pattern.compile("sg-[a-z0-9]{1,60}");

  /** A subnet, such as {@code subnet-abc12345}. */
  public static final Pattern SUBNET = Pattern.compile("subnet-[a-z0-9]{1,60}");

  /** A public address, such as {@code eip-abc12345}. */
  public static final Pattern EIP = Pattern.compile("eip-[a-z0-9]{1,60}");

  /** A group of machines that are kept apart, such as {@code ps-abc12345}. */
  public static final Pattern PLACEMENT_GROUP = Pattern.compile("ps-[a-z0-9]{1,60}");

  /** An image cache, such as {@code imc-abc123xyz}. */
  public static final Pattern IMAGE_CACHE = Pattern.compile("imc-[A-Za-z0-9]+");

  /** A role of Cloud Access Management. */
  public static final Pattern ROLE = Pattern.compile("[A-Za-z0-9_+=,.@-]{1,128}");

  /** The maker of a CPU, or a family of machines, such as {@code SA5}. */
  public static final Pattern CPU_TYPE =
      Pattern.compile("amd|intel|[A-Z]{1,4}[0-9]{1,2}[a-z]{0,3}");

  /** A host with or without a port. */
  public static final Pattern HOST =
      Pattern.compile("(?!all$)(?=.{1,253}$)[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?(:[0-9]{1,5})?");

  /** A kernel parameter, such as {@code net.core.rmem_max}. */
  public static final Pattern SYSCTL = Pattern.compile("[a-z0-9][-a-z0-9_]*([./][-a-z0-9_]+)*");

  /** A DNS name: what most Kubernetes objects are called. */
  public static final Pattern OBJECT =
      Pattern.compile("(?=.{1,253}$)" + LABEL + "(\\." + LABEL + ")*");

  /** A Secret, after its namespace and a slash or alone. */
  public static final Pattern SECRET =
      Pattern.compile("(" + LABEL + "/)?[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

  /** A label and its value, such as {@code app:training}. */
  public static final Pattern LABEL_AND_VALUE =
      Pattern.compile("([a-z0-9.-]{1,253}/)?[A-Za-z0-9][-A-Za-z0-9_.]{0,62}:[-A-Za-z0-9_.]{0,63}");

  /** The key of a label, such as {@code example.com/card}. */
  public static final Pattern LABEL_KEY =
      Pattern.compile(
          "((?=[^/]{1,253}/)"
              + LABEL
              + "(\\."
              + LABEL
              + ")*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private Names() {}
}
