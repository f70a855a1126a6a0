package seckill.gateway.bucket;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import seckill.config.SettingsLoader;

/** What tests of the shared bucket have in common: a model of it, and gateways that use it. */
abstract class BucketCase {
  // The start of a clock of this kind is arbitrary, and may be negative or near its end.
  BucketModel bucket = new BucketModel(-TimeUnit.SECONDS.toNanos(1));

  static BucketSettings settings(Object... pairs) {
    JsonObject section = new JsonObject();
    for (int i = 0; i < pairs.length; i += 2) {
      section.put((String) pairs[i], pairs[i + 1]);
    }
    return BucketSettings.of(
        new SettingsLoader("gateway")
            .load(new JsonObject().put("bucket", section), Map.of())
            .getJsonObject("bucket"));
  }

  SharedBucket gateway(BucketSettings settings) {
    return new SharedBucket(settings, bucket, bucket::now, Promise::promise);
  }

  static Future<Long> request(SharedBucket gateway) {
    long answer = gateway.take();
    return answer == SharedBucket.ASK ? gateway.await() : Future.succeededFuture(answer);
  }

  static boolean passes(SharedBucket gateway) {
    long answer = request(gateway).result();
    return answer == SharedBucket.PASS || answer == SharedBucket.PASS_ALONE;
  }

  static int passed(SharedBucket gateway, int requests) {
    int passed = 0;
    for (int i = 0; i < requests; i++) {
      passed += passes(gateway) ? 1 : 0;
    }
    return passed;
  }
}
