package seckill.sale;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemKeys;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueBatch;
import seckill.contract.QueueReply;
import seckill.contract.QueueVisit;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Running tills, and a waiting room of theirs. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
abstract class RoomTills {
  static final long ITEM = 1001;
  static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);

  final List<Till> tills = new ArrayList<>();
  TestRedis redis;

  @AfterEach
  void close() {
    tills.forEach(Till::close);
  }

  Till open(TestRedis redis, TestMySql mysql, Object... settings) {
    this.redis = redis;
    JsonObject room = new JsonObject().put("tickMillis", 20).put("findMillis", 50);
    for (int i = 0; i < settings.length; i += 2) {
      room.put((String) settings[i], settings[i + 1]);
    }
    Till till = Till.open(redis, mysql, new JsonObject().put("room", room));
    tills.add(till);
    return till;
  }

  void queueFor(Till till, long stock) {
    till.sell(ITEM, stock);
    ItemGate gate = new ItemGate(true, ItemGate.ChallengeMode.NEVER, null);
    till.ask(
        Addresses.ITEM_GATE,
        Till.forItem(ITEM).put("gate", gate.toJson()).put("actor", "operator"));
  }

  List<QueueAnswer> visit(Till till, String address, String... users) {
    List<QueueVisit> visits = Arrays.stream(users).map(user -> new QueueVisit(user, 0)).toList();
    return TestVertx.await(
        till.vertx
            .eventBus()
            .<Buffer>request(address, new QueueBatch(ITEM, Long.MAX_VALUE, visits).toBuffer())
            .map(reply -> QueueReply.fromBuffer(reply.body())));
  }

  static JsonObject by(String user) {
    return Till.forItem(ITEM).put("userId", user);
  }

  long size(String key) {
    return redis.number("ZCARD", key);
  }

  Set<String> members(String key) {
    Response all = redis.command("ZRANGE", key, "0", "-1");
    Set<String> members = new HashSet<>();
    StreamSupport.stream(all.spliterator(), false).forEach(user -> members.add(user.toString()));
    return members;
  }

  static String[] users(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "u" + i).toArray(String[]::new);
  }

  long time() {
    Response time = redis.command("TIME");
    return time.get(0).toLong() * 1000 + time.get(1).toLong() / 1000;
  }
}
