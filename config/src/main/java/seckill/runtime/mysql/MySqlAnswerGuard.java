package seckill.runtime.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Fails a statement of whose answer a part cannot be read, and closes the connection.
 *
 * <p>The driver of Vert.x 5.0.7 leaves out the row with such a value, a date like 2026-00-10 for
 * example, and all that it has not read by then, and succeeds. Here the statement hears of an error
 * instead, as if the server had sent it.
 */
final class MySqlAnswerGuard extends ChannelInboundHandlerAdapter {
  private static final String STATE = "#HY000";
  private static final int HEADER = 4;
  private static final int ERROR = 0xff;

  private boolean reading;
  private boolean broken;
  private Throwable failure;

  private final Consumer<Throwable> failures;

  private MySqlAnswerGuard(Consumer<Throwable> failures) {
    this.failures = failures;
  }

  /**
   * Stands before and behind the handler that reads answers.
   *
   * @param failures hears of what befalls the connection itself
   */
  static void around(String codec, ChannelPipeline pipeline, Consumer<Throwable> failures) {
    MySqlAnswerGuard guard = new MySqlAnswerGuard(failures);
    pipeline.addBefore(codec, "answers", guard);
    pipeline.addAfter(codec, "failures", guard.new Failures());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object packet) {
    if (broken) {
      // What follows belongs to the answer that has failed.
      ReferenceCountUtil.release(packet);
      return;
    }
    reading = true;
    context.fireChannelRead(packet);
    reading = false;
    if (failure != null) {
      broken = true;
      context.fireChannelRead(error(context, failure));
      context.close();
    }
  }

  private static ByteBuf error(ChannelHandlerContext context, Throwable failure) {
    byte[] text =
        (STATE + "a value in the answer cannot be read: " + failure.getMessage())
            .getBytes(StandardCharsets.UTF_8);
    int length = 1 + 2 + text.length;
    return context
        .alloc()
        .buffer(HEADER + length)
        .writeMediumLE(length)
        .writeByte(0)
        .writeByte(ERROR)
        .writeShortLE(MySqlTransport.UNREADABLE_ANSWER)
        .writeBytes(text);
  }

  /** Catches what the driver fails with while it reads. */
  private final class Failures extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (reading) {
        failure = cause;
      } else {
        failures.accept(cause);
        context.fireExceptionCaught(cause);
      }
    }
  }
}
