package seckill.order.notice;

import java.util.ServiceLoader;
import seckill.config.ConfigException;

/** Finds the sender of a name: one of our own, or one that a jar on the class path brings. */
final class Senders {
  private Senders() {}

  /**
   * Checks the name without making a sender.
   *
   * @throws ConfigException if there is none of that name
   */
  static void requireKnown(String name) {
    if (!name.equals(NoticeSettings.LOG) && !name.equals(NoticeSettings.WEBHOOK)) {
      find(name);
    }
  }

  /** A new sender of that name. */
  static NoticeSender of(String name) {
    return switch (name) {
      case NoticeSettings.LOG -> new LogSender();
      case NoticeSettings.WEBHOOK -> new WebhookSender();
      default -> find(name);
    };
  }

  private static NoticeSender find(String name) {
    return ServiceLoader.load(NoticeSender.class).stream()
        .filter(
            provider ->
                provider.type().getName().equals(name) || provider.get().name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    "notify.sender (SECKILL_NOTIFY_SENDER) must be off, log, webhook or the name of"
                        + " a sender on the class path, got "
                        + name))
        .get();
  }
}
