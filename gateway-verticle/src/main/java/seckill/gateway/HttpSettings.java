package seckill.gateway;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;

/**
 * How HTTP is served.
 *
 * @param host address of the public port
 * @param port TCP port, 0 for any free one
 * @param instances event loops that serve, 0 for one per core
 * @param maxBodyBytes larger bodies are refused
 * @param maxHeaderBytes larger headers are refused
 * @param maxLineBytes longer request lines are refused
 * @param retryAfterSeconds what Retry-After says
 * @param readCacheMillis how old an answer about items or stock may be
 * @param readCacheEntries items whose stock is remembered
 * @param staleMillis how old such an answer may be while the till gives no other
 * @param patienceMillis how long a reader waits for the till where an older answer is known
 * @param acceptBacklog connections that may wait to be accepted
 * @param lookMillis how often connections are looked over
 * @param stopTimeoutMillis how long a stop waits for requests in flight
 */
record HttpSettings(
    String host,
    int port,
    int instances,
    int maxBodyBytes,
    int maxHeaderBytes,
    int maxLineBytes,
    int retryAfterSeconds,
    long readCacheMillis,
    int readCacheEntries,
    long staleMillis,
    long patienceMillis,
    int acceptBacklog,
    long lookMillis,
    long stopTimeoutMillis) {

  static HttpSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("http");
    return new HttpSettings(
        section.getString("host"),
        section.getInteger("port"),
        section.getInteger("instances"),
        section.getInteger("maxBodyBytes"),
        section.getInteger("maxHeaderBytes"),
        section.getInteger("maxLineBytes"),
        section.getInteger("retryAfterSeconds"),
        section.getLong("readCacheMillis"),
        section.getInteger("readCacheEntries"),
        section.getLong("staleMillis"),
        section.getLong("patienceMillis"),
        section.getInteger("acceptBacklog"),
        section.getLong("lookMillis"),
        section.getLong("stopTimeoutMillis"));
  }

  ReadCache.Limits readLimits(int maxEntries) {
    long failedMillis = Math.min(readCacheMillis, TimeUnit.SECONDS.toMillis(retryAfterSeconds));
    return new ReadCache.Limits(
        maxEntries, readCacheMillis, failedMillis, staleMillis, patienceMillis);
  }

  HttpServerOptions serverOptions() {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false)
        .setMaxHeaderSize(maxHeaderBytes)
        .setMaxInitialLineLength(maxLineBytes)
        // What is not served costs each request a step in the pipeline. Idle connections are found
        // by the look over all of them.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setAcceptBacklog(acceptBacklog);
  }
}
