package seckill.standalone.lab;

import java.util.ArrayList;
import java.util.List;
import seckill.config.SecretMask;
import seckill.embedded.EmbeddedRedis;
import seckill.embedded.EmbeddedStoreException;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.version.LabKeys;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Teardown;

/** The Redis that the lab runs on: a throw-away one, or the user's, which is left as it was. */
final class LabStore {
  private LabStore() {}

  /**
   * Starts a Redis that writes nothing.
   *
   * @throws SaleException if it does not start
   */
  static LabRedis throwAway(Teardown teardown) {
    DataDirectory directory = teardown.add(DataDirectory.throwAway(false));
    try {
      EmbeddedRedis server = EmbeddedRedis.inMemory(directory.path().resolve("redis"));
      server.stopByCaller();
      teardown.add(server);
      return teardown.add(new LabRedis(server.url()));
    } catch (EmbeddedStoreException e) {
      throw new SaleException(e.getMessage(), e);
    }
  }

  /**
   * Connects to a Redis that is there; the lab's keys are removed from it at the end.
   *
   * @throws SaleException if it cannot be reached, or has one of the lab's keys already
   */
  static LabRedis at(String url, Teardown teardown) {
    LabRedis redis = teardown.add(new LabRedis(url));
    List<String> found = new ArrayList<>();
    for (String key : LabKeys.all()) {
      String what = "looking for " + key;
      if (redis.await(what, () -> redis.keeper().send("EXISTS", key)).toInteger() > 0) {
        found.add(key);
      }
    }
    if (!found.isEmpty()) {
      throw new SaleException(
          SecretMask.maskUrl(url)
              + " has keys of a lab, which runs or was killed; remove them or name another"
              + " database: "
              + String.join(" ", found));
    }
    teardown.add(() -> redis.await("tidying up", () -> redis.keeper().send("DEL", LabKeys.all())));
    return redis;
  }
}
