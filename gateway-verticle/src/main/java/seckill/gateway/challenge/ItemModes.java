package seckill.gateway.challenge;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import seckill.contract.ItemGate.ChallengeMode;

/**
 * Which items always or never ask for a challenge, as the item list had it a moment ago; all others
 * are AUTO. Thread-safe; one for all event loops of a process.
 */
public final class ItemModes {
  private static final String ITEM_ID = "itemId";
  private static final String GATE = "gate";
  private static final String CHALLENGE = "challenge";

  private final AtomicBoolean claimed = new AtomicBoolean();
  private volatile Map<Long, ChallengeMode> exceptions = Map.of();

  /** Whether the caller is the first, and so the one who has the list read from time to time. */
  public boolean claim() {
    return claimed.compareAndSet(false, true);
  }

  /** Learns from a new item list. */
  public void learn(JsonArray items) {
    Map<Long, ChallengeMode> found = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      JsonObject item = items.getJsonObject(i);
      JsonObject gate = item.getJsonObject(GATE);
      String mode = gate == null ? null : gate.getString(CHALLENGE);
      if (mode != null && !mode.equals(ChallengeMode.AUTO.name())) {
        found.put(Long.valueOf(item.getString(ITEM_ID)), ChallengeMode.valueOf(mode));
      }
    }
    exceptions = found.isEmpty() ? Map.of() : found;
  }

  ChallengeMode of(long itemId) {
    Map<Long, ChallengeMode> known = exceptions;
    ChallengeMode mode = known.isEmpty() ? null : known.get(itemId);
    return mode == null ? ChallengeMode.AUTO : mode;
  }
}
