/** The words in which schedulers and device plugins let pods ask for parts of cards. */
@NullMarked
package io.gpuspec.share.dialect;

import org.jspecify.annotations.NullMarked;
