package seckill.gateway.challenge;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * A grey picture that lines are drawn on, and that becomes a PNG (ISO/IEC 15948).
 *
 * <p>Plain arithmetic: no display, no fonts, no native library, whatever JRE this runs on.
 */
final class Canvas {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int BIT_DEPTH = 4;
  private static final int WHITE = (1 << BIT_DEPTH) - 1;
  private static final int SOFT_EDGE = 1;

  private final int width;
  private final int height;
  private final float[] ink;

  /**
   * @param width even
   */
  Canvas(int width, int height) {
    this.width = width;
    this.height = height;
    this.ink = new float[width * height];
  }

  /**
   * Draws a line from point to point.
   *
   * @param radius half its thickness
   * @param darkness 0 to 1
   */
  void line(double[][] points, double radius, double darkness) {
    for (int i = 0; i < points.length - 1; i++) {
      segment(points[i], points[i + 1], radius, darkness);
    }
  }

  private void segment(double[] from, double[] to, double radius, double darkness) {
    double reach = radius + SOFT_EDGE;
    int left = (int) Math.max(0, Math.floor(Math.min(from[0], to[0]) - reach));
    int right = (int) Math.min(width - 1, Math.ceil(Math.max(from[0], to[0]) + reach));
    int top = (int) Math.max(0, Math.floor(Math.min(from[1], to[1]) - reach));
    int bottom = (int) Math.min(height - 1, Math.ceil(Math.max(from[1], to[1]) + reach));
    for (int y = top; y <= bottom; y++) {
      for (int x = left; x <= right; x++) {
        double cover = Math.min(1, radius + SOFT_EDGE / 2.0 - distance(x, y, from, to));
        int pixel = y * width + x;
        ink[pixel] = Math.max(ink[pixel], (float) (cover * darkness));
      }
    }
  }

  private static double distance(double x, double y, double[] from, double[] to) {
    double dx = to[0] - from[0];
    double dy = to[1] - from[1];
    double length = dx * dx + dy * dy;
    double along = length == 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / length;
    double nearest = Math.max(0, Math.min(1, along));
    double offX = x - from[0] - nearest * dx;
    double offY = y - from[1] - nearest * dy;
    // Not Math.hypot, which is exact where nothing here needs it, and many times slower.
    return Math.sqrt(offX * offX + offY * offY);
  }

  /** The picture as the bytes of a PNG file. */
  byte[] png() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(SIGNATURE);
      chunk(out, "IHDR", header());
      chunk(out, "IDAT", deflated());
      chunk(out, "IEND", new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes every byte", e);
    }
    return bytes.toByteArray();
  }

  private byte[] header() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(width);
    out.writeInt(height);
    out.writeByte(BIT_DEPTH);
    // Grey; deflate; the five filters; not interlaced.
    out.writeInt(0);
    return bytes.toByteArray();
  }

  private byte[] deflated() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(rows());
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private byte[] rows() {
    // Each row begins with its filter, 0 for none, and holds two pixels a byte.
    byte[] rows = new byte[height * (1 + width / 2)];
    int next = 0;
    for (int y = 0; y < height; y++) {
      next++;
      for (int x = 0; x < width; x += 2) {
        rows[next++] = (byte) (grey(x, y) << BIT_DEPTH | grey(x + 1, y));
      }
    }
    return rows;
  }

  private int grey(int x, int y) {
    return WHITE - Math.round(ink[y * width + x] * WHITE);
  }

  private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(data);
    out.writeInt(data.length);
    out.write(name);
    out.write(data);
    out.writeInt((int) crc.getValue());
  }
}
