package io.gpuspec.gradle;

import org.gradle.api.Action;
import org.gradle.api.NamedDomainObjectContainer;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;

/**
 * {@code gpuspec { ... }} in a build script.
 *
 * <pre>{@code
 * gpuspec {
 *   provider = "tke"
 *   intents.from("k8s/intents")
 *   manifests.from("k8s/deployment.yaml")
 *   workloads {
 *     register("llm") { kind = "Deployment"; image = "registry.example/llm:v1"; gpus = listOf("T4") }
 *   }
 * }
 * }</pre>
 */
public interface GpuSpecExtension {
  /** Returns the default target, such as {@code tke}. */
  Property<String> getProvider();

  /** The edition of the provider's catalog; the newest unless set. */
  Property<String> getEdition();

  /** Options of the provider, such as {@code spot}. */
  MapProperty<String, String> getOptions();

  /** Rows, prices and availability of your own, over a catalog; later ones win. */
  ConfigurableFileCollection getOverlays();

  /** Files of intents, and folders of them; at first those in {@code src/gpuspec}. */
  ConfigurableFileCollection getIntents();

  /**
   * Manifests that exist already, and folders of them, which are explained and inspected, and not
   * built.
   */
  ConfigurableFileCollection getManifests();

  /** The least severity of a finding that fails: {@code error} unless set. */
  Property<String> getFailOn();

  /** Which rules count, and how much; {@code .gpuspec.yaml} in the project's folder unless set. */
  RegularFileProperty getConfig();

  /** Findings that were there before and do not count. */
  RegularFileProperty getBaseline();

  /** Workloads that the script itself declares. */
  NamedDomainObjectContainer<GpuWorkloadSpec> getWorkloads();

  /** Declares workloads. */
  default void workloads(Action<? super NamedDomainObjectContainer<GpuWorkloadSpec>> declare) {
    declare.execute(getWorkloads());
  }
}
