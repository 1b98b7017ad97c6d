package io.gpuspec.scheduling;

/**
 * A port of the node that a container takes.
 *
 * <p>Source: Kubernetes 1.37, {@code HostPortInfo} of kube-scheduler's framework.
 *
 * @param protocol the protocol; TCP by default
 * @param ip the address, 0.0.0.0 for all
 */
record HostPort(String protocol, String ip, int port) {
  private static final String ALL = "0.0.0.0";

  HostPort {
    protocol = protocol.isEmpty() ? "TCP" : protocol;
    ip = ip.isEmpty() ? ALL : ip;
  }

  boolean conflictsWith(HostPort other) {
    return port == other.port
        && protocol.equals(other.protocol)
        && (ip.equals(other.ip) || ip.equals(ALL) || other.ip.equals(ALL));
  }

  /** Returns text such as {@code 80/TCP}. */
  @Override
  public String toString() {
    return (ip.equals(ALL) ? "" : ip + ":") + port + "/" + protocol;
  }
}
