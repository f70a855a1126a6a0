package seckill.runtime.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.buffer.Buffer;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.mysqlclient.SslMode;

/**
 * Reads the first packet of one MySQL server before the driver does: a greeting, or the error that
 * is sent in its place. The driver sees a greeting that it can go on with; otherwise the connection
 * is closed. Then {@link MySqlAnswerGuard} is set up for what follows.
 */
final class MySqlGreeting extends ChannelInboundHandlerAdapter {
  private static final int HEADER = 4;
  private static final int ERROR = 0xff;
  private static final int VERSION_AT = HEADER + 1;

  /** Connection id, first part of the nonce and a filler stand between version and capabilities. */
  private static final int VERSION_TO_CAPABILITIES = 1 + 4 + 8 + 1;

  private static final int TLS = 0x0800;
  private static final int CODE_AT = HEADER + 1;
  private static final int STATE_AT = CODE_AT + 2;
  private static final int STATE_LENGTH = 5;
  private static final String NO_STATE = "HY000";

  private final SslMode mode;
  private final Buffer packet = Buffer.buffer();
  private volatile Throwable refusal;

  /**
   * @param mode in which the driver is going to connect
   */
  MySqlGreeting(SslMode mode) {
    this.mode = mode;
  }

  /** Why the server cannot be connected to, if it is known better here than by the driver. */
  Throwable refusal() {
    return refusal;
  }

  /** Notes what happens to the connection later. */
  void failed(Throwable cause) {
    if (refusal == null) {
      refusal = cause;
    }
  }

  void listenTo(ChannelPipeline pipeline) {
    // Before the driver adds its own, which so come after.
    pipeline.addBefore("handler", "greeting", this);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    packet.appendBytes(ByteBufUtil.getBytes(bytes));
    bytes.release();
    if (!isWhole() || refusal != null) {
      return;
    }
    read();
    if (refusal != null) {
      context.close();
      return;
    }
    MySqlAnswerGuard.around("codec", context.pipeline(), this::failed);
    context.fireChannelRead(context.alloc().buffer().writeBytes(packet.getBytes()));
    context.pipeline().remove(this);
  }

  private boolean isWhole() {
    return packet.length() > HEADER && packet.length() >= end();
  }

  private int end() {
    return HEADER + packet.getUnsignedMediumLE(0);
  }

  private void read() {
    if (packet.getUnsignedByte(HEADER) == ERROR) {
      boolean hasState = STATE_AT < end() && packet.getByte(STATE_AT) == '#';
      int textAt = hasState ? STATE_AT + 1 + STATE_LENGTH : STATE_AT;
      refusal =
          new MySQLException(
              packet.getString(Math.min(textAt, end()), end()),
              packet.getUnsignedShortLE(CODE_AT),
              hasState ? packet.getString(STATE_AT + 1, textAt) : NO_STATE);
      return;
    }
    if (mode.compareTo(SslMode.REQUIRED) >= 0 && lacksTls()) {
      refusal = new NoTlsException(mode);
    }
  }

  private boolean lacksTls() {
    int zero = VERSION_AT;
    while (zero < end() && packet.getByte(zero) != 0) {
      zero++;
    }
    int capabilitiesAt = zero + VERSION_TO_CAPABILITIES;
    return capabilitiesAt + 2 <= end() && (packet.getUnsignedShortLE(capabilitiesAt) & TLS) == 0;
  }
}
