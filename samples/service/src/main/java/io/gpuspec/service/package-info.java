/** A small service over HTTP: the shapes of the command line's JSON, asked by other programs. */
@NullMarked
package io.gpuspec.service;

import org.jspecify.annotations.NullMarked;
