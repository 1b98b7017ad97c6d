package io.gpuspec.manifest.internal.found;

import io.gpuspec.manifest.internal.tree.YamlPlace;

/**
 * A text in an object that requests a GPU for other objects.
 *
 * @param what what is there
 * @param toSave how to get a file from it
 */
public record InnerText(YamlPlace place, String what, String toSave) {}
