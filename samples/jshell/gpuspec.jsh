// What ./gpuspec shell begins with.
import io.fabric8.kubernetes.api.model.ContainerBuilder
import io.fabric8.kubernetes.api.model.HasMetadata
import io.fabric8.kubernetes.api.model.PodSpecBuilder
import io.fabric8.kubernetes.api.model.Quantity
import io.fabric8.kubernetes.api.model.VolumeBuilder
import io.gpuspec.*
import io.gpuspec.ack.*
import io.gpuspec.cluster.*
import io.gpuspec.advice.*
import io.gpuspec.cuda.*
import io.gpuspec.diagnosis.*
import io.gpuspec.eks.*
import io.gpuspec.fleet.*
import io.gpuspec.json.*
import io.gpuspec.kube.*
import io.gpuspec.manifest.*
import io.gpuspec.manifest.claim.*
import io.gpuspec.manifest.error.*
import io.gpuspec.manifest.gang.*
import io.gpuspec.manifest.inspect.*
import io.gpuspec.manifest.intent.*
import io.gpuspec.manifest.migrate.*
import io.gpuspec.manifest.platform.*
import io.gpuspec.manifest.read.*
import io.gpuspec.mig.*
import io.gpuspec.recommend.*
import io.gpuspec.rule.*
import io.gpuspec.scheduling.*
import io.gpuspec.select.*
import io.gpuspec.share.*
import io.gpuspec.share.choice.*
import io.gpuspec.share.dialect.*
import io.gpuspec.spi.*
import io.gpuspec.tke.*
import io.gpuspec.value.*
import java.math.BigDecimal
import java.nio.file.*
import java.time.*
import java.util.*
import java.util.stream.*

var gpus = Gpus.load()

// JShell shows the first 1000 characters of a value; this shows all of it.
void show(Object value) {
  System.out.println(value instanceof Listing<?> list ? list.all() : value);
}

// JShell shows the JDK's documentation alone; this prints that of a type, or of its methods of a name.
void doc(Class<?> type, String... method) throws java.io.IOException {
  String file = "src/main/java/" + type.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java";
  Path source;
  try (Stream<Path> modules = Files.list(Path.of(System.getProperty("gpuspec.sources", ".")))) {
    source = modules.map(module -> module.resolve(file)).filter(Files::exists).findFirst().orElse(null);
  }
  if (source == null) {
    System.out.println(type.getName() + ": no source of the library is here; ./gpuspec shell has all of them");
    return;
  }
  String wanted = method.length == 0 ? "(class|record|interface|enum) " + type.getSimpleName() + "\\b" : "\\b" + method[0] + "\\(";
  var found = java.util.regex.Pattern.compile("(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*((?:@\\w+\\s+)*)([^;{]*)").matcher(Files.readString(source));
  boolean isDocumented = false;
  while (found.find()) {
    if (java.util.regex.Pattern.compile(wanted).matcher(found.group(3)).find()) {
      isDocumented = true;
      System.out.println(found.group(3).strip().replaceAll("\\s+", " "));
      System.out.println(
          found.group(1)
              .replaceAll("(?m)^\\s*\\* ?", "")
              .replaceAll("(?s)<pre>\\{@code\n(.*?)\n\\}</pre>", "$1")
              .replaceAll("(?s)\\{@\\w+\\s+([^}]*)\\}", "$1")
              .replaceAll("</?p>", "")
              .strip()
              .indent(4)
              .replaceAll("(?m)^ +$", ""));
    }
  }
  if (!isDocumented) {
    System.out.println(type.getName() + ": nothing of it is documented" + (method.length == 0 ? "" : " by the name " + method[0]));
  }
}
