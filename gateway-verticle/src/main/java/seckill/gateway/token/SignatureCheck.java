package seckill.gateway.token;

/** Checks token signatures of the one configured algorithm. Belongs to one event loop. */
interface SignatureCheck {

  /**
   * Whether a signature is right.
   *
   * @param keyId the header's {@code kid}, or {@code null}
   */
  boolean verify(String keyId, byte[] signed, byte[] signature);
}
