import io.gpuspec.gradle.GenerateGpuManifests

plugins {
    base
    id("io.gpuspec") version "0.1.0"
}

gpuspec {
    provider = "tke"
    manifests.from("k8s/notebook.yaml")
    workloads {
        register("train") {
            kind = "Job"
            image = "registry.example/train:v1"
            gpus = listOf("V100", "T4")
            gpuCount = 1
            cpu = "6"
            memory = "32Gi"
            command = listOf("python3", "train.py")
        }
    }
}

// The same once more, for another cloud.
tasks.register<GenerateGpuManifests>("generateForEks") {
    provider = "eks"
}
