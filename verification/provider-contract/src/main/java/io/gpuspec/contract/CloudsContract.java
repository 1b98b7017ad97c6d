package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.spi.CloudFacts;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The clauses on what clouds alone have. */
interface CloudsContract extends Clauses {

  /** What a cloud's own target may be called. */
  String CLOUD = "[a-z][a-z0-9-]*";

  /** Labels that nodes of every cloud have. */
  List<String> OF_EVERY_CLOUD =
      List.of(
          "kubernetes.io/hostname",
          "node.kubernetes.io/instance-type",
          "topology.kubernetes.io/zone",
          "node-role.kubernetes.io/control-plane",
          "feature.node.kubernetes.io/pci-10de.present",
          "nvidia.com/gpu.product",
          "team");

  private List<CloudFacts> clouds() {
    return subject().provider().cloudFacts();
  }

  @Test
  @DisplayName("[clouds-1] a cloud has an id of its own, a name and a source")
  default void cloudsAreNamed() {
    assertThat(clouds()).extracting(CloudFacts::id).doesNotHaveDuplicates();
    Cases.all(
        clouds(),
        cloud -> {
          assertThat(cloud.id()).as("id").matches(CLOUD);
          assertThat(cloud.name()).as("name").isNotBlank();
          assertThat(cloud.citations()).as("sources").isNotEmpty();
          cloud.citations().forEach(Citations::assertComplete);
        });
  }

  @Test
  @DisplayName("[clouds-2] what nodes of every cloud have is no cloud's own")
  default void whatEveryCloudHasIsNobodys() {
    Cases.all(
        clouds(),
        cloud -> {
          assertThat(OF_EVERY_CLOUD).as("labels").noneMatch(cloud::hasLabel);
          assertThat(cloud.hasStorageClass("standard")).as("storage class 'standard'").isFalse();
          assertThat(cloud.hasDriver("nfs.csi.k8s.io")).as("driver of NFS").isFalse();
          assertThat(cloud.hasImage("nvcr.io/nvidia/cuda:13.0.0")).as("public image").isFalse();
          assertThat(cloud.hasVolume("nfs")).as("volume of NFS").isFalse();
        });
  }
}
