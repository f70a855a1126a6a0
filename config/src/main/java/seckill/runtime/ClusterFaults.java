package seckill.runtime;

import java.util.stream.Stream;
import org.infinispan.remoting.transport.jgroups.SuspectException;
import org.infinispan.util.concurrent.TimeoutException;

/** Tells faults of the cluster from others. */
final class ClusterFaults {
  // Against a failure that is its own cause by a detour.
  private static final int MAX_DEPTH = 20;

  private ClusterFaults() {}

  /** Whether a failure comes from a member that did not answer in time, or left meanwhile. */
  static boolean isSilence(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(MAX_DEPTH)
        .anyMatch(cause -> cause instanceof TimeoutException || cause instanceof SuspectException);
  }
}
