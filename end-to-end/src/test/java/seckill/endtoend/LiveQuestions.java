package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Counts what an open page asks, and so holds it to "within two seconds" however fast the machine
 * is: the first question that can hear of a change must show it, and the next question must never
 * be further away than that.
 */
record LiveQuestions(Browser browser) {
  private static final long PROMISE_MILLIS = 2000;

  /** A page asks up to a fifth later than it is told to. */
  private static final double JITTER = 1.2;

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final String COUNT =
      """
      window.asked = 0;
      window.pace = null;
      window.shown = {};
      const send = window.fetch;
      window.fetch = async (url, options) => {
        const isLive = String(url).endsWith('/live');
        window.asked += isLive ? 1 : 0;
        const answer = await send(url, options);
        if (isLive && answer.ok) {
          window.pace = (await answer.clone().json()).pollAfterMillis;
        }
        return answer;
      };
      document.addEventListener('DOMContentLoaded', () => {
        const act = document.getElementById('act');
        act && new MutationObserver(() => { window.shown[act.textContent] = window.asked; })
          .observe(act, { childList: true, characterData: true, subtree: true });
      });
      """;

  /** Counts on pages that are opened from now on; to be given to {@link Browser#notBefore}. */
  String count() {
    return browser.before(COUNT);
  }

  /**
   * Waits until the button says so, and holds the page to what it asked meanwhile.
   *
   * @param isKnown whether the gateway that the page asks tells of the change by now
   */
  void assertShownAtOnce(String label, Callable<Boolean> isKnown) {
    await().atMost(LIMIT).until(isKnown);
    long before = number("return window.asked");
    await().atMost(LIMIT).until(() -> browser.text("#act").equals(label));
    assertThat(number("return window.shown['" + label + "']") - before)
        .as("questions until it was shown")
        .isLessThanOrEqualTo(1);
    assertThat(number("return window.pace") * JITTER).isLessThanOrEqualTo(PROMISE_MILLIS);
  }

  private long number(String script) {
    return ((Number) browser.run(script)).longValue();
  }
}
