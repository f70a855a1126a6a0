package seckill.standalone.bench.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import seckill.standalone.client.TokenMint;

/** Writes files of tokens, one line each, of users that no earlier file had. */
public final class TokenFile {
  private static final Duration LIFETIME = Duration.ofHours(6);

  private final Path path;
  private final TokenMint mint;
  private long nextUser;

  public TokenFile(Path directory, TokenMint mint) {
    this.path = directory.resolve("tokens.txt");
    this.mint = mint;
  }

  /** The number of the user that comes next. */
  public long nextUser() {
    return nextUser;
  }

  /** The token of the next user alone. */
  public String one() {
    return mint.buyer("u" + nextUser++, LIFETIME);
  }

  /** Writes the next {@code count} users' tokens over the ones before. */
  public Path next(long count) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(path)) {
      for (long i = 0; i < count; i++) {
        out.write(one());
        out.write('\n');
      }
    }
    return path;
  }

  /** Writes the token of one user over the ones before. */
  public Path of(String userId) throws IOException {
    return Files.writeString(path, mint.buyer(userId, LIFETIME) + "\n");
  }
}
