/** A small service over HTTP: the command line's JSON for other programs. */
@NullMarked
package io.gpuspec.service;

import org.jspecify.annotations.NullMarked;
