// What ./gpuspec shell begins with.
import io.fabric8.kubernetes.api.model.ContainerBuilder
import io.fabric8.kubernetes.api.model.HasMetadata
import io.fabric8.kubernetes.api.model.PodSpecBuilder
import io.fabric8.kubernetes.api.model.Quantity
import io.fabric8.kubernetes.api.model.VolumeBuilder
import io.gpuspec.*
import io.gpuspec.ack.*
import io.gpuspec.cluster.*
import io.gpuspec.cuda.*
import io.gpuspec.eks.*
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
