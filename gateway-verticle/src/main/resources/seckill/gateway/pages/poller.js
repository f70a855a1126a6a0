// Asks again and again, but never all pages at once, and less often when that fails.

import { jitter } from './core.js';

const LONGEST = 30_000;

/**
 * Starts asking.
 *
 * @param ask resolves with the milliseconds until the next time, with a negative number after a
 *     failure, or with null for the end
 * @param hiddenToo whether to go on while nobody looks at the page
 * @returns {stop, now}
 */
export function poll(ask, { hiddenToo = false } = {}) {
  let timer = null;
  let failures = 0;
  let asking = false;
  let stopped = false;

  async function turn() {
    if (asking || stopped) {
      return;
    }
    clearTimeout(timer);
    asking = true;
    const next = await ask();
    asking = false;
    if (next === null) {
      stopped = true;
    }
    if (stopped) {
      return;
    }
    failures = next < 0 ? failures + 1 : 0;
    const pause = next < 0 ? Math.min(LONGEST, 500 * 2 ** Math.min(failures, 6)) : next;
    if (hiddenToo || !document.hidden) {
      timer = setTimeout(turn, jitter(pause));
    }
  }

  const seen = () => document.hidden || turn();
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', turn);
  turn();
  return {
    now: turn,
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('online', turn);
    },
  };
}
