package seckill.testkit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A user of a Redis who may do what is named, and nothing else. */
public final class RedisUser {
  private static final String NAME = "service";
  private static final String PASSWORD = "s3cret";

  private final TestRedis redis;

  /**
   * Creates the user.
   *
   * @param keys pattern of all keys
   * @param commands named as in an ACL
   */
  public RedisUser(TestRedis redis, String keys, Collection<String> commands) {
    this.redis = redis;
    List<String> rules = new ArrayList<>(List.of("reset", "on", ">" + PASSWORD));
    rules.add("~" + keys);
    commands.forEach(command -> rules.add("+" + command));
    change(rules.toArray(String[]::new));
  }

  /** Changes the rights, also of connections that stand. */
  public void change(String... rules) {
    List<String> all = new ArrayList<>(List.of("SETUSER", NAME));
    all.addAll(List.of(rules));
    redis.command("ACL", all.toArray(String[]::new));
  }

  /** The URL by which to log in. */
  public String url() {
    return redis.url().replace("://", "://" + NAME + ":" + PASSWORD + "@");
  }
}
