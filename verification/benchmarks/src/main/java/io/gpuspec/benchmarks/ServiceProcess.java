package io.gpuspec.benchmarks;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The sample service in a process of its own, and what it holds. */
record ServiceProcess(
    Process process, URI address, JMXConnector connector, MemoryMXBean memory, ThreadMXBean threads)
    implements AutoCloseable {

  static ServiceProcess start(Path jar) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-jar",
                jar.toString(),
                "0")
            .redirectError(Redirect.INHERIT)
            .start();
    URI address = URI.create(process.inputReader(StandardCharsets.UTF_8).readLine());
    VirtualMachine jvm = VirtualMachine.attach(String.valueOf(process.pid()));
    JMXConnector connector =
        JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
    jvm.detach();
    MBeanServerConnection beans = connector.getMBeanServerConnection();
    return new ServiceProcess(
        process,
        address,
        connector,
        ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class),
        ManagementFactory.getPlatformMXBean(beans, ThreadMXBean.class));
  }

  /** The bytes that a full collection leaves in the heap. */
  long heldBytes() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** How many threads there are, by their names without numbers; not those that answer this. */
  Map<String, Long> threadsByName() {
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null)
        .map(ThreadInfo::getThreadName)
        .filter(name -> !name.startsWith("RMI ") && !name.startsWith("JMX "))
        .collect(
            Collectors.groupingBy(
                name -> name.replaceAll("[^A-Za-z]+.*", ""), TreeMap::new, Collectors.counting()));
  }

  @Override
  public void close() throws IOException {
    try {
      connector.close();
    } finally {
      process.destroy();
      process.onExit().join();
    }
  }
}
