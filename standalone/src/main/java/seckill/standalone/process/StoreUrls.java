package seckill.standalone.process;

import seckill.contract.RedisKeys;

/** Where the two stores of a sale are. */
public interface StoreUrls {

  String redisUrl();

  String mysqlUrl();

  /** The keys in Redis. */
  default RedisKeys redisKeys() {
    return RedisKeys.DEFAULT;
  }
}
