pluginManagement {
    repositories {
        mavenLocal() // holds the plugin after `mvn -q -B -DskipTests install` in the checkout
        mavenCentral()
    }
    resolutionStrategy {
        eachPlugin {
            // No plugin portal knows the plugin: its id leads to the module that Maven installed.
            if (requested.id.id == "io.gpuspec") {
                useModule("io.gpuspec:gpuspec-gradle-plugin:${requested.version}")
            }
        }
    }
}

rootProject.name = "consumer"
