package seckill.order.notice;

import io.vertx.core.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes notices to the log, for trying things out. */
final class LogSender implements NoticeSender {
  private static final Logger LOG = LoggerFactory.getLogger(LogSender.class);

  @Override
  public String name() {
    return NoticeSettings.LOG;
  }

  @Override
  public Future<Void> send(Notice notice) {
    LOG.info("notice {} for user {} of item {}", notice.id(), notice.userId(), notice.itemId());
    return Future.succeededFuture();
  }
}
