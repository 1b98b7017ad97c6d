package io.gpuspec.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code gpuspec nodes backup}. */
@Command(
    name = "backup",
    description = "Writes a backup of a cluster: device plugins, quotas, labels and taints.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "The first of these commands reads everything that is in the backup.",
      "",
      "Examples:",
      "  kubectl get nodes,namespaces,resourcequotas,limitranges,daemonsets,\\",
      "configmaps,serviceaccounts,roles,rolebindings,clusterroles,\\",
      "clusterrolebindings,runtimeclasses,priorityclasses -A -o json > cluster.json",
      "  gpuspec nodes backup -f cluster.json > backup.yaml",
      "  gpuspec nodes backup -f cluster.json -o json"
    })
final class NodesBackupCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private final BackupFile file = new BackupFile();

  @Mixin private final OutputOption output = new OutputOption();

  NodesBackupCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    ClusterBackup backup = file.read();
    if (output.isJson()) {
      console.json(backup.json());
    } else {
      console.answer(backup.yaml());
    }
    console.message(backup);
    backup.notes().forEach(console::message);
    return Main.YES;
  }
}
