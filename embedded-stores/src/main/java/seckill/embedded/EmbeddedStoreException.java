package seckill.embedded;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;

/** A store that does not start. The message is one line that says why. */
public final class EmbeddedStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EmbeddedStoreException(String message) {
    super(message);
  }

  EmbeddedStoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The words for a failure, where the exception itself often only names the file. */
  static String reason(Exception failure) {
    if (failure instanceof AccessDeniedException denied) {
      return "permission denied: " + denied.getFile();
    }
    if (failure instanceof FileAlreadyExistsException exists) {
      return "a file is in the way: " + exists.getFile();
    }
    if (failure instanceof FileSystemException other && other.getReason() == null) {
      return other.getClass().getSimpleName() + ": " + other.getFile();
    }
    return String.valueOf(failure.getMessage()).replaceAll("\\s*\\R\\s*", " ");
  }
}
