package io.gpuspec.architecture;

import com.google.common.collect.BiMap;
import com.google.common.collect.ForwardingObject;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Multimap;
import com.google.common.collect.Range;
import com.google.common.collect.Table;
import com.google.common.util.concurrent.UncheckedTimeoutException;
import java.util.List;

/** Guava wherever a signature can show it; what {@link SignatureTest} must see. */
public abstract class Leaky<T extends BiMap<?, ?>> extends ForwardingObject {
  protected final Range<String>[] ranges;

  protected Leaky(Range<String>[] ranges, Multimap<?, ?> it) {
    this.ranges = ranges;
  }

  public abstract ImmutableList<T> of(List<? extends Table<?, ?, ?>> it)
      throws UncheckedTimeoutException;
}
