package io.gpuspec.eks;

import io.gpuspec.eks.internal.rules.KarpenterRules;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The rules of Karpenter's API for the values of an EC2NodeClass: the custom resource definition of
 * Karpenter for AWS v1.14.1 (pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml), which are those
 * of v1.15.0 too.
 */
final class NodeClassRules {
  static final String DISCOVERY = "karpenter.sh/discovery";

  private static final Pattern CLUSTER = Pattern.compile("[0-9A-Za-z][0-9A-Za-z_-]{0,99}");
  private static final Pattern ROLE = Pattern.compile("[\\w+=,.@-]{1,64}");
  private static final Pattern VERSION = Pattern.compile("latest|v?[0-9][0-9A-Za-z.-]{0,14}");
  private static final int MOST_USER_DATA = 16 * 1024;

  private NodeClassRules() {}

  static String cluster(String name) {
    KarpenterRules.required("cluster", name, "the cluster's name");
    if (!CLUSTER.matcher(name).matches()) {
      throw KarpenterRules.refused(
          "cluster: '%s' is not a name of an EKS cluster; write at most 100 letters, digits, - and"
              + " _, beginning with a letter or digit",
          name);
    }
    return name;
  }

  static String iamName(String what, String name) {
    KarpenterRules.required(what, name, "its name, without arn:");
    if (!ROLE.matcher(name).matches()) {
      throw KarpenterRules.refused(
          "%s: '%s' is no IAM name; write at most 64 letters, digits and +=,.@_-, without arn: and"
              + " path",
          what, name);
    }
    return name;
  }

  static String version(String version) {
    KarpenterRules.required("ami version", version, "latest, or such as v20260710");
    if (!VERSION.matcher(version).matches()) {
      throw KarpenterRules.refused(
          "ami version: '%s' is none; write latest, or a release such as v20260710 (Bottlerocket:"
              + " v1.50.0)",
          version);
    }
    return version;
  }

  static String userData(String userData) {
    KarpenterRules.required("user data", userData, "a script");
    int length = userData.getBytes(StandardCharsets.UTF_8).length;
    if (userData.isBlank() || length > MOST_USER_DATA) {
      throw KarpenterRules.refused(
          "user data: %s bytes were given; give a script, or what else the AMI reads, of %s bytes"
              + " at most, which is what EC2 takes",
          length, MOST_USER_DATA);
    }
    return userData;
  }

  static Map<String, String> tags(String what, Map<String, String> tags) {
    Map<String, String> checked = new TreeMap<>();
    KarpenterRules.required(what, tags, "tags")
        .forEach(
            (key, value) ->
                checked.put(
                    KarpenterRules.required(what, key, "a tag's key"),
                    KarpenterRules.required(what, value, "a tag's value")));
    if (checked.isEmpty() || checked.containsKey("") || checked.containsValue("")) {
      throw KarpenterRules.refused(
          "%s: '%s' has no tag, or an empty one; give such as %s: my-cluster, and * for any value",
          what, tags, DISCOVERY);
    }
    return checked;
  }
}
