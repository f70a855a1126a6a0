package seckill.standalone.rehearsal.gate;

import seckill.standalone.client.SaleApi;

/**
 * As what a visitor shows itself.
 *
 * @param userId the account
 * @param token of the account; {@code null} for none
 * @param forwarded what the proxies before the gateway have written down
 * @param deviceId what the app says of its device; {@code null} for nothing
 */
record Guise(String userId, String token, String forwarded, String deviceId) {
  static final String FORWARDED_FOR = "X-Forwarded-For";
  static final String DEVICE_ID = "Device-Id";

  /** A call as this visitor sends it. */
  Call dress(Call call) {
    return call.with(SaleApi.AUTHORIZATION, token == null ? null : SaleApi.BEARER + token)
        .with(FORWARDED_FOR, forwarded)
        .with(DEVICE_ID, deviceId);
  }

  Guise withToken(String other) {
    return new Guise(userId, other, forwarded, deviceId);
  }
}
