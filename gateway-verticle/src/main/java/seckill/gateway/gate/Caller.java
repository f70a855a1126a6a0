package seckill.gateway.gate;

/**
 * Who sends a request, as the token says.
 *
 * @param userId the token's subject
 * @param admin whether the token carries the admin role
 * @param expiresAtSecond epoch second from which on the token is void, leeway not counted
 */
public record Caller(String userId, boolean admin, long expiresAtSecond) {}
