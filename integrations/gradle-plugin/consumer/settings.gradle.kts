pluginManagement {
    repositories {
        mavenLocal() // holds the plugin after `mvn -q -B -DskipTests install` in the checkout
        mavenCentral()
    }
}

rootProject.name = "consumer"
