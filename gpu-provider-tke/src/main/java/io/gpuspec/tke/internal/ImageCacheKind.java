package io.gpuspec.tke.internal;

import io.gpuspec.spi.ObjectField;
import io.gpuspec.spi.ObjectKind;
import io.gpuspec.tke.ImageCache;
import io.gpuspec.tke.ImageCacheDisk;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.MemorySize;
import java.util.List;

/** The fields of an image cache in a file, with the names that TKE's object has. */
final class ImageCacheKind {
  static final ObjectKind<ImageCache> KIND =
      ObjectKind.of(
              "ImageCache",
              Documents.PAGE,
              (tke, name, spec) -> ImageCache.of(name, spec.texts("images").toArray(String[]::new)),
              cache -> List.of(cache.toObject()))
          .field(ObjectField.texts("images", "Pulled once onto the cache's disk.").required())
          .field(
              ObjectField.amount(
                  "imagesSize", "What the images take together; the disk is sized for it."),
              (cache, spec) ->
                  cache.sizeFor(MemorySize.parse(spec.text("imagesSize")), ImageCacheDisk.TIER))
          .field(
              ObjectField.whole("imageCacheSize", "The disk in GB."),
              (cache, spec) -> cache.size(spec.whole("imageCacheSize")))
          .field(
              ObjectField.whole("retentionDays", "Days until it is deleted; 0 is never."),
              (cache, spec) -> cache.retentionDays(spec.whole("retentionDays")))
          .field(
              ObjectField.text("subnetId", ""),
              (cache, spec) -> cache.subnet(spec.text("subnetId")))
          .field(
              ObjectField.texts("securityGroupIds", ""),
              (cache, spec) ->
                  cache.securityGroups(spec.texts("securityGroupIds").toArray(String[]::new)))
          .field(
              ObjectField.truth("autoCreateEip", "Pulls the images through a public address."),
              (cache, spec) -> cache.autoCreateEip(spec.truth("autoCreateEip")))
          .field(
              ObjectField.text("eipAttributes", "JSON, for a public address by an annotation."),
              (cache, spec) -> cache.eipAttributes(spec.text("eipAttributes")))
          .field(
              ObjectField.texts("imagePullSecrets", "Secrets: namespace/name, or a name."),
              (cache, spec) ->
                  cache.imagePullSecrets(spec.texts("imagePullSecrets").toArray(String[]::new)))
          .field(
              ObjectField.text("resolveConfig", "The text of a resolv.conf."),
              (cache, spec) -> cache.resolveConfig(spec.text("resolveConfig")));

  private ImageCacheKind() {}
}
