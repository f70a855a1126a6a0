package seckill.runtime;

import seckill.config.SecretMask;

/**
 * Where a connection leads.
 *
 * @param choice by which it was chosen
 * @param url of the server
 */
record RedisPlace(StoreChoice choice, String url) {

  @Override
  public String toString() {
    return choice.active() + " at " + SecretMask.maskUrl(url);
  }
}
