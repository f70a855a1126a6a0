package seckill.runtime;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which server a connection has reached, as the server says itself.
 *
 * @param runId drawn anew at every start of the server
 * @param replicationId drawn anew whenever its data take another course: at a start, at a promotion
 * @param role {@code master} or {@code slave}
 */
public record RedisServer(String runId, String replicationId, String role) {
  private static final String MASTER = "master";

  /** Reads the answer to INFO; what it does not tell is empty. */
  static RedisServer read(String info) {
    Map<String, String> fields =
        info.lines()
            .map(line -> line.split(":", 2))
            .filter(field -> field.length == 2)
            .collect(Collectors.toMap(field -> field[0], field -> field[1], (one, two) -> one));
    Function<String, String> get = name -> fields.getOrDefault(name, "").trim();
    return new RedisServer(get.apply("run_id"), get.apply("master_replid"), get.apply("role"));
  }

  /** Whether the server takes writes of its own, and is nobody's copy. */
  boolean isMaster() {
    return role.equals(MASTER);
  }
}
