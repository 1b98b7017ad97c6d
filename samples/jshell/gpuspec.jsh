// What ./gpuspec shell begins with.
import io.fabric8.kubernetes.api.model.*
import io.gpuspec.*
import io.gpuspec.cluster.*
import io.gpuspec.cuda.*
import io.gpuspec.json.*
import io.gpuspec.manifest.*
import io.gpuspec.manifest.error.*
import io.gpuspec.manifest.gang.*
import io.gpuspec.manifest.intent.*
import io.gpuspec.manifest.migrate.*
import io.gpuspec.manifest.platform.*
import io.gpuspec.manifest.read.*
import io.gpuspec.mig.*
import io.gpuspec.recommend.*
import io.gpuspec.scheduling.*
import io.gpuspec.share.*
import io.gpuspec.spi.AddOn
import io.gpuspec.spi.SharedNode
import io.gpuspec.value.*
import java.nio.file.Path
import java.util.*
import java.util.stream.*

var gpus = Gpus.load()

// JShell shows the first 1000 characters of a value; this shows all of it.
void show(Object value) {
  System.out.println(value instanceof Listing<?> list ? list.all() : value);
}
