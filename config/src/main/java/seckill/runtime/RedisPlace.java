package seckill.runtime;

import seckill.config.StoreUrl;

/**
 * Where a connection leads.
 *
 * @param choice by which it was chosen
 * @param url of the server
 */
record RedisPlace(StoreChoice choice, StoreUrl url) {

  @Override
  public String toString() {
    return choice.active() + " at " + url;
  }
}
