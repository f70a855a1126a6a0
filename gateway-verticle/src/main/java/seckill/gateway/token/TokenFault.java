package seckill.gateway.token;

/** What is wrong with a refused token: what refusals are counted by. */
enum TokenFault {
  /** Not three parts of Base64. */
  FORM,
  /** The header is no JSON object. */
  HEADER,
  /** The header's {@code alg} is not the configured algorithm. */
  ALG,
  /** The header asks for an extension. */
  CRIT,
  /** The header's {@code kid} picks no key. */
  KID,
  /** The signature was not made with the key. */
  SIGNATURE,
  /** The payload is no JSON object. */
  CLAIMS,
  /** The claim {@code sub} is no user id. */
  SUB,
  /** The claim {@code exp} is missing, no time, over, or too far away. */
  EXP,
  /** The claim {@code nbf} is no time, or still to come. */
  NBF,
  /** The claim {@code iat} is no time, or still to come. */
  IAT,
  /** The claim {@code iss} is not the configured issuer. */
  ISS,
  /** The claim {@code aud} does not name the configured audience. */
  AUD
}
